//! Pairings: the players of a match to create, with their seats.

use crate::player::{Player, PlayerId};
use chivalry_rules::Seat;

use super::ids::{ArrangementId, ChallengeId, SeekId};
use super::seek::Terms;

/// A match to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The seek or challenge that led to the pairing.
    pub origin: PairingOrigin,
    /// The terms of the match.
    pub terms: Terms,
    /// A player for every seat, in turn order.
    pub seats: Vec<(Seat, Player)>,
    /// The player who asked first, which is the creator of the match.
    pub by: Player,
}

/// The origin of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairingOrigin {
    /// A seek.
    Seek(SeekId),
    /// A challenge.
    Challenge(ChallengeId),
    /// A game at an agreed time.
    Arrangement(ArrangementId),
}

/// The result of a seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekOutcome {
    /// The seek that the player is in, or was in before the pairing.
    pub seek: SeekId,
    /// The match to create, if the seek is full.
    pub pairing: Option<Pairing>,
}

impl Pairing {
    /// Returns the seat of `player`.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats.iter().find(|(_, seated)| seated.id == player).map(|(seat, _)| *seat)
    }
}
