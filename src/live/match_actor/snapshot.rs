//! A match as a viewer sees it, with the names of its players.

use std::collections::HashMap;
use std::time::Duration;

use crate::store::{Store, StoreError};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{
    AppliedEvent, Event, Infraction, LogError, Match, MoveOutcomes, Premove, Premoves,
    RecordedEvent,
};
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_rules::PerSeat;

use crate::live::match_actor::seat_ratings::SeatRatings;

/// A match and its players.
#[derive(Clone, Debug)]
pub struct MatchSnapshot {
    /// The match.
    pub match_state: Match,
    /// The players by seat.
    pub players: PerSeat<Option<Player>>,
    /// The absent players. Each time is the moment from which the other side can claim the match.
    pub gone: PerSeat<Option<Timestamp>>,
    /// The ratings of the players and their changes by this match.
    pub ratings: SeatRatings,
    pub(crate) premoves: Premoves,
    /// The delay of this view behind the players' view.
    pub(crate) behind: Duration,
}

impl MatchSnapshot {
    pub(crate) fn new(match_state: Match) -> MatchSnapshot {
        MatchSnapshot {
            match_state,
            players: PerSeat::default(),
            gone: PerSeat::default(),
            ratings: SeatRatings::default(),
            premoves: Premoves::default(),
            behind: Duration::ZERO,
        }
    }

    /// Fills in the seats of one player.
    pub(crate) fn seat(&mut self, player: &Player) {
        if let Some(seat) = self.match_state.seat_of(player.id) {
            self.players[seat] = Some(player.clone());
        }
    }

    pub(crate) fn apply(
        &mut self,
        recorded: RecordedEvent,
        outcomes: &mut MoveOutcomes,
        by: Option<&Player>,
    ) -> Result<AppliedEvent, LogError> {
        let occurrence = self.match_state.apply_decided(recorded, outcomes)?;
        if let (Event::Seated { .. }, Some(player)) = (&occurrence.recorded.event, by) {
            self.seat(player);
        }
        Ok(occurrence)
    }

    /// Returns the premove of `player` for their coming ply. Only this player may see it.
    #[must_use]
    pub fn premove_of(&self, player: PlayerId) -> Option<&Premove> {
        self.premoves.of(self.match_state.seat_of(player)?)
    }

    /// Returns the time that this view shows at `now`. It is earlier for a delayed view.
    #[must_use]
    pub fn as_of(&self, now: Timestamp) -> Timestamp {
        let behind = i64::try_from(self.behind.as_millis()).unwrap_or(i64::MAX);
        Timestamp(now.0.saturating_sub(behind)).max(self.match_state.last_at())
    }

    /// Returns the infractions of `records`, which follow the log and were requested by `by`. Only
    /// infractions against a human opponent count.
    pub(crate) fn faults(
        &self,
        records: &[RecordedEvent],
        by: Option<&Player>,
    ) -> Vec<(PlayerId, Infraction)> {
        let variant = self.match_state.variant();
        let sits_across = |seat| {
            self.players.iter().any(|(other, player)| {
                let is_somebody = player.as_ref().is_some_and(|it| it.kind != PlayerKind::Bot);
                is_somebody && variant.team_of(other) != variant.team_of(seat)
            })
        };
        let faults = self.match_state.infractions(records, by.map(|player| player.id)).into_iter();
        let faults = faults.filter(|(seat, _)| sits_across(*seat));
        faults
            .filter_map(|(seat, fault)| Some((self.match_state.players()[seat]?, fault)))
            .collect()
    }

    /// True if `viewer` has a seat.
    #[must_use]
    pub fn is_player(&self, viewer: Option<PlayerId>) -> bool {
        viewer.is_some_and(|viewer| self.match_state.seat_of(viewer).is_some())
    }

    /// Returns the player who took a seat by `event`.
    #[must_use]
    pub fn seated_by(&self, event: &Event) -> Option<&Player> {
        match event {
            Event::Seated { seat, .. } => self.players[*seat].as_ref(),
            _ => None,
        }
    }
}

/// Reads the players of a match.
pub(crate) async fn load_players(
    store: &Store,
    match_state: &Match,
) -> Result<PerSeat<Option<Player>>, StoreError> {
    let ids: Vec<PlayerId> = match_state.players().iter().filter_map(|(_, id)| *id).collect();
    let players: HashMap<PlayerId, Player> =
        store.players().by_ids(&ids).await?.into_iter().map(|player| (player.id, player)).collect();
    Ok(PerSeat::from_fn(|seat| {
        match_state.players()[seat].and_then(|id| players.get(&id).cloned())
    }))
}
