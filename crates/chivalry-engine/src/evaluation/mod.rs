//! Static evaluation: the weighted sum of the features of a quiet position.
//!
//! [`features`] extracts the features, [`weights`] reads their values, and
//! [`evaluator`] computes the sum from precomputed piece-square tables. Variants
//! with a [`network`](crate::network) use it instead.

pub(crate) mod distances;
pub(crate) mod evaluator;
pub(crate) mod features;
mod mop_up;
mod superiority;
pub(crate) mod weights;
