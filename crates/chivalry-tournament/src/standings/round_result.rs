//! The result of an entrant in one round.

use chivalry_rules::Team;

use crate::ids::{EntrantId, PairingId};
use crate::pairing::record::ByeReason;
use crate::plan::scoring::ByeWorth;

/// The result of an entrant in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundResult {
    /// The round, from 1.
    pub round: u16,
    /// The pairing. `None` without an opponent.
    pub pairing: Option<PairingId>,
    /// The opponent, with or without a played game.
    pub opponent: Option<EntrantId>,
    /// The side in the first game. `None` if no game was played.
    pub side: Option<Team>,
    /// The side that the pairing gave for the first game.
    pub scheduled_side: Option<Team>,
    /// Half points in the standings.
    pub points: u32,
    /// The kind of the result.
    pub kind: RoundResultKind,
    /// Half points of the games: own, and the opponent's.
    pub half_points: [u32; 2],
    /// Games won, without byes and forfeits.
    pub wins: u32,
    /// Games with the first side, and with the second.
    pub sides: [u32; 2],
    /// Pieces that entered the goal castle.
    pub castle_entries: u32,
    /// Pieces captured.
    pub captures: u32,
    /// Pieces lost.
    pub pieces_lost: u32,
    /// The entrant at a table of more than two players, which has no opponent
    /// and no sides.
    pub table: Option<TableResult>,
}

/// An entrant at a table of more than two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// The seat in turn order, from 0.
    pub seat: usize,
    /// The place, once the table is decided. `None` if nobody appeared.
    pub place: Option<u8>,
    /// The other entrants of the table.
    pub opponents: Vec<EntrantId>,
}

impl RoundResult {
    /// The opponent, or the others of a table.
    pub(super) fn opponents(&self) -> impl Iterator<Item = EntrantId> {
        let table = self.table.iter().flat_map(|table| table.opponents.iter().copied());
        self.opponent.into_iter().chain(table)
    }

    pub(super) const fn absent(round: u16) -> RoundResult {
        RoundResult {
            round,
            pairing: None,
            opponent: None,
            side: None,
            scheduled_side: None,
            points: 0,
            kind: RoundResultKind::Absent,
            half_points: [0, 0],
            wins: 0,
            sides: [0, 0],
            castle_entries: 0,
            captures: 0,
            pieces_lost: 0,
            table: None,
        }
    }
}

/// The kind of a round result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundResultKind {
    /// Undecided.
    Open,
    /// Played.
    Played,
    /// Won by forfeit.
    ForfeitWon,
    /// Lost by forfeit.
    ForfeitLost,
    /// There was no opponent.
    Bye(ByeReason, ByeWorth),
    /// Absent without a bye.
    Absent,
}

impl RoundResultKind {
    /// True if the entrant chose not to play.
    #[must_use]
    pub const fn is_own_choice(self) -> bool {
        matches!(
            self,
            RoundResultKind::ForfeitLost
                | RoundResultKind::Absent
                | RoundResultKind::Bye(ByeReason::Requested | ByeReason::Late, _)
        )
    }

    /// True for a round without a game that excludes a further bye of the pairing.
    pub(crate) const fn excludes_bye(self) -> bool {
        match self {
            RoundResultKind::ForfeitWon | RoundResultKind::Bye(ByeReason::Pairing, _) => true,
            RoundResultKind::Bye(_, worth) => matches!(worth, ByeWorth::Full),
            _ => false,
        }
    }

    /// True for a round without a game that scores more than a loss.
    pub(super) const fn is_worth_more_than_a_loss(self) -> bool {
        match self {
            RoundResultKind::ForfeitWon => true,
            RoundResultKind::Bye(why, worth) => {
                matches!(why, ByeReason::Pairing) || !matches!(worth, ByeWorth::Zero)
            }
            _ => false,
        }
    }
}
