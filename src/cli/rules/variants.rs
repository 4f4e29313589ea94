//! `chivalry variants`: lists the variants.

use std::io::Write;

use crate::cli::console::Console;
use crate::cli::error::CliError;
use crate::protocol::views::variants::VariantView;
use chivalry_rules::Variant;

/// The options of `variants`.
#[derive(Debug, clap::Args)]
pub struct Variants {
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

impl Variants {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        for variant in Variant::offered() {
            if self.json {
                console.json(&VariantView::of(variant))?;
                continue;
            }
            let also: String =
                variant.aliases().iter().map(|alias| format!(", also {alias}")).collect();
            let (squares, seats) = (variant.board().len(), variant.seat_count());
            let (name, title, section) = (variant.name(), variant.title(), variant.section());
            writeln!(
                console,
                "{name:<21} {title:<24} {seats} seats, {squares:>3} squares, rules {section}{also}"
            )?;
        }
        Ok(0)
    }
}
