//! Requests to a tournament actor, and their errors.

use std::sync::Arc;

use tokio::sync::oneshot;

use chivalry_play::matches::{CommandRef, MatchId};
use chivalry_play::player::PlayerId;
use chivalry_tournament::{Command, EntrantId, LogError, PlanError, Refusal};

use crate::live::error::LiveError;
use crate::live::match_actor::feed::broadcast::Subscriber;
use crate::live::tournament_actor::snapshot::TournamentSnapshot;
use crate::store::{StoreError, TournamentAppendError};

/// A request to a tournament actor.
pub(crate) enum Message {
    Command {
        by: PlayerId,
        cause: Option<CommandRef>,
        command: Box<Command>,
        answer: Answer<Done>,
    },
    GetSnapshot {
        answer: Answer<Arc<TournamentSnapshot>>,
    },
    Follow {
        subscriber: Subscriber,
        answer: Answer<Arc<TournamentSnapshot>>,
    },
    Unfollow {
        subscriber: Subscriber,
        answer: Answer<()>,
    },
    /// A match of the tournament has ended.
    Ended {
        played_in: MatchId,
    },
    /// Any match of the tournament may have ended.
    CheckMatches,
    /// Drops the cached name of a player.
    Forget {
        player: PlayerId,
    },
}

pub(crate) type Answer<T> = oneshot::Sender<Result<T, TournamentError>>;

/// The reason for which a tournament request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum TournamentError {
    /// The tournament does not exist.
    #[error("there is no such tournament")]
    NotFound,
    /// The tournament refuses the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The plan is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Draining,
    /// The database failed. The outcome of the command is unknown until it is repeated with the
    /// same id.
    #[error("the database does not respond")]
    Unavailable(#[source] TournamentAppendError),
    /// A match could not be created or read.
    #[error(transparent)]
    Match(#[from] LiveError),
    /// The log cannot be read.
    #[error("the tournament's log cannot be read")]
    BrokenLog(#[from] LogError),
    /// The pairing or another computation failed.
    #[error("the tournament could not be computed")]
    Failed,
}

impl From<StoreError> for TournamentError {
    fn from(error: StoreError) -> TournamentError {
        TournamentError::Unavailable(TournamentAppendError::Store(error))
    }
}

/// The result of an accepted command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// The version of its first event.
    pub v: u32,
    /// The entrant created by the command.
    pub entrant: Option<EntrantId>,
}

impl Message {
    pub(crate) fn refuse(self, error: TournamentError) {
        // The requester may be gone.
        match self {
            Message::Command { answer, .. } => drop(answer.send(Err(error))),
            Message::GetSnapshot { answer } | Message::Follow { answer, .. } => {
                drop(answer.send(Err(error)));
            }
            Message::Unfollow { answer, .. } => drop(answer.send(Err(error))),
            Message::Ended { .. } | Message::CheckMatches | Message::Forget { .. } => {}
        }
    }
}
