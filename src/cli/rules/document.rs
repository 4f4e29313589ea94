//! `chivalry rules`: the rules of a variant as a document.

use std::io::Write as _;

use crate::cli::console::Console;
use crate::cli::error::{CliError, FAULTY};
use crate::cli::rules::drawing::{Palette, draw_board};
use crate::protocol::views::rules::position_of;
use crate::protocol::views::rules_document::{RuleBook, SectionView};
use chivalry_rules::Position;

/// The options of `rules`.
#[derive(Debug, clap::Args)]
pub struct Rules {
    /// The variant's name
    variant: String,
    /// Print one JSON object instead of Markdown
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let Some(variant) = console.variant(&self.variant, self.json)? else { return Ok(FAULTY) };
        let book = RuleBook::of(variant);
        if self.json {
            console.json(&book)?;
            return Ok(0);
        }
        writeln!(console, "# {}\n", variant.title())?;
        if let Some(text) = book.variant.texts.get("en") {
            writeln!(console, "{text}\n")?;
        }
        draw(console, &Position::start(variant))?;
        for (seat, castle) in &book.variant.castles {
            let goal = book.variant.goals.get(seat).map_or(String::new(), |goal| goal.join(" "));
            writeln!(console, "- {seat}: castle {}, goal {goal}", castle.join(" "))?;
        }
        writeln!(console)?;
        if let Some(about) = &book.about {
            paragraph(console, about)?;
        }
        writeln!(console, "## Moves\n")?;
        for lesson in &book.lessons {
            paragraph(console, &lesson.rule)?;
            if let Ok(position) = position_of(variant, Some(&lesson.position)) {
                draw(console, &position)?;
            }
            let more = if lesson.moves.len() < lesson.results { ", ..." } else { "" };
            let count = lesson.results;
            writeln!(console, "Legal here ({count}): {}{more}\n", lesson.moves.join(", "))?;
        }
        writeln!(console, "## The end\n")?;
        book.ends.iter().try_for_each(|end| paragraph(console, end))?;
        Ok(0)
    }
}

fn paragraph(console: &mut Console, rule: &SectionView) -> Result<(), CliError> {
    Ok(writeln!(console, "{} {}\n", rule.section, rule.text)?)
}

fn draw(console: &mut Console, position: &Position) -> Result<(), CliError> {
    writeln!(console, "```text")?;
    for line in draw_board(position, Palette::Plain) {
        writeln!(console, "{line}")?;
    }
    Ok(writeln!(console, "```\n")?)
}
