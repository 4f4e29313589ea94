//! Requests to a match actor.

use std::sync::Arc;

use tokio::sync::oneshot;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChatRoom, Command, CommandAck, CommandRef, PremoveTree};
use chivalry_play::player::{Player, PlayerId};

use crate::live::error::LiveError;
use crate::live::match_actor::chat::{LastLines, Said};
use crate::live::match_actor::feed::broadcast::Subscriber;
use crate::live::match_actor::seat_ratings::SeatRatings;
use crate::live::match_actor::snapshot::MatchSnapshot;

/// The sender of an answer. The requester may be gone.
pub(crate) type Answer<T> = oneshot::Sender<Result<T, LiveError>>;

/// A request to a match actor.
pub(crate) enum Message {
    Command {
        by: Player,
        cause: Option<CommandRef>,
        command: Command,
        received_at: Timestamp,
        answer: Answer<CommandAck>,
    },
    Premove {
        by: PlayerId,
        cause: Option<CommandRef>,
        wish: NewPremove,
        received_at: Timestamp,
        answer: Answer<CommandAck>,
    },
    GetSnapshot {
        viewer: Option<PlayerId>,
        answer: Answer<Arc<MatchSnapshot>>,
    },
    Watch {
        viewer: Option<PlayerId>,
        subscriber: Subscriber,
        answer: Answer<Arc<MatchSnapshot>>,
    },
    Unwatch {
        subscriber: Subscriber,
        answer: Answer<()>,
    },
    Chat(ChatRequest),
    /// The match was rated.
    Rated(SeatRatings),
    /// Drops cached personal data or chat of the match.
    Forget(Forget),
    /// A stall of the database has ended. Its time is nobody's.
    Compensate,
    /// A vacation of a player began or ended.
    Vacation,
    /// The directors of the tournament ordered something.
    Orders,
    /// Asks if another node may acquire the match now.
    IsMovable {
        answer: Answer<bool>,
    },
}

/// A chat request to a match actor.
pub(crate) enum ChatRequest {
    Send {
        by: Player,
        cause: Option<CommandRef>,
        room: ChatRoom,
        text: String,
        answer: Answer<Said>,
    },
    Subscribe {
        viewer: Option<PlayerId>,
        subscriber: Subscriber,
        answer: Answer<Vec<LastLines>>,
    },
    Hide {
        by: PlayerId,
        room: ChatRoom,
        line: u32,
        answer: Answer<bool>,
    },
}

/// A request to set or clear a premove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPremove {
    /// The number of the coming ply. `None` accepts any number.
    pub ply: Option<u32>,
    /// The moves to play. `None` clears the premove.
    pub line: Option<PremoveTree>,
}

/// Cached data that a match drops.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Forget {
    /// The name and chat lines of a player.
    Player(PlayerId),
    /// All chat lines.
    Chat,
}

impl Message {
    /// Answers the request with an error.
    pub(crate) fn refuse(self, error: LiveError) {
        match self {
            Message::Command { answer, .. } | Message::Premove { answer, .. } => {
                drop(answer.send(Err(error)));
            }
            Message::GetSnapshot { answer, .. } | Message::Watch { answer, .. } => {
                drop(answer.send(Err(error)));
            }
            Message::Unwatch { answer, .. } => drop(answer.send(Err(error))),
            Message::Chat(ChatRequest::Send { answer, .. }) => drop(answer.send(Err(error))),
            Message::Chat(ChatRequest::Subscribe { answer, .. }) => drop(answer.send(Err(error))),
            Message::Chat(ChatRequest::Hide { answer, .. }) | Message::IsMovable { answer } => {
                drop(answer.send(Err(error)));
            }
            Message::Rated(_)
            | Message::Forget(_)
            | Message::Compensate
            | Message::Vacation
            | Message::Orders => {}
        }
    }
}
