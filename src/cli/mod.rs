//! The command line: what `chivalry --help` says, and what each command does.

pub(crate) mod admin;
pub(crate) mod console;
pub(crate) mod engine;
pub(crate) mod files;
pub(crate) mod load;
pub(crate) mod rules;
pub(crate) mod serve;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::cli::admin::{backup, doctor, erase, moderator, ratings, verify};
use crate::cli::console::Console;
use crate::cli::engine::{analyse, arena, protocol, puzzles, tune};
use crate::cli::rules::{board, check, document, moves, perft, replay, variant, variants};
use crate::cluster::BusError;
use crate::config::Config;
use crate::http::{HttpOptions, RunError, VariantOptions, VariantsError};
use crate::load::LoadError;
use crate::store::{BackupError, StoreError, StoreOptions};

/// A multiplayer game server for Chivalry (1887), Camelot and their family,
/// and the rules of the games on the command line.
///
/// Without a command it serves: its options are those of `chivalry serve`.
///
/// A POSITION is one line of text, in quotes; `array` is the position that the
/// variant's games start from. Exit status: 0 for yes, 1 for no (an illegal
/// move, an unsound record), 2 for a question that cannot be answered.
#[derive(Debug, Parser)]
#[command(name = "chivalry", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do; to serve, when not said.
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Config,
}

impl Cli {
    /// What to do.
    #[must_use]
    pub fn command(self) -> Command {
        self.command.unwrap_or(Command::Serve(self.serve))
    }
}

/// What the command line can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve: play over WebSocket, histories over REST
    Serve(Config),
    /// Bring the database's tables to this version
    Migrate(StoreOptions),
    /// Write everything that is kept into a file, beside a server that runs
    Backup(backup::Backup),
    /// Put a backup into an empty database, SQLite or Postgres
    Restore(backup::Restore),
    /// Look whether what is stored holds together; nothing is changed
    Doctor(doctor::Doctor),
    /// Erase a player for good; games stay, under a name that says nothing
    Erase(erase::Erase),
    /// Say which accounts are moderators
    Moderator(moderator::Moderator),
    /// Do the ratings again from the logs
    Ratings(ratings::Ratings),
    /// Ask a running server whether it is alive
    Health(HttpOptions),
    /// List the variants
    Variants(WithOwn<variants::Variants>),
    /// Check a variant file
    Variant(variant::VariantCommand),
    /// Draw a board
    Board(WithOwn<board::Board>),
    /// The rules of a variant: each kind of move with a position and its legal
    /// results
    Rules(WithOwn<document::Rules>),
    /// List the legal moves of a position, one route per result
    Moves(WithOwn<moves::Moves>),
    /// Judge a move: the position after it, or the rule that it breaks
    Check(WithOwn<check::Check>),
    /// Count the distinct results of all games up to a depth
    Perft(WithOwn<perft::Perft>),
    /// Replay game records: which are sound, and what is wrong with the others
    Replay(WithOwn<replay::Replay>),
    /// Check the proof of a match, without the server
    Verify(WithOwn<verify::Verify>),
    /// What the computer player says of a position, or of the moves of a game
    Analyse(WithOwn<analyse::Analyse>),
    /// Pit players against each other: levels, weights, engines of others
    Arena(WithOwn<arena::Arena>),
    /// Find better weights by games of the computer player against itself
    Tune(WithOwn<tune::Tune>),
    /// Drive a server by its public protocol, and measure it
    Load(WithOwn<load::Load>),
    /// Find puzzles in finished games
    Puzzles(WithOwn<puzzles::Puzzles>),
    /// The computer player on standard input and output, in the manner of UCI
    Engine(WithOwn<protocol::Engine>),
}

/// A command that knows an operator's own variants too.
#[derive(Debug, clap::Args)]
pub struct WithOwn<C: clap::Args> {
    #[command(flatten)]
    variants: VariantOptions,
    #[command(flatten)]
    command: C,
}

impl<C: clap::Args> WithOwn<C> {
    /// The command, once the variants are known.
    fn offered(self) -> Result<C, CliError> {
        self.variants.offer()?;
        Ok(self.command)
    }
}

/// What stops a command.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A file that cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Input or output that fails.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Nodes without a database that they can share.
    #[error("nodes share a Postgres database: --nats-url needs --database-url")]
    NoSharedDatabase,
    /// The other nodes cannot be reached.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// A server that does not run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An operator's variants that cannot be offered.
    #[error(transparent)]
    Variants(#[from] VariantsError),
    /// A load that could not be carried.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A backup that cannot be made.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// A database that cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Status of a "no": an illegal move, an unsound record.
const NO: u8 = 1;
/// Status of a question that cannot be answered.
const FAULTY: u8 = 2;

/// Runs one command to its end. A reader that closes our output has had
/// enough: that is no error.
///
/// # Errors
/// Input or output that fails.
pub fn run(command: Command) -> Result<ExitCode, CliError> {
    let mut console = Console::new();
    let done = match command {
        Command::Serve(config) => serve::serve(config, &mut console),
        Command::Migrate(options) => serve::migrate(&options, &mut console),
        Command::Backup(command) => command.run(&mut console),
        Command::Restore(command) => command.run(&mut console),
        Command::Doctor(command) => command.run(&mut console),
        Command::Erase(command) => command.run(&mut console),
        Command::Moderator(command) => command.run(&mut console),
        Command::Ratings(command) => command.run(&mut console),
        Command::Health(options) => serve::health(&options, &mut console),
        Command::Variants(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Variant(command) => command.run(&mut console),
        Command::Board(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Rules(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Moves(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Check(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Perft(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Replay(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Verify(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Analyse(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Arena(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Tune(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Load(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Puzzles(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Engine(command) => command.offered().and_then(|it| it.run(&mut console)),
    };
    match done.and_then(|status| console.flush().map(|()| status).map_err(CliError::Io)) {
        Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            console.forget();
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => Err(error),
        Ok(status) => Ok(ExitCode::from(status)),
    }
}
