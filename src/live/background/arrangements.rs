//! Arranged games: players are reminded, and matches begin at the agreed times.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use chivalry_play::clock::Timestamp;
use chivalry_play::lobby::{
    Arrangement, ArrangementStatus, BEGINS_WITHIN, PairingOrigin, REMINDED_BEFORE,
};
use chivalry_play::matches::{MatchId, NewMatch};
use chivalry_play::player::Player;
use chivalry_rules::Seat;

use crate::live::error::LiveError;
use crate::live::lobby_actor::handle::LobbyHandle;
use crate::live::lobby_actor::notification::Notice;
use crate::live::lobby_actor::restore::command_of;
use crate::live::player_feed::PlayerNotice;
use crate::live::registry::Live;
use crate::random;
use crate::store::{Store, StoreError};

/// Interval at which the store is read, if no arrangement is due earlier.
const REST: Duration = Duration::from_secs(30);

/// Pause after a failure.
const AGAIN: Duration = Duration::from_secs(1);

/// Arrangements read at a time.
const MOST_AT_ONCE: u32 = 64;

/// The arranged games of this node. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct ArrangedGames {
    live: Live,
    store: Store,
    lobby: LobbyHandle,
    changed: Arc<Notify>,
}

impl ArrangedGames {
    pub(crate) fn new(live: Live, store: Store, lobby: LobbyHandle) -> ArrangedGames {
        ArrangedGames { live, store, lobby, changed: Arc::default() }
    }

    /// Tells both players of a change, and looks for the next game to begin.
    pub(crate) fn report(&self, arrangement: &Arrangement) {
        self.publish(arrangement, false);
        self.changed.notify_one();
    }

    /// Reminds players and begins games until `stop`.
    pub(crate) async fn run(self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let next_at = match self.round().await {
                Ok(next_at) => next_at,
                Err(error) => {
                    tracing::warn!(%error, "could not begin the arranged games");
                    Instant::now() + AGAIN
                }
            };
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                () = self.changed.notified() => {}
                () = sleep_until(next_at) => {}
            }
        }
    }

    /// Carries out all due work. Returns the time of the next round.
    async fn round(&self) -> Result<Instant, StoreError> {
        let now = self.live.time().now();
        let arrangements = self.store.arrangements();
        for arrangement in arrangements.due(now + REMINDED_BEFORE, true, MOST_AT_ONCE).await? {
            // A game that begins at once needs no reminder.
            if arrangement.due_at > now && arrangements.remind(&arrangement, now).await? {
                self.publish(&arrangement, true);
            }
        }
        let mut has_failed = false;
        for arrangement in arrangements.due(now, false, MOST_AT_ONCE).await? {
            has_failed |= !self.end(arrangement, now).await?;
        }
        let rest = Instant::now() + if has_failed { AGAIN } else { REST };
        let next_at = arrangements.next_due_at(now).await?;
        Ok(next_at.map_or(rest, |at| self.live.time().instant(at).min(rest)))
    }

    /// Begins an agreed game, or lets the arrangement expire. Returns false if it is tried again.
    async fn end(&self, arrangement: Arrangement, now: Timestamp) -> Result<bool, StoreError> {
        let is_late = now > arrangement.due_at + BEGINS_WITHIN;
        let is_offered = arrangement.terms.variant.is_offered();
        let mut after = Arrangement { status: ArrangementStatus::Expired, ..arrangement.clone() };
        if arrangement.status == ArrangementStatus::Agreed && !is_late && is_offered {
            match self.begin(&arrangement).await {
                Ok(match_id) => {
                    after.status = ArrangementStatus::Begun;
                    after.match_id = Some(match_id);
                }
                // The terms do not suit the players any more.
                Err(LiveError::Refused(refusal)) => {
                    tracing::info!(%refusal, id = %arrangement.id, "an arranged game did not begin");
                }
                Err(error) => {
                    tracing::warn!(%error, id = %arrangement.id, "an arranged game waits");
                    return Ok(false);
                }
            }
        }
        if self.store.arrangements().update(&arrangement, &after, now).await? {
            self.publish(&after, false);
        }
        Ok(true)
    }

    /// Creates the match. The creating command is named after the arrangement, which makes it
    /// idempotent.
    async fn begin(&self, arrangement: &Arrangement) -> Result<MatchId, LiveError> {
        let Arrangement { proposer, invited, terms, .. } = arrangement;
        let new = NewMatch {
            rated: terms.rated,
            arranged: true,
            ..NewMatch::plain(terms.variant, terms.time)
        };
        let mut seats: Vec<Seat> = terms.variant.seats().collect();
        let is_first = |seat: Seat| seat == seats[0];
        let proposer_is_first = match arrangement.seat {
            Some(seat) => is_first(seat),
            None => random::below(2) == 0,
        };
        if !proposer_is_first {
            seats.reverse();
        }
        let players = [proposer, invited].map(Player::clone);
        let seated: Vec<(Seat, Player)> = seats.into_iter().zip(players).collect();
        let origin = PairingOrigin::Arrangement(arrangement.id);
        let command = command_of(origin);
        let created =
            self.live.create_with(&new, proposer, &seated, Some(command), String::new).await?;
        let match_state = &created.match_state;
        for player in [proposer, invited] {
            let Some(seat) = match_state.letter_of(player.id) else { continue };
            let notice = Notice::Paired { match_id: match_state.id(), seat, origin };
            self.lobby.notify(player.id, notice).await;
        }
        Ok(match_state.id())
    }

    fn publish(&self, arrangement: &Arrangement, is_reminder: bool) {
        let arrangement = Arc::new(arrangement.clone());
        for player in arrangement.players() {
            let arrangement = Arc::clone(&arrangement);
            self.live.notify(player.id, PlayerNotice::Arranged { arrangement, is_reminder });
        }
    }
}
