//! Analysis of positions and finished games.
//!
//! [`AnalysisKey`] evaluates one position. [`Review`] turns evaluations into
//! a [`Judgement`] of each move. [`EngineCorrelation`] compares a player's
//! moves with the engine's. [`opening_name`] names an opening. [`ExactMove`] is
//! a move with its value by endgame tables. [`threat_position`] hands the turn
//! over.

mod engine_correlation;
mod exact;
mod move_quality;
mod opening;
pub(crate) mod position_evaluation;
mod review;
mod threat;

pub use engine_correlation::EngineCorrelation;
pub use exact::ExactMove;
pub use move_quality::{MoveQuality, accuracy, win_probability};
pub use opening::opening_name;
pub use position_evaluation::{AnalysisKey, EvaluatedLine, Evaluation, analysis_search};
pub use review::{Judgement, Review};
pub use threat::threat_position;
