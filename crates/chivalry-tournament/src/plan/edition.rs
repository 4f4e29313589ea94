//! Editions of the FIDE regulations.

use serde::{Deserialize, Serialize};

/// An edition of the FIDE regulations, by which a tournament is paired and
/// ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Edition {
    /// The Dutch system of July 2017 (C.04.3). In tie-breaks, a round that the
    /// opponent chose not to play counts as a draw. Tournaments without an
    /// edition have this one.
    #[default]
    #[serde(rename = "fide-2017")]
    Fide2017,
    /// The Dutch system of February 2026 (C.04.3), and the tie-breaks of March
    /// 2026 (C.07).
    #[serde(rename = "fide-2026")]
    Fide2026,
}

impl Edition {
    /// All editions, the oldest first.
    pub const ALL: [Edition; 2] = [Edition::Fide2017, Edition::Fide2026];

    /// The edition of new tournaments.
    pub const NEWEST: Edition = Edition::Fide2026;

    /// Returns the name of the edition.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Edition::Fide2017 => "fide-2017",
            Edition::Fide2026 => "fide-2026",
        }
    }
}
