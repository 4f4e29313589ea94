//! Analysis of positions and finished games.
//!
//! [`AnalysisKey`] evaluates one position. [`Review`] turns evaluations into
//! a [`Judgement`] of each move. [`EngineCorrelation`] compares a player's
//! moves with the engine's. [`ExactMove`] is a move with its value by endgame
//! tables.

mod engine_correlation;
mod exact;
mod move_quality;
pub(crate) mod position_evaluation;
mod review;

pub use engine_correlation::EngineCorrelation;
pub use exact::ExactMove;
pub use move_quality::{MoveQuality, accuracy, win_probability};
pub use position_evaluation::{AnalysisKey, Evaluation, analysis_search};
pub use review::{Judgement, Review};
