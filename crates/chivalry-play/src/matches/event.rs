//! What can happen to a match: the log that everything else is folded from.
//!
//! These values are stored for ever. A field may be added with a default;
//! none may change its meaning.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::clock::{Ledger, TimeControl, Timestamp};
use crate::player::PlayerId;
use chivalry_rules::{PerSeat, Seat, Team};

use super::MatchId;
use super::import::ImportedRecord;
use super::start_position::PriorMoves;
use super::tournament_game::TournamentGame;

/// One entry of a match's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// The match's version with this event, contiguous from 1.
    pub v: u32,
    /// When the server decided it.
    pub at: Timestamp,
    /// The command that caused it, when a player gave one an id: kept so that
    /// the same command sent again gets the same answer.
    pub cause: Option<CommandRef>,
    /// What happened.
    pub event: Event,
}

/// A player's command, by the id that the client gave it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandRef {
    /// Who sent it.
    pub player: PlayerId,
    /// The client's own id, up to 64 bytes.
    pub id: String,
}

/// Something that happened to a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Event {
    /// The match was made; always version 1.
    Created {
        /// The variant's pin: its name, and of an operator's variant the hash
        /// of its rules.
        variant: String,
        /// The position it starts from, when not the usual array.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// The time control.
        time: TimeControl,
        /// Whether it counts for ratings.
        rated: bool,
        /// Whether it is kept out of lists and joined by link only.
        private: bool,
        /// Who made it.
        by: PlayerId,
        /// The secret of each seat's link, where the seat was left free.
        #[serde(with = "per_seat")]
        keys: PerSeat<Option<String>>,
        /// What was before it, when something was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        origin: Option<Arc<Origin>>,
        /// By how many milliseconds everybody but the players sees it late.
        #[serde(default, skip_serializing_if = "is_zero")]
        watch_delay_ms: u32,
        /// Whether a partner plays on when the other resigns or flags
        /// (`rules.md 6.4`).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        partner_plays_on: bool,
    },
    /// A free seat's link was replaced: earlier ones are worth nothing.
    LinkRenewed {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The new link's secret.
        key: String,
        /// From when on it is worth nothing; never when not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires_at: Option<Timestamp>,
    },
    /// A free seat's link is worth nothing any more.
    LinkRevoked {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// A player took a seat.
    Seated {
        /// The seat taken.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// Who took it.
        player: PlayerId,
    },
    /// All seats are taken: the first turn begins.
    Started,
    /// A seat moved, or passed because it had no move (`rules.md 6.2`).
    Moved {
        /// The seat whose ply it is.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The route as played, or `pass` (`notation.md`).
        #[serde(rename = "move")]
        text: String,
        /// What it did to the seat's clock; a pass-turn takes no time.
        #[serde(flatten)]
        ledger: Option<Ledger>,
    },
    /// A seat proposed something to the other side.
    Offered {
        /// The seat that offers.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// What it offers.
        offer: Offer,
    },
    /// An offer is off the table without having been accepted.
    OfferEnded {
        /// The seat that had offered.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// What it had offered.
        offer: Offer,
        /// Why it ended.
        how: OfferEnd,
    },
    /// Plies were taken back, and all offers with them: the turn begins anew
    /// at this entry's time.
    TookBack {
        /// Plies that are left.
        ply: u32,
    },
    /// A seat plays no more, and its partner plays on (`rules.md 6.4`). All
    /// offers end with it.
    SeatOut {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// Why.
        how: SeatOutReason,
    },
    /// The other side added time to a seat's clock.
    TimeAdded {
        /// The seat that has more.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// How much, in milliseconds.
        ms: u64,
    },
    /// The server went away: clocks stand still from this entry's time on.
    Paused,
    /// The server is back: clocks go on from this entry's time.
    Resumed,
    /// The match is over; only talk of a rematch follows.
    Ended {
        /// Who won, if anybody.
        result: MatchResult,
        /// Why it ended.
        termination: Termination,
    },
    /// The players play again.
    Rematched {
        /// The match that they play then.
        to: MatchId,
    },
}

/// What was before a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// It goes on from the middle of another game.
    Continued(PriorMoves),
    /// It was played elsewhere, and is kept as its record tells it.
    Imported(ImportedRecord),
    /// It is a game of a tournament.
    #[serde(rename = "fixture")]
    TournamentGame(TournamentGame),
}

impl Origin {
    /// What the record told, of a game that was played elsewhere.
    #[must_use]
    pub fn imported(&self) -> Option<&ImportedRecord> {
        match self {
            Origin::Imported(imported) => Some(imported),
            Origin::Continued(_) | Origin::TournamentGame(_) => None,
        }
    }

    /// The game of a tournament that the match is.
    #[must_use]
    pub fn tournament_game(&self) -> Option<&TournamentGame> {
        match self {
            Origin::TournamentGame(game) => Some(game),
            Origin::Continued(_) | Origin::Imported(_) => None,
        }
    }
}

/// What one side can propose to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To call the match a draw (`rules.md 5.6`).
    Draw,
    /// To take moves back, up to the last of the seat that asks.
    Takeback,
    /// To play again with colours swapped, once the match is over.
    Rematch,
}

/// Why a seat plays no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Leaving))]
#[serde(rename_all = "snake_case")]
pub enum SeatOutReason {
    /// It resigned.
    Resignation,
    /// It ran out of time.
    Time,
}

impl SeatOutReason {
    /// How a match ends in which nobody plays on.
    #[must_use]
    pub const fn termination(self) -> Termination {
        match self {
            SeatOutReason::Resignation => Termination::Resignation,
            SeatOutReason::Time => Termination::Time,
        }
    }

    /// Its name in records and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.termination().as_str()
    }
}

/// How an offer ended without being accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OfferEnd {
    /// The other side said no.
    Declined,
    /// The other side moved on instead of answering.
    Lapsed,
    /// The seat that made it took it back.
    Withdrawn,
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchResult {
    /// The team of the first seat won.
    First,
    /// The team of the second seat won.
    Second,
    /// Nobody won.
    Draw,
    /// The match was called off and counts for nothing; of a game played
    /// elsewhere, the result is not known.
    Aborted,
}

impl MatchResult {
    /// Every result.
    pub const ALL: [MatchResult; 4] =
        [MatchResult::First, MatchResult::Second, MatchResult::Draw, MatchResult::Aborted];

    /// The result in which `team` won.
    #[must_use]
    pub const fn win(team: Team) -> MatchResult {
        match team {
            Team::First => MatchResult::First,
            Team::Second => MatchResult::Second,
        }
    }

    /// The team that won.
    #[must_use]
    pub const fn winner(self) -> Option<Team> {
        match self {
            MatchResult::First => Some(Team::First),
            MatchResult::Second => Some(Team::Second),
            MatchResult::Draw | MatchResult::Aborted => None,
        }
    }
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// Enough pieces in the goal castles (`rules.md 5.1`).
    Castle,
    /// Neither side has the pieces to win (`rules.md 5.2`).
    Bare,
    /// The enemies are captured (`rules.md 5.3`).
    Capture,
    /// The side to move cannot (`rules.md 5.4`).
    NoMove,
    /// The same position for the third time (`rules.md 5.5`).
    Repetition,
    /// Fifty turns by each seat without progress (`rules.md 5.5`).
    FiftyMoves,
    /// Every seat passed in a row (`rules.md 6.2`).
    Passes,
    /// Both sides agreed to a draw (`rules.md 5.6`).
    Agreement,
    /// A seat resigned (`rules.md 5.6`).
    Resignation,
    /// A seat ran out of time (`rules.md 5.6`).
    Time,
    /// The other side went away, and did not come back in time.
    Abandonment,
    /// Called off before it had begun.
    Abort,
    /// Not known: of a game played elsewhere.
    Unknown,
}

impl Termination {
    /// Every reason.
    pub const ALL: [Termination; 13] = [
        Termination::Castle,
        Termination::Bare,
        Termination::Capture,
        Termination::NoMove,
        Termination::Repetition,
        Termination::FiftyMoves,
        Termination::Passes,
        Termination::Agreement,
        Termination::Resignation,
        Termination::Time,
        Termination::Abandonment,
        Termination::Abort,
        Termination::Unknown,
    ];

    /// The reason's name in the store, in records and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::Castle => "castle",
            Termination::Bare => "bare",
            Termination::Capture => "capture",
            Termination::NoMove => "no_move",
            Termination::Repetition => "repetition",
            Termination::FiftyMoves => "fifty_moves",
            Termination::Passes => "passes",
            Termination::Agreement => "agreement",
            Termination::Resignation => "resignation",
            Termination::Time => "time",
            Termination::Abandonment => "abandonment",
            Termination::Abort => "abort",
            Termination::Unknown => "unknown",
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

mod seat_index {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use chivalry_rules::Seat;

    pub(super) fn serialize<S: Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(seat.index() as u8)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        let index = usize::deserialize(from)?;
        Seat::new(index).ok_or_else(|| D::Error::custom("a seat's index is 0 to 3"))
    }
}

pub(super) mod per_seat {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use chivalry_rules::PerSeat;

    pub(in crate::matches) fn serialize<T: Serialize, S: Serializer>(
        values: &PerSeat<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(|(_, value)| value))
    }

    pub(in crate::matches) fn deserialize<'de, T, D>(from: D) -> Result<PerSeat<T>, D::Error>
    where
        T: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        let mut values = <[T; 4]>::deserialize(from)?.into_iter();
        Ok(PerSeat::from_fn(|_| values.next().expect("four values for four seats")))
    }
}
