//! `chivalry check`: checks a move.

use std::io::Write;

use crate::cli::console::{Console, position_argument};
use crate::cli::error::{CliError, FAULTY, NO};
use crate::protocol::RequestError;
use crate::protocol::views::rules::{CheckQuery, CheckView, check};

/// The options of `check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// The variant's name; not needed with --batch
    #[arg(requires = "position")]
    variant: Option<String>,
    /// The position before the move
    position: Option<String>,
    /// The move; if omitted, each line of standard input is a move from that position
    #[arg(value_name = "MOVE")]
    turn: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    /// Read lines of JSON from standard input, each `{"variant", "position", "move"}`, and
    /// print one line for each; an invalid line is answered with its error
    #[arg(long, conflicts_with = "variant")]
    batch: bool,
}

impl Check {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let Some((variant, position)) = self.variant.zip(self.position).filter(|_| !self.batch)
        else {
            return answer_batch(console);
        };
        let answer = |console: &mut Console, turn: &str| {
            print_answer(console, check(&variant, position_argument(&position), turn), self.json)
        };
        if let Some(turn) = self.turn {
            return answer(console, &turn);
        }
        let mut status = 0;
        while let Some(line) = console.next_line()? {
            let turn = String::from_utf8_lossy(line).into_owned();
            status = status.max(answer(console, &turn)?);
        }
        Ok(status)
    }
}

/// Prints an answer and returns its exit status.
fn print_answer(
    console: &mut Console,
    answer: Result<CheckView, RequestError>,
    json: bool,
) -> Result<u8, CliError> {
    let view = match answer {
        Ok(view) => view,
        Err(error) => {
            console.report_error(&error, json)?;
            return Ok(FAULTY);
        }
    };
    if json {
        console.json(&view)?;
    }
    match &view {
        CheckView::Legal { position, outcome, .. } => {
            if !json {
                writeln!(console, "{position}")?;
                if let Some(outcome) = outcome {
                    console.write_remark(&format!("The game is over: {outcome}."))?;
                }
            }
            Ok(0)
        }
        CheckView::Refused(refused) => {
            if !json {
                let (rule, section) = (&refused.rule, &refused.section);
                writeln!(console, "{rule} (rules {section}): {}", refused.detail)?;
            }
            Ok(NO)
        }
    }
}

fn answer_batch(console: &mut Console) -> Result<u8, CliError> {
    while let Some(line) = console.next_line()? {
        let query = serde_json::from_slice(line).map_err(RequestError::bad_frame);
        let answer = query.and_then(|CheckQuery { variant, position, turn }| {
            check(&variant, position.as_deref(), &turn)
        });
        match answer {
            Ok(view) => console.json(&view)?,
            Err(error) => console.json(&error)?,
        }
    }
    Ok(0)
}
