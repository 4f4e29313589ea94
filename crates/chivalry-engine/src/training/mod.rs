//! Training of networks on self-play games.
//!
//! [`self_play`] plays games and returns their quiet positions as [`Samples`].
//! [`train`] fits a network to them. Equal seeds give equal networks.

mod model;
mod samples;
mod samples_file;
mod self_play;
#[cfg(test)]
mod tests;
mod trainer;

pub use samples::Samples;
pub use samples_file::SamplesError;
pub use self_play::self_play;
pub use trainer::{Epoch, Training, train};
