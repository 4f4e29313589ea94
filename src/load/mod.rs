//! A load generator: players, watchers and idle connections that use the server's public protocol.
//!
//! The generator is light, so that the server is the bottleneck. Games are chosen before the
//! measurement, frames are classified by their first bytes, and one task plays all seats of a
//! match.

mod book;
mod client;
mod commands;
mod crowd;
mod engine_games;
mod figures;
mod measure;
mod plan;
mod run;
mod server_metrics;
mod table;
mod target;

pub use figures::{EngineFigures, Figures, Latency, Memory, Pair, Part};
pub use measure::run;
pub use plan::{Mix, Plan};
pub use target::{LoadError, Target};
