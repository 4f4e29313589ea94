//! Processor-bound work: the thread pool, analysis and the computer player.

pub mod analysis;
pub(crate) mod bots;
pub(crate) mod computer_seat;
pub mod cpu_pool;
pub mod tables;
