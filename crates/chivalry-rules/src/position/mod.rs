//! Positions: the unchecked setup, its validation, the legal position, its hash and its end.

pub(crate) mod ending;
pub(crate) mod handicap;
pub(crate) mod outcome;
pub(crate) mod setup;
pub(crate) mod state;
pub(crate) mod validation;
pub(crate) mod zobrist;

pub use handicap::HandicapError;
pub use outcome::{EndReason, Ending, Outcome};
pub use setup::Setup;
pub use state::Position;
pub use validation::SetupError;
