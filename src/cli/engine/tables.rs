//! `chivalry tables`: exact results from endgame tables.

use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::cli::console::Console;
use crate::cli::error::{CliError, FAULTY};
use crate::live::compute::tables::{open_tables, table_path};
use crate::protocol::views::analysis::ExactMoveView;
use chivalry_engine::analysis::ExactMove;
use chivalry_engine::line_text;
use chivalry_engine::tables::{TableFileError, Tables};
use chivalry_rules::Position;

/// The options of `tables`.
#[derive(Debug, clap::Args)]
pub struct TablesCommand {
    /// The variant
    variant: String,
    /// A POSITION; without it, lines of standard input
    position: Option<String>,
    /// The folder of the tables
    #[arg(long, env = "CHIVALRY_TABLES", value_name = "DIRECTORY", default_value = "tables")]
    tables: PathBuf,
    /// Print one JSON array of moves per line
    #[arg(long)]
    json: bool,
}

impl TablesCommand {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let Some(variant) = console.variant(&self.variant, self.json)? else { return Ok(FAULTY) };
        let tables = open_tables(&table_path(&self.tables, variant))?;
        let position = self.position.as_deref();
        console.each_position(variant.pin(), position, self.json, |console, position| {
            if self.json {
                let moves = ExactMove::all_of(&tables, position).map_err(io::Error::other)?;
                let views = moves.map(|moves| moves.iter().map(ExactMoveView::of).collect());
                return console.json(&views.unwrap_or_else(Vec::new));
            }
            print_moves(console, &tables, position).map_err(io::Error::other)
        })
    }
}

/// Prints the value of a position, and of each move with its best line.
pub(super) fn print_moves(
    console: &mut Console,
    tables: &Tables,
    position: &Position,
) -> Result<(), TableFileError> {
    let Some(value) = tables.probe(position)? else {
        writeln!(console, "{position}: not in the tables")?;
        return Ok(());
    };
    writeln!(console, "{position}: {value}")?;
    for found in tables.move_values(position)?.unwrap_or_default() {
        let mut line = vec![found.effect];
        line.extend(tables.best_line(&position.after(&found.effect))?);
        let text = line_text(position, &line).join(" ");
        writeln!(console, "  {:8} {text}", found.value.to_string())?;
    }
    Ok(())
}
