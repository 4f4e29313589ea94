//! Work done once before the server listens: the signing key and the operator's variants.

pub(crate) mod signing;
pub(crate) mod variants;
