//! Analysis of positions and finished games.
//!
//! [`AnalysisKey`] evaluates one position. [`Review`] turns evaluations into
//! a [`Judgement`] of each move. [`EngineCorrelation`] compares a player's
//! moves with the engine's.

mod engine_correlation;
mod move_quality;
pub(crate) mod position_evaluation;
mod review;

pub use engine_correlation::EngineCorrelation;
pub use move_quality::{MoveQuality, accuracy, win_probability};
pub use position_evaluation::{AnalysisKey, Evaluation, analysis_search};
pub use review::{Judgement, Review};
