//! Processor-bound work: the thread pool, analysis and the computer player.

pub mod analysis;
pub(crate) mod bots;
pub mod cpu_pool;
