//! Arguments in, library calls out.

use std::io::Write as _;
use std::process::ExitCode;

use chivalry::cli::{self, Cli};
use clap::Parser;

fn main() -> ExitCode {
    cli::run(Cli::parse().command()).map_err(anyhow::Error::from).unwrap_or_else(|error| {
        // Nothing is left to be told where even this cannot be written.
        let _ = writeln!(std::io::stderr(), "chivalry: {error:#}");
        ExitCode::from(2)
    })
}
