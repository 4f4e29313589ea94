//! Moves: written, judged, generated, made and taken back.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod effect_stack;
pub(crate) mod generate;
pub(crate) mod make;
pub(crate) mod move_list;
pub(crate) mod mover;
pub(crate) mod perft;
pub(crate) mod premove_check;
pub(crate) mod sink;
pub(crate) mod trees;
pub(crate) mod violation;
pub(crate) mod visited;
pub(crate) mod written;

pub use effect::Effect;
pub use effect_stack::{EffectStack, MOST_PLACEMENTS};
pub use make::Undo;
pub use move_list::{LegalMove, MoveList};
pub use perft::{divide, perft};
pub use violation::{Rule, Violation};
pub use visited::MOST_STATES;
pub use written::{Mark, Move};
