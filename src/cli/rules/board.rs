//! `chivalry board`: prints a board as text.

use std::io::Write;

use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::error::CliError;
use crate::cli::rules::drawing::{Palette, draw_board};

/// The options of `board`.
#[derive(Debug, clap::Args)]
pub struct Board {
    /// The variant's name
    variant: String,
    /// The position; if omitted, each line of standard input, or the array if there are none
    position: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// A board drawn in text.
#[derive(Serialize)]
struct BoardView {
    variant: &'static str,
    position: String,
    drawing: Vec<String>,
}

impl Board {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let palette = if console.has_colour() { Palette::Colour } else { Palette::Plain };
        let mut first = true;
        console.each_position(
            &self.variant,
            self.position.as_deref(),
            self.json,
            |out, position| {
                if self.json {
                    return out.json(&BoardView {
                        variant: position.variant().name(),
                        position: position.to_string(),
                        drawing: draw_board(position, Palette::Plain),
                    });
                }
                if !std::mem::take(&mut first) {
                    writeln!(out)?;
                }
                draw_board(position, palette).iter().try_for_each(|line| writeln!(out, "{line}"))
            },
        )
    }
}
