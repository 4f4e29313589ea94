//! `chivalry replay`: checks game records.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::cli::console::{Console, counted};
use crate::cli::error::{CliError, FAULTY, NO};
use crate::protocol::requests::records::{RecordFaultView, RecordVerdict, RecordView};
use crate::protocol::views::rules::variant_named;
use chivalry_rules::Variant;
use chivalry_rules::notation::record::RecordReader;

/// The options of `replay`.
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// A file of game records; standard input if omitted or `-`
    file: Option<PathBuf>,
    /// The variant of records without a variant tag
    #[arg(long)]
    variant: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Totals of the replayed records.
#[derive(Default)]
struct Totals {
    games: u64,
    sound: u64,
}

impl Replay {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let variant = match self.variant.as_deref().map(variant_named).transpose() {
            Ok(variant) => variant,
            Err(error) => {
                console.report_error(&error, self.json)?;
                return Ok(FAULTY);
            }
        };
        let mut file = match self.file.as_deref().filter(|path| *path != Path::new("-")) {
            Some(path) => Some((path, open(path)?)),
            None => None,
        };
        let mut reader = RecordReader::new();
        let mut totals = Totals::default();
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = match &mut file {
                Some((path, file)) => file.read(&mut buffer).map_err(|e| file_error(path, e))?,
                None => {
                    console.flush()?;
                    console.input().read(&mut buffer)?
                }
            };
            match read {
                0 => reader.finish(),
                _ => reader.push(&buffer[..read]),
            }
            totals.replay_games(&mut reader, variant, console, self.json)?;
            if read == 0 {
                break;
            }
        }
        let Totals { games, sound } = totals;
        if !self.json {
            let (all, unsound) = (counted(games, "game", "games"), games - sound);
            writeln!(console, "{all}, {sound} sound, {unsound} not")?;
        }
        Ok(if sound == games { 0 } else { NO })
    }
}

impl Totals {
    /// Replays the games that have been read completely.
    fn replay_games(
        &mut self,
        reader: &mut RecordReader,
        variant: Option<&'static Variant>,
        console: &mut Console,
        json: bool,
    ) -> io::Result<()> {
        while let Some(game) = reader.next_game() {
            self.games += 1;
            let view = RecordView::of(self.games, &game, variant);
            self.sound += u64::from(view.is_sound());
            if json { console.json(&view)? } else { print_verdict(console, &view)? }
        }
        Ok(())
    }
}

fn open(path: &Path) -> Result<File, CliError> {
    File::open(path).map_err(|source| file_error(path, source))
}

fn file_error(path: &Path, source: io::Error) -> CliError {
    CliError::File { path: path.to_owned(), source }
}

fn print_verdict(console: &mut Console, view: &RecordView) -> io::Result<()> {
    write!(console, "game {}, line {}: ", view.game, view.line)?;
    match &view.verdict {
        RecordVerdict::Sound { variant, plies, result, reason, .. } => {
            let by = reason.as_ref().map(|reason| format!(" by {reason}")).unwrap_or_default();
            writeln!(console, "sound, {variant}, {plies} plies, {result}{by}")
        }
        RecordVerdict::Unsound(fault) => {
            let RecordFaultView { detail, ply, turn, rule, section, position, .. } = &**fault;
            if let (Some(ply), Some(turn)) = (ply, turn) {
                write!(console, "ply {ply}, {turn}: ")?;
            }
            if let (Some(rule), Some(section)) = (rule, section) {
                write!(console, "{rule} (rules {section}): ")?;
            }
            writeln!(console, "{detail}")?;
            match position {
                Some(position) => writeln!(console, "  {position}"),
                None => Ok(()),
            }
        }
    }
}
