//! The record of an imported game.

use serde::{Deserialize, Serialize};

use crate::matches::log::serde_seats::per_seat;
use chivalry_rules::notation::record::GameRecord;
use chivalry_rules::{PerSeat, Variant};

/// The record of an imported game without its moves. Its players are names, not players of this
/// server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedRecord {
    /// The names of the players, as far as known.
    #[serde(with = "per_seat")]
    names: PerSeat<Option<String>>,
    /// The tags in order.
    tags: Vec<(String, String)>,
    /// The moves with comments and variations, and the result, in canonical form.
    movetext: String,
}

impl ImportedRecord {
    /// Returns the names of the players, as far as known.
    #[must_use]
    pub fn names(&self) -> &PerSeat<Option<String>> {
        &self.names
    }

    /// Returns the tags in order.
    #[must_use]
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// Returns the value of a tag that states something: neither nothing nor the signs of PGN for
    /// unknown and absent values.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let value = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name))?.1.trim();
        Some(value).filter(|value| !matches!(*value, "" | "?" | "-" | "????.??.??"))
    }

    /// Returns the whole record.
    #[must_use]
    pub fn record(&self) -> GameRecord {
        let read: GameRecord =
            self.movetext.parse().expect("moves in the strict form, with a result");
        GameRecord { tags: self.tags.clone(), ..read }
    }

    pub(in crate::matches) fn of(record: &GameRecord, variant: &Variant) -> ImportedRecord {
        let name = |seat| {
            let name = record.tag(variant.seat_name(seat).as_str()).unwrap_or_default().trim();
            Some(name.to_owned()).filter(|name| !matches!(name.as_str(), "" | "?" | "-"))
        };
        let mut names = PerSeat::default();
        for seat in variant.seats() {
            names[seat] = name(seat);
        }
        let untagged = GameRecord { tags: Vec::new(), ..record.clone() };
        ImportedRecord { names, tags: record.tags.clone(), movetext: untagged.to_string() }
    }
}
