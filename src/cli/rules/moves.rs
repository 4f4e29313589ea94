//! `chivalry moves`: lists legal moves.

use std::io::{self, Write};

use crate::cli::console::Console;
use crate::cli::error::CliError;
use crate::cli::rules::drawing::ending_text;
use crate::protocol::RequestError;
use crate::protocol::views::rules::{MovesQuery, moves, moves_of};
use chivalry_rules::{Game, MoveList, Position};

/// The options of `moves`.
#[derive(Debug, clap::Args)]
pub struct Moves {
    /// The variant's name; not needed with --batch
    variant: Option<String>,
    /// The position; if omitted, each line of standard input, or the array if there are none
    position: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    /// Read lines of JSON from standard input, each `{"variant", "position"}`, and print one
    /// line for each; an invalid line is answered with its error
    #[arg(long, conflicts_with = "variant")]
    batch: bool,
}

impl Moves {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let mut list = MoveList::new();
        let Some(variant) = self.variant.filter(|_| !self.batch) else {
            return batch(console, &mut list);
        };
        let mut first = true;
        console.each_position(&variant, self.position.as_deref(), self.json, |out, position| {
            if self.json {
                return out.json(&moves_of(position, &mut list));
            }
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            write_moves(out, position, &mut list)
        })
    }
}

fn write_moves(out: &mut Console, position: &Position, list: &mut MoveList) -> io::Result<()> {
    if let Some(ending) = Game::new(*position).ending() {
        return out.write_remark(&ending_text(position.variant(), ending));
    }
    position.legal_moves(list);
    if list.is_empty() {
        return writeln!(out, "pass");
    }
    list.iter().try_for_each(|legal| writeln!(out, "{}", position.move_text(&legal)))
}

fn batch(console: &mut Console, list: &mut MoveList) -> Result<u8, CliError> {
    while let Some(line) = console.next_line()? {
        let query = serde_json::from_slice(line).map_err(RequestError::bad_frame);
        let answer = query.and_then(|MovesQuery { variant, position }| {
            moves(&variant, position.as_deref(), list)
        });
        match answer {
            Ok(view) => console.json(&view)?,
            Err(error) => console.json(&error)?,
        }
    }
    Ok(0)
}
