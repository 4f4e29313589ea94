//! Rating of ended matches, and the ratings shown by a match.
//!
//! The commit of a match's end also queues the match for rating in the store. A restart therefore
//! loses no rating, and play never waits for it.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::store::{RatedMatch, Store, StoreError};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::Status;
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_play::rating::{Pool, PublicRating, SeatRating};
use chivalry_rules::PerSeat;

use crate::live::cluster::nodes::Entity;
use crate::live::match_actor::actor::{MatchActor, Message};
use crate::live::match_actor::feed::side_event::SideEventKind;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::registry::LiveContext;

/// Maximum number of matches per transaction.
const AT_ONCE: u32 = 32;

/// Pause of the task when no match is due or the database fails.
const REST: Duration = Duration::from_secs(30);

/// The ratings of the players of a match.
pub type SeatRatings = PerSeat<Option<SeatRating>>;

/// Rates ended matches until the server shuts down.
pub(crate) async fn rate(shared: Arc<LiveContext>) {
    while !shared.shutdown.is_cancelled() {
        let next_at = rate_due(&shared).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "could not rate ended matches");
            None
        });
        let rest = Instant::now() + REST;
        let next_at = next_at.map_or(rest, |at| shared.time.instant(at).min(rest));
        tokio::select! {
            () = shared.shutdown.cancelled() => {}
            () = shared.store.match_to_rate() => {}
            () = sleep_until(next_at) => {}
        }
    }
}

/// Rates all due matches and returns the next due time.
async fn rate_due(shared: &LiveContext) -> Result<Option<Timestamp>, StoreError> {
    while let Some(rated) = shared.store.rate_due(shared.time.now(), AT_ONCE).await? {
        for rated in rated {
            shared.send_ratings(&rated).await;
        }
        if shared.shutdown.is_cancelled() {
            break;
        }
    }
    shared.store.next_rating_at().await
}

/// Returns the ratings of the players at `now`, or the rating changes of an ended match. Guests
/// have none.
pub(crate) async fn load(
    store: &Store,
    snapshot: &MatchSnapshot,
    now: Timestamp,
) -> Result<SeatRatings, StoreError> {
    if matches!(snapshot.contest.status(), Status::Ended { .. }) {
        let changes = store.changes_of(snapshot.contest.id()).await?;
        return Ok(of_changes(&RatedMatch { match_id: snapshot.contest.id(), changes }));
    }
    let Some(pool) = Pool::of(&snapshot.contest, has_bot(&snapshot.players)) else {
        return Ok(SeatRatings::default());
    };
    let wanted = keys(pool, &snapshot.players);
    let strengths = store.strengths(&wanted, now).await?;
    let of_seats = of_players(pool, &snapshot.players, &strengths);
    Ok(PerSeat::from_fn(|seat| of_seats[seat].map(|before| SeatRating { before, change: None })))
}

pub(crate) fn has_bot(players: &PerSeat<Option<Player>>) -> bool {
    players.iter().any(|(_, player)| player.as_ref().is_some_and(|it| it.kind == PlayerKind::Bot))
}

/// Returns the keys of the players' ratings in the store.
pub(crate) fn keys(pool: Pool, players: &PerSeat<Option<Player>>) -> Vec<(PlayerId, Pool)> {
    let accounts = players.iter().filter_map(|(_, player)| account(player.as_ref()));
    accounts.map(|id| (id, pool)).collect()
}

/// Returns the ratings of the players from the store's answer.
pub(crate) fn of_players(
    pool: Pool,
    players: &PerSeat<Option<Player>>,
    strengths: &HashMap<(PlayerId, Pool), PublicRating>,
) -> PerSeat<Option<PublicRating>> {
    PerSeat::from_fn(|seat| {
        let id = account(players[seat].as_ref())?;
        Some(strengths.get(&(id, pool)).copied().unwrap_or(PublicRating::UNKNOWN))
    })
}

fn account(player: Option<&Player>) -> Option<PlayerId> {
    player.filter(|player| player.kind != PlayerKind::Guest).map(|player| player.id)
}

fn of_changes(rated: &RatedMatch) -> SeatRatings {
    let mut ratings = SeatRatings::default();
    for change in &rated.changes {
        ratings[change.seat] = Some(change.seat_rating());
    }
    ratings
}

impl LiveContext {
    /// Sends a match in memory its rating changes.
    async fn send_ratings(&self, rated: &RatedMatch) {
        let sender = {
            let shard = self.shard(rated.match_id);
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.get(&rated.match_id).map(|entry| entry.sender.clone())
        };
        if let Some(sender) = sender {
            // A retiring actor loads the changes on its return.
            let _ = sender.send(Box::new(Message::Rated(of_changes(rated)))).await;
        } else if let Some(nodes) = &self.nodes {
            nodes.tell_news(Entity::Match(rated.match_id)).await;
        }
    }
}

impl MatchActor {
    /// Reloads the ratings after a player took a seat.
    pub(crate) async fn load_ratings(&mut self) {
        let Some(snapshot) = self.snapshot.clone() else { return };
        match load(&self.shared.store, &snapshot, self.shared.time.now()).await {
            Ok(ratings) => self.show_ratings(ratings),
            Err(error) => tracing::warn!(%error, id = %self.id, "could not read ratings"),
        }
    }

    /// Adopts the ratings and broadcasts them, if they changed.
    pub(crate) fn show_ratings(&mut self, ratings: SeatRatings) {
        if self.snapshot.as_ref().is_none_or(|snapshot| snapshot.ratings == ratings) {
            return;
        }
        self.update_snapshot(|snapshot| snapshot.ratings = ratings);
        if let Some(delayed) = &mut self.delayed {
            delayed.show_ratings(ratings);
        }
        self.send_side_event(SideEventKind::Rated { ratings }, |_| true);
    }
}
