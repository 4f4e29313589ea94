//! The last replies of the lobby. A repeated command id returns the first reply
//! (`docs/protocol.md`, "Principles").

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use chivalry_play::lobby::SeekId;
use chivalry_play::matches::CommandRef;
use chivalry_play::player::PlayerId;

use crate::live::lobby_actor::message::{ChallengeTerms, LobbyCommand, Outcome};

/// Capacity of the cache. The oldest replies are evicted.
const MOST_ANSWERS: usize = 16_384;

/// The hash of a command's content, which distinguishes a repeated command from another one with
/// its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Content(u64);

impl Content {
    /// Returns the content of a command. Ratings of players, which change, are not part of it.
    pub(crate) fn of(command: &LobbyCommand) -> Content {
        let text = match command {
            LobbyCommand::Seek { wish, .. } => format!("seek {wish:?}"),
            LobbyCommand::Accept { seek, seat, .. } => format!("accept {seek:?} {seat:?}"),
            LobbyCommand::Leave { seek, .. } => format!("leave {seek:?}"),
            LobbyCommand::Challenge { wish, .. } => {
                let ChallengeTerms { to, terms, seat, expires_in } = wish;
                format!("challenge {:?} {terms:?} {seat:?} {expires_in:?}", to.player.id)
            }
            LobbyCommand::Answer { challenge, say, .. } => format!("answer {challenge:?} {say:?}"),
        };
        Content(HASH_SEED.hash_one(text))
    }
}

/// Hashes with a random seed, so that clients cannot cause collisions.
static HASH_SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);

#[derive(Debug, Default)]
pub(crate) struct ReplyCache {
    outcomes: HashMap<CommandRef, (Content, Outcome)>,
    /// In the order of the replies. Some may be removed already.
    order: VecDeque<CommandRef>,
}

impl ReplyCache {
    /// Returns the reply to the command of that id, and the content of the command.
    pub(crate) fn find(&self, cause: &CommandRef) -> Option<&(Content, Outcome)> {
        self.outcomes.get(cause)
    }

    pub(crate) fn remember(&mut self, cause: CommandRef, content: Content, outcome: Outcome) {
        if self.order.len() >= MOST_ANSWERS
            && let Some(oldest) = self.order.pop_front()
        {
            self.outcomes.remove(&oldest);
        }
        self.order.push_back(cause.clone());
        self.outcomes.insert(cause, (content, outcome));
    }

    /// Removes the replies that put a player in a seek which ended with the connection. A repeated
    /// command then seeks again.
    pub(crate) fn forget(&mut self, player: PlayerId, seek: SeekId) {
        let is_of = |cause: &CommandRef, outcome: &Outcome| {
            cause.player == player && outcome.seek == Some(seek)
        };
        self.outcomes.retain(|cause, (_, outcome)| !is_of(cause, outcome));
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn cause(player: u128, id: usize) -> CommandRef {
        CommandRef { player: PlayerId(Uuid::from_u128(player)), id: id.to_string() }
    }

    fn of_seek(seek: u128) -> Outcome {
        Outcome { seek: Some(SeekId(Uuid::from_u128(seek))), ..Outcome::default() }
    }

    #[test]
    fn the_oldest_replies_are_evicted_first() {
        let mut answered = ReplyCache::default();
        for id in 0..=MOST_ANSWERS {
            answered.remember(cause(1, id), Content(0), of_seek(7));
        }
        let known = |id| answered.find(&cause(1, id)).is_some();
        assert_eq!([known(0), known(1), known(MOST_ANSWERS)], [false, true, true]);
        assert_eq!(answered.outcomes.len(), MOST_ANSWERS);
    }

    #[test]
    fn a_lost_connection_removes_only_its_own_players_replies() {
        let mut answered = ReplyCache::default();
        answered.remember(cause(1, 1), Content(0), of_seek(7));
        answered.remember(cause(1, 2), Content(0), of_seek(8));
        answered.remember(cause(2, 1), Content(0), of_seek(7));
        answered.forget(PlayerId(Uuid::from_u128(1)), SeekId(Uuid::from_u128(7)));
        let known = |player, id| answered.find(&cause(player, id)).is_some();
        assert_eq!([known(1, 1), known(1, 2), known(2, 1)], [false, true, true]);
    }
}
