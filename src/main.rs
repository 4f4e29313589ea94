//! The program: parses the command line and calls the library.

use std::io::Write as _;
use std::process::ExitCode;

use chivalry::cli::{self, Cli};

/// mimalloc allocates the server's many small, short-lived values faster than the system
/// allocator and returns more memory to the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run(Cli::command_of_process()).map_err(anyhow::Error::from).unwrap_or_else(|error| {
        // A failed write to standard error cannot be reported.
        let _ = writeln!(std::io::stderr(), "chivalry: {error:#}");
        ExitCode::from(2)
    })
}
