//! TODO-DOC

use serde::{Deserialize, Serialize};

use crate::matches::log::serde_seats::per_seat;
use chivalry_rules::notation::record::GameRecord;
use chivalry_rules::{PerSeat, Variant};

/// What the record of a game that was played elsewhere tells besides its
/// moves. Its players are names, and nobody of this server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedRecord {
    /// Who sat where, as far as it is known.
    #[serde(with = "per_seat")]
    names: PerSeat<Option<String>>,
    /// The record's tags, in their order.
    tags: Vec<(String, String)>,
    /// The moves with all that is written between them, and the result, in
    /// the strict form of records.
    movetext: String,
}

impl ImportedRecord {
    /// Who sat where, as far as it is known.
    #[must_use]
    pub fn names(&self) -> &PerSeat<Option<String>> {
        &self.names
    }

    /// The record's tags, in their order.
    #[must_use]
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The whole record, as it was read.
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
