//! The learned evaluation: a small network whose hidden layer is updated from
//! one position to the next.
//!
//! [`inputs`] numbers the pieces as seen from a seat, [`layers`] computes the
//! score in integers, [`accumulator`] updates the hidden layer, and [`file`]
//! reads and writes networks. [`built_in`] has the networks of the variants.

pub(crate) mod accumulator;
pub(crate) mod built_in;
pub(crate) mod file;
pub(crate) mod inputs;
pub(crate) mod layers;
