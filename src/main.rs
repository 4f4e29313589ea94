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
        let _ = writeln!(std::io::stderr(), "chivalry: {}", with_causes(&error));
        ExitCode::from(2)
    })
}

/// The error and its causes, without causes that the text before already states.
fn with_causes(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| match text.as_str() {
        "" => cause,
        text if text.ends_with(&cause) => text.to_owned(),
        text => format!("{text}: {cause}"),
    })
}
