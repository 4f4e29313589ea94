//! Records of the games of an arena.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use chivalry_engine::arena::ArenaGame;
use chivalry_rules::notation::record::{GameRecord, RecordBuilder, RecordResult};
use chivalry_rules::{Outcome, Team};

use crate::cli::error::file_fault;

/// A file of game records.
pub(super) struct RecordFile {
    path: PathBuf,
    file: File,
}

impl RecordFile {
    /// Creates the file, or empties it.
    pub(super) fn create(path: &Path) -> Result<RecordFile, String> {
        let file = File::create(path).map_err(|error| file_fault(path, error))?;
        Ok(RecordFile { path: path.to_owned(), file })
    }

    pub(super) fn add(&mut self, records: &[GameRecord]) -> Result<(), String> {
        let text: String = records.iter().map(|record| format!("{record}\n")).collect();
        self.file.write_all(text.as_bytes()).map_err(|error| file_fault(&self.path, error))
    }
}

/// The record of a game. `names` are those of the player for the first team and of the other one.
pub(super) fn record(game: &ArenaGame, outcome: Outcome, names: [&str; 2]) -> GameRecord {
    let variant = game.game().position().variant();
    let mut builder = RecordBuilder::new(variant).tag("Event", "Arena");
    for seat in variant.seats() {
        let name = names[usize::from(variant.team_of(seat) != Team::First)];
        builder = builder.tag(variant.seat_name(seat).as_str(), name);
    }
    for turn in game.turns() {
        builder.text(turn, None).expect("a turn in the notation of records");
    }
    builder.finish(RecordResult::of(outcome, variant))
}
