//! The command line: the definitions of all commands and their dispatch.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches as _, Parser, Subcommand};

use crate::cli::admin::{account, backup, doctor, erase, explorer, moderator, ratings, verify};
use crate::cli::console::Console;
use crate::cli::engine::{
    analyse, arena, calibrate, protocol, puzzles, solve, tables, train, tune,
};
use crate::cli::error::CliError;
use crate::cli::rules::{board, check, document, moves, perft, replay, variant, variants};
use crate::cli::{load, serve};
use crate::config::Config;
use crate::http::VariantOptions;
use crate::store::StoreOptions;

/// A multiplayer game server for Chivalry (1887), Camelot and their family, and command-line
/// tools for the rules of the games.
///
/// Without a command, the server starts with the options of `chivalry serve`.
///
/// A POSITION is one line of text, in quotes; `array` stands for the starting position of the
/// variant. Exit status: 0 for yes, 1 for no (an illegal move, an unsound record), 2 for
/// invalid input or an error.
#[derive(Debug, Parser)]
#[command(name = "chivalry", version)]
pub struct Cli {
    /// The command; `serve` if omitted.
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Config,
}

impl Cli {
    /// Parses the arguments of the process, and returns the command, or `serve` if none was given.
    /// The process ends if an argument is invalid.
    #[must_use]
    pub fn command_of_process() -> Command {
        let mut definition = <Cli as CommandFactory>::command();
        let matches = definition.clone().get_matches();
        if let Err(error) = check_options(&mut definition, &matches) {
            error.exit();
        }
        let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        cli.command.unwrap_or(Command::Serve(Box::new(cli.serve)))
    }
}

/// Refuses options of `serve` before another command, except those that all commands share.
fn check_options(definition: &mut clap::Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((command, _)) = matches.subcommand() else { return Ok(()) };
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let is_wrong =
        |option: &&clap::Arg| !option.is_global_set() && is_given(option.get_id().as_str());
    let option = definition.get_arguments().find(is_wrong).and_then(|option| option.get_long());
    match option.map(str::to_owned) {
        Some(option) => {
            let message = format!("the argument '--{option}' cannot be used with '{command}'");
            Err(definition.error(ErrorKind::ArgumentConflict, message))
        }
        None => Ok(()),
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start the server: WebSocket and REST API
    Serve(Box<Config>),
    /// Migrate the database to the schema of this version
    Migrate(StoreOptions),
    /// Back up the whole database into a file; the server may keep running
    Backup(backup::Backup),
    /// Restore a backup into an empty database, SQLite or Postgres
    Restore(backup::Restore),
    /// Check the consistency of the stored data without changing it
    Doctor(doctor::Doctor),
    /// Erase a player permanently; their games remain under an anonymous name
    Erase(erase::Erase),
    /// Help a player who cannot sign in
    Account(account::Account),
    /// Grant or revoke the moderator role
    Moderator(moderator::Moderator),
    /// Recalculate ratings from the match logs
    Ratings(ratings::Ratings),
    /// Rebuild the opening explorer from the match logs
    Explorer(explorer::Explorer),
    /// Check that a running server responds
    Health(serve::Health),
    /// List the variants
    Variants(WithOwn<variants::Variants>),
    /// Check a variant file
    Variant(variant::VariantCommand),
    /// Print a board
    Board(WithOwn<board::Board>),
    /// Print the rules of a variant: each kind of move with a position and its legal results
    Rules(WithOwn<document::Rules>),
    /// List the legal moves of a position, one route per result
    Moves(WithOwn<moves::Moves>),
    /// Check a move: print the position after it, or the rule that it breaks
    Check(WithOwn<check::Check>),
    /// Count the distinct results of all games to a given depth
    Perft(WithOwn<perft::Perft>),
    /// Replay game records and report the faults of unsound ones
    Replay(WithOwn<replay::Replay>),
    /// Check the proof of a match without a server
    Verify(WithOwn<verify::Verify>),
    /// Analyse a position, or the moves of a game, with the engine
    Analyse(WithOwn<analyse::Analyse>),
    /// Play matches between engine levels, weights or external engines
    Arena(WithOwn<arena::Arena>),
    /// Tune evaluation weights by self-play of the engine
    Tune(WithOwn<tune::Tune>),
    /// Measure the handicaps of the computer player's levels in a variant
    Calibrate(WithOwn<calibrate::Calibrate>),
    /// Train the network of a variant by self-play of the engine
    Train(WithOwn<train::Train>),
    /// Generate load on a server through its public protocol and measure it
    Load(WithOwn<load::Load>),
    /// Find puzzles in finished games
    Puzzles(WithOwn<puzzles::Puzzles>),
    /// Compute endgame tables: the exact value of every position
    Solve(WithOwn<solve::Solve>),
    /// Look up the exact values of a position and its moves in endgame tables
    Tables(WithOwn<tables::TablesCommand>),
    /// Run the engine on standard input and output with a UCI-like protocol
    Engine(WithOwn<protocol::Engine>),
}

/// A command with the operator's own variants.
#[derive(Debug, clap::Args)]
pub struct WithOwn<C: clap::Args> {
    #[command(flatten)]
    variants: VariantOptions,
    #[command(flatten)]
    command: C,
}

impl<C: clap::Args> WithOwn<C> {
    /// Loads the operator's variants and returns the command.
    fn offered(self) -> Result<C, CliError> {
        self.variants.offer()?;
        Ok(self.command)
    }
}

/// Runs one command to completion. A closed output pipe is not an error.
///
/// # Errors
/// Input or output that fails, and the errors of the command.
pub fn run(command: Command) -> Result<ExitCode, CliError> {
    let mut console = Console::new();
    let done = match command {
        Command::Serve(config) => serve::serve(*config, &mut console),
        Command::Migrate(options) => serve::migrate(&options, &mut console),
        Command::Backup(command) => command.run(&mut console),
        Command::Restore(command) => command.run(&mut console),
        Command::Doctor(command) => command.run(&mut console),
        Command::Erase(command) => command.run(&mut console),
        Command::Account(command) => command.run(&mut console),
        Command::Moderator(command) => command.run(&mut console),
        Command::Ratings(command) => command.run(&mut console),
        Command::Explorer(command) => command.run(&mut console),
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
        Command::Calibrate(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Train(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Load(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Puzzles(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Solve(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Tables(command) => command.offered().and_then(|it| it.run(&mut console)),
        Command::Engine(command) => command.offered().and_then(|it| it.run(&mut console)),
    };
    match done.and_then(|status| console.flush().map(|()| status).map_err(CliError::Io)) {
        Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            console.discard();
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => Err(error),
        Ok(status) => Ok(ExitCode::from(status)),
    }
}
