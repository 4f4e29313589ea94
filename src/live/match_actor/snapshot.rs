//! A match with the names of those who sit in it.

use std::collections::HashMap;
use std::time::Duration;

use crate::store::{Store, StoreError};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{
    AppliedEvent, Event, Infraction, LogError, Match, MoveOutcomes, Premove, Premoves,
    RecordedEvent,
};
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_rules::{PerSeat, Team};

use crate::live::background::ratings::SeatRatings;

/// A match and its players.
#[derive(Clone, Debug)]
pub struct MatchSnapshot {
    /// The match.
    pub contest: Match,
    /// Who sits where.
    pub players: PerSeat<Option<Player>>,
    /// The seats whose players have gone, and from when on they have been away
    /// for so long that the other side can claim the match.
    pub gone: PerSeat<Option<Timestamp>>,
    /// The ratings of those who sit in it, and what it did to them.
    pub ratings: SeatRatings,
    pub(crate) premoves: Premoves,
    /// By how much this is behind what the players see.
    pub(crate) behind: Duration,
}

impl MatchSnapshot {
    pub(crate) fn new(contest: Match) -> MatchSnapshot {
        MatchSnapshot {
            contest,
            players: PerSeat::default(),
            gone: PerSeat::default(),
            ratings: SeatRatings::default(),
            premoves: Premoves::default(),
            behind: Duration::ZERO,
        }
    }

    /// Fills in the seats of a player whose name is known.
    pub(crate) fn seat(&mut self, player: &Player) {
        if let Some(seat) = self.contest.seat_of(player.id) {
            self.players[seat] = Some(player.clone());
        }
    }

    pub(crate) fn apply(
        &mut self,
        recorded: RecordedEvent,
        outcomes: &mut MoveOutcomes,
        by: Option<&Player>,
    ) -> Result<AppliedEvent, LogError> {
        let occurrence = self.contest.apply_decided(recorded, outcomes)?;
        if let (Event::Seated { .. }, Some(player)) = (&occurrence.recorded.event, by) {
            self.seat(player);
        }
        Ok(occurrence)
    }

    /// What `player` has ready for their coming ply. Nobody is to be told but
    /// they themselves.
    #[must_use]
    pub fn premove_of(&self, player: PlayerId) -> Option<&Premove> {
        self.premoves.of(self.contest.seat_of(player)?)
    }

    /// The time of which the room speaks when it is `now`: earlier, where it
    /// is seen late.
    #[must_use]
    pub fn as_of(&self, now: Timestamp) -> Timestamp {
        let behind = i64::try_from(self.behind.as_millis()).unwrap_or(i64::MAX);
        Timestamp(now.0.saturating_sub(behind)).max(self.contest.last_at())
    }

    /// The players who let others down by `records`, which follow the log and `by` has asked for: where there is
    /// somebody on another side for whom it is a pity.
    pub(crate) fn faults(
        &self,
        records: &[RecordedEvent],
        by: Option<&Player>,
    ) -> Vec<(PlayerId, Infraction)> {
        let sits_across = |seat| {
            self.players.iter().any(|(other, player)| {
                let is_somebody = player.as_ref().is_some_and(|it| it.kind != PlayerKind::Bot);
                is_somebody && Team::of(other) != Team::of(seat)
            })
        };
        let faults = self.contest.infractions(records, by.map(|player| player.id)).into_iter();
        let faults = faults.filter(|(seat, _)| sits_across(*seat));
        faults.filter_map(|(seat, fault)| Some((self.contest.players()[seat]?, fault))).collect()
    }

    /// Whether `viewer` has a seat.
    #[must_use]
    pub fn is_player(&self, viewer: Option<PlayerId>) -> bool {
        viewer.is_some_and(|viewer| self.contest.seat_of(viewer).is_some())
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
pub(crate) async fn load_players(
    store: &Store,
    mut room: MatchSnapshot,
) -> Result<MatchSnapshot, StoreError> {
    let ids: Vec<PlayerId> = room.contest.players().iter().filter_map(|(_, id)| *id).collect();
    let players: HashMap<PlayerId, Player> =
        store.players(&ids).await?.into_iter().map(|player| (player.id, player)).collect();
    room.players = PerSeat::from_fn(|seat| {
        room.contest.players()[seat].and_then(|id| players.get(&id).cloned())
    });
    Ok(room)
}
