//! The command `puzzles`.

use clap::Subcommand;

use super::check::Check;
use super::mine::Mine;
use crate::cli::console::Console;
use crate::cli::error::CliError;

/// The options of `puzzles`.
#[derive(Debug, clap::Args)]
pub struct Puzzles {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzlesCommand {
    /// Find puzzles in finished games and store them for the server
    Mine(Mine),
    /// Prove and grade the puzzles of files
    Check(Check),
}

impl Puzzles {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        match self.command {
            PuzzlesCommand::Mine(mine) => mine.run(console),
            PuzzlesCommand::Check(check) => check.run(console),
        }
    }
}
