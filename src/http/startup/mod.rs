//! Work done once before the server listens: the signing key and custom variants.

pub(crate) mod house_tournaments;
pub(crate) mod signing;
pub(crate) mod variants;
