//! Moves. Reading order: written moves and effects, checking, generation, making, perft.

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
pub use effect_stack::{EffectStack, MAX_PLACEMENTS};
pub use make::Undo;
pub use move_list::{LegalMove, MoveList};
pub use perft::{perft, perft_divide};
pub use violation::{Rule, Violation};
pub use visited::MAX_JUMP_STATES;
pub use written::{LegMark, Move};
