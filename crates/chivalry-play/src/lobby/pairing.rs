//! What comes of seeks and challenges: players with seats.

use crate::player::{Player, PlayerId};
use chivalry_rules::Seat;

use super::seek::Terms;
use super::{ChallengeId, SeekId};

/// A match to be made: everybody who plays it, and where they sit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// What brought the players together.
    pub origin: PairingOrigin,
    /// What is to be played.
    pub terms: Terms,
    /// A player for every seat, in turn order.
    pub seats: Vec<(Seat, Player)>,
    /// The player who asked first, and so makes the match.
    pub by: Player,
}

/// What brought players together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairingOrigin {
    /// A seek.
    Seek(SeekId),
    /// A challenge.
    Challenge(ChallengeId),
}

/// Where a seeker ended up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekOutcome {
    /// The seek in which the player now is, or was until it paired.
    pub seek: SeekId,
    /// The match to be made, if that filled it.
    pub pairing: Option<Pairing>,
}

impl Pairing {
    /// The seat of `player`.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats.iter().find(|(_, seated)| seated.id == player).map(|(seat, _)| *seat)
    }
}
