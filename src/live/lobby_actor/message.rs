//! Requests to the lobby actor, and their results.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;

use chivalry_play::lobby::{
    Challenge, ChallengeId, ConnectionId, DeclineReason, LobbyRefusal, Seek, SeekId,
    SeekPreferences, Seeker, Terms,
};
use chivalry_play::matches::{CommandRef, MatchId};
use chivalry_play::player::PlayerId;
use chivalry_rules::Seat;

use crate::live::error::LiveError;
use crate::live::lobby_actor::notification::{FeedSnapshot, Notice, Notifier};
use crate::store::StoreError;

/// The reason for which a lobby request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum LobbyError {
    /// The lobby refuses the command.
    #[error(transparent)]
    Refused(#[from] LobbyRefusal),
    /// The match could not be created.
    #[error(transparent)]
    Live(#[from] LiveError),
    /// The database failed. Nothing was changed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A player's command to the lobby.
#[derive(Clone, Debug)]
pub(crate) enum LobbyCommand {
    /// Seeks a game: see [`chivalry_play::lobby::Lobby::seek`].
    Seek {
        /// The player.
        by: Seeker,
        /// The preferences.
        wish: SeekPreferences,
    },
    /// Joins a seek: see [`chivalry_play::lobby::Lobby::accept`].
    Accept {
        /// The seek.
        seek: SeekId,
        /// The player.
        by: Seeker,
        /// The letter of the wanted seat.
        seat: Option<char>,
    },
    /// Leaves a seek or declines to be a partner in it. Without a seek, leaves all seeks that end
    /// with the connection.
    Leave {
        /// The seek.
        seek: Option<SeekId>,
        /// The player.
        by: PlayerId,
    },
    /// Challenges a player.
    Challenge {
        /// The challenger.
        by: Seeker,
        /// The opponent and the terms.
        wish: ChallengeTerms,
    },
    /// Answers or cancels a challenge.
    Answer {
        /// The challenge.
        challenge: ChallengeId,
        /// The player.
        by: PlayerId,
        /// The answer.
        say: ChallengeAnswer,
    },
}

/// The result of a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// The seek of the player, even if it has paired or the player has left it.
    pub seek: Option<SeekId>,
    /// The challenge that was sent or answered.
    pub challenge: Option<Arc<Challenge>>,
    /// The match, if the command created one.
    pub made: Option<Made>,
}

/// A new match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    /// The match.
    pub match_id: MatchId,
    /// The letter of the requester's seat.
    pub seat: char,
}

/// An answer to a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChallengeAnswer {
    /// The challenged player accepts.
    Accept,
    /// The challenged player declines.
    Decline(DeclineReason),
    /// The challenger withdraws.
    Cancel,
}

/// A challenge as requested by a player.
#[derive(Clone, Debug)]
pub(crate) struct ChallengeTerms {
    /// The challenged player.
    pub to: Seeker,
    /// The terms of the match.
    pub terms: Terms,
    /// The seat that the challenger wants.
    pub seat: Option<Seat>,
    /// Time until the challenge expires. `None` is the default.
    pub expires_in: Option<Duration>,
}

pub(crate) type Answer<T> = oneshot::Sender<Result<T, LobbyError>>;

pub(crate) enum Message {
    Connect {
        connection: ConnectionId,
        player: Option<PlayerId>,
        notifier: Notifier,
    },
    Disconnect {
        connection: ConnectionId,
    },
    Tell {
        player: PlayerId,
        notice: Notice,
    },
    Acquire {
        answer: Answer<()>,
    },
    Withdraw {
        player: PlayerId,
        answer: Answer<()>,
    },
    Follow {
        connection: ConnectionId,
        answer: Answer<Arc<FeedSnapshot>>,
    },
    Unfollow {
        connection: ConnectionId,
        answer: Answer<()>,
    },
    GetFeed {
        answer: Answer<Arc<FeedSnapshot>>,
    },
    Find {
        id: SeekId,
        answer: Answer<Arc<Seek>>,
    },
    FindReply {
        cause: CommandRef,
        answer: Answer<Option<Outcome>>,
    },
    Command {
        command: Box<LobbyCommand>,
        cause: Option<CommandRef>,
        home: Option<ConnectionId>,
        answer: Answer<Outcome>,
    },
}
