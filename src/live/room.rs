//! A match with the names of those who sit in it.

use std::collections::HashMap;

use crate::matches::{Event, LogError, Match, Occurrence, Recorded};
use crate::player::{Player, PlayerId};
use crate::rules::PerSeat;
use crate::store::{Store, StoreError};

/// A match and its players.
#[derive(Clone, Debug)]
pub struct Room {
    /// The match.
    pub contest: Match,
    /// Who sits where.
    pub players: PerSeat<Option<Player>>,
}

impl Room {
    pub(super) fn new(contest: Match) -> Room {
        Room { contest, players: PerSeat::default() }
    }

    /// Fills in the seats of a player whose name is known.
    pub(super) fn seat(&mut self, player: &Player) {
        if let Some(seat) = self.contest.seat_of(player.id) {
            self.players[seat] = Some(player.clone());
        }
    }

    pub(super) fn apply(
        &mut self,
        recorded: Recorded,
        by: Option<&Player>,
    ) -> Result<Occurrence, LogError> {
        let occurrence = self.contest.apply(recorded)?;
        if let (Event::Seated { .. }, Some(player)) = (&occurrence.recorded.event, by) {
            self.seat(player);
        }
        Ok(occurrence)
    }

    /// The player who took a seat, if that is what `event` says.
    #[must_use]
    pub fn seated_by(&self, event: &Event) -> Option<&Player> {
        match event {
            Event::Seated { seat, .. } => self.players[*seat].as_ref(),
            _ => None,
        }
    }
}

/// Fills in the names of a room's players.
pub(super) async fn load_players(store: &Store, mut room: Room) -> Result<Room, StoreError> {
    let ids: Vec<PlayerId> = room.contest.players().iter().filter_map(|(_, id)| *id).collect();
    let players: HashMap<PlayerId, Player> =
        store.players(&ids).await?.into_iter().map(|player| (player.id, player)).collect();
    room.players = PerSeat::from_fn(|seat| {
        room.contest.players()[seat].and_then(|id| players.get(&id).cloned())
    });
    Ok(room)
}
