//! Arguments in, library calls out.

use std::io::Write as _;
use std::process::ExitCode;

use chivalry::cli::{self, Cli};
use clap::Parser;

/// Small and short-lived values of many sizes, on all threads, are what a server
/// is made of: the system's allocator takes longer over them, and gives less
/// back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run(Cli::parse().command()).map_err(anyhow::Error::from).unwrap_or_else(|error| {
        // Nothing is left to be told where even this cannot be written.
        let _ = writeln!(std::io::stderr(), "chivalry: {error:#}");
        ExitCode::from(2)
    })
}
