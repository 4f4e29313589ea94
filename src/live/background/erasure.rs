//! Removal of erased players from memory, mainly of their cached names.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;

use crate::store::{Store, StoreError};
use chivalry_play::clock::Timestamp;
use chivalry_play::lobby::{Challenge, DeclineReason, SeekId};
use chivalry_play::matches::{Command, MatchId};
use chivalry_play::player::{Player, PlayerId};

use crate::live::error::LiveError;
use crate::live::lobby_actor::actor::LobbyActor;
use crate::live::lobby_actor::handle::{ChallengeAnswer, LobbyError};
use crate::live::lobby_actor::notification::Notice;
use crate::live::match_actor::actor::{MatchActor, Message};
use crate::live::match_actor::snapshot;
use crate::live::player_feed::Concern;
use crate::live::registry::{Live, LiveContext, MatchSender};
use crate::live::time::Rounds;
use crate::live::tournament_actor::handle::Tournaments;

/// Age after which an erasure is known to all nodes.
const LONG_AGO: Duration = Duration::from_secs(60);

/// Interval of checks for erasures by other nodes.
const CHECK_EVERY: Duration = Duration::from_secs(5);

/// Cached data that a match drops.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Forget {
    /// The name and chat lines of a player.
    Player(PlayerId),
    /// All chat lines.
    Chat,
}

impl Live {
    /// Subscribes to erased players, whichever node erased them.
    #[must_use]
    pub fn erased(&self) -> broadcast::Receiver<PlayerId> {
        self.shared.erased.subscribe()
    }

    /// Removes an erased player from memory. The other nodes read the erasure from the store.
    pub async fn forget_player(&self, player: PlayerId) {
        self.shared.forget_player(player).await;
    }

    /// Aborts the player's matches that nobody else has joined. Other matches are left unchanged.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn withdraw(&self, player: &Player, matches: &[MatchId]) -> Result<(), LiveError> {
        for id in matches {
            match self.command(*id, player, None, Command::Abort).await {
                Ok(_) | Err(LiveError::Refused(_) | LiveError::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Tournaments {
    /// Removes the cached name of a player from all tournaments in memory.
    pub(crate) async fn forget_player(&self, player: PlayerId) {
        self.context().forget_player(player).await;
    }
}

impl LiveContext {
    pub(crate) async fn forget_player(&self, player: PlayerId) {
        // There may be no receiver.
        let _ = self.erased.send(player);
        self.player_feeds.publish(player, || Concern::Erased);
        let mut senders: Vec<MatchSender> = Vec::new();
        for shard in &self.shards {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            senders.extend(shard.values().map(|entry| entry.sender.clone()));
        }
        for sender in senders {
            // A retiring actor loads the names again on its return.
            let _ = sender.send(Box::new(Message::Forget(Forget::Player(player)))).await;
        }
    }

    /// Drops the cached chat of a match, if it is in memory.
    pub(crate) async fn forget_talk(&self, id: MatchId) {
        let sender = {
            let shard = self.shard(id).lock().unwrap_or_else(PoisonError::into_inner);
            shard.get(&id).map(|entry| entry.sender.clone())
        };
        if let Some(sender) = sender {
            let _ = sender.send(Box::new(Message::Forget(Forget::Chat))).await;
        }
    }
}

impl MatchActor {
    /// Drops or reloads cached personal data.
    pub(crate) async fn forget(&mut self, what: Forget) {
        let Forget::Player(player) = what else {
            self.chat_history = None;
            return;
        };
        let is_theirs = |line: &Arc<chivalry_play::matches::ChatLine>| line.player.id == player;
        if self.chat_history.iter().flatten().flatten().any(is_theirs) {
            self.chat_history = None;
        }
        let Some(before) = self.snapshot.clone() else { return };
        if before.contest.seat_of(player).is_none() {
            return;
        }
        match snapshot::load_players(&self.shared.store, snapshot::MatchSnapshot::clone(&before))
            .await
        {
            Ok(renamed) => {
                let players = renamed.players;
                if let Some(delayed) = &mut self.delayed {
                    delayed.show_players(players.clone());
                }
                self.update_snapshot(|snapshot| snapshot.players = players);
            }
            // The next load reads the whole match.
            Err(error) => {
                tracing::warn!(%error, id = %self.id, "could not read player names");
                self.snapshot = None;
            }
        }
    }
}

impl LobbyActor {
    /// Notifies the connections of an erased player and removes their seeks and challenges.
    pub(crate) async fn forget_player(&mut self, player: PlayerId) {
        self.subscribers.send(player, &Notice::Erased);
        if let Err(error) = self.withdraw(player).await {
            tracing::warn!(%error, "could not withdraw the seeks of an erased player");
        }
    }

    /// Removes players that other nodes have erased.
    pub(crate) async fn remove_erased(&mut self) {
        match recently_erased(&self.store, self.live.time().now()).await {
            Ok(erased) => {
                for player in erased {
                    self.forget_player(player).await;
                }
            }
            Err(error) => tracing::warn!(%error, "could not read the erased players"),
        }
    }

    /// Removes a player from every seek and challenge. Does nothing if another node owns the lobby.
    pub(crate) async fn withdraw(&mut self, player: PlayerId) -> Result<(), LobbyError> {
        if self.live.nodes().is_some() && self.lease.is_none() {
            return Ok(());
        }
        let mut next = self.lobby.clone();
        let is_in = |seek: &&Arc<chivalry_play::lobby::Seek>| {
            seek.has(player) || seek.invited().is_some_and(|invited| invited.id == player)
        };
        let seeks: Vec<SeekId> =
            self.lobby.seeks().iter().filter(is_in).map(|seek| seek.id).collect();
        if !seeks.is_empty() {
            for seek in seeks {
                next.leave(seek, player)?;
            }
            self.commit_pairing(next, None).await?;
        }
        let challenges: Vec<Arc<Challenge>> = self.lobby.challenges().to_vec();
        for challenge in challenges {
            let say = if challenge.by.player.id == player {
                ChallengeAnswer::Cancel
            } else if challenge.to.player.id == player {
                ChallengeAnswer::Decline(DeclineReason::Generic)
            } else {
                continue;
            };
            self.answer(challenge.id, player, say).await?;
        }
        Ok(())
    }
}

async fn recently_erased(store: &Store, now: Timestamp) -> Result<Vec<PlayerId>, StoreError> {
    let long_ago = i64::try_from(LONG_AGO.as_millis()).unwrap_or(i64::MAX);
    store.erased_since(Timestamp(now.0.saturating_sub(long_ago))).await
}

/// Removes players that other nodes or the command line have erased.
pub(crate) async fn watch(shared: Arc<LiveContext>) {
    let mut forgotten: HashSet<PlayerId> = HashSet::new();
    let mut checks = Rounds::every(CHECK_EVERY, &shared.shutdown);
    while checks.next().await {
        match recently_erased(&shared.store, shared.time.now()).await {
            Ok(erased) => {
                for player in erased.iter().filter(|player| !forgotten.contains(player)) {
                    shared.store.forget_in_memory(*player);
                    shared.forget_player(*player).await;
                }
                forgotten = erased.into_iter().collect();
            }
            Err(error) => tracing::warn!(%error, "could not read the erased players"),
        }
    }
}
