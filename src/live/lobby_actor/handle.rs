//! The way to the lobby. One task owns it ([`LobbyActor`]): it decides, stores
//! what stays, makes the matches that come about, publishes and answers, in
//! that order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::store::{Store, StoreError};
use chivalry_play::lobby::{
    Challenge, ChallengeId, ConnectionId, DeclineReason, LobbyRefusal, Seek, SeekId,
    SeekPreferences, Seeker, Terms,
};
use chivalry_play::matches::{CommandRef, MatchId};
use chivalry_play::player::PlayerId;
use chivalry_rules::Seat;

use crate::live::error::LiveError;
use crate::live::lobby_actor::notification::{FeedSnapshot, Notice, Notifier};
use crate::live::registry::Live;

pub(crate) use crate::live::lobby_actor::actor::LobbyActor;

/// Messages that may wait for the lobby; more wait for room.
const MAILBOX: usize = 1024;

/// The way to the lobby. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct LobbyHandle {
    mailbox: mpsc::Sender<Message>,
    connections: Arc<AtomicU64>,
    /// Whether it is this node's.
    is_here: Arc<AtomicBool>,
    live: Live,
}

/// Why the lobby did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum LobbyError {
    /// The lobby says no.
    #[error(transparent)]
    Refused(#[from] LobbyRefusal),
    /// The match could not be made.
    #[error(transparent)]
    Live(#[from] LiveError),
    /// The database failed: nothing was changed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a player asks of the lobby.
#[derive(Clone, Debug)]
pub(crate) enum LobbyCommand {
    /// To find a game: see [`chivalry_play::lobby::Lobby::seek`].
    Seek {
        /// Who asks.
        by: Seeker,
        /// What is looked for.
        wish: SeekPreferences,
    },
    /// To join a particular seek: see [`chivalry_play::lobby::Lobby::accept`].
    Accept {
        /// The seek.
        seek: SeekId,
        /// Who asks.
        by: Seeker,
        /// The letter of the seat wanted.
        seat: Option<char>,
    },
    /// To leave a seek, or to decline to be a partner in it; without its name,
    /// to leave all that live with the connection.
    Leave {
        /// The seek.
        seek: Option<SeekId>,
        /// Who asks.
        by: PlayerId,
    },
    /// To challenge a player.
    Challenge {
        /// Who asks.
        by: Seeker,
        /// Whom, and to what.
        wish: ChallengeWish,
    },
    /// To answer a challenge, or to take it back.
    Answer {
        /// The challenge.
        challenge: ChallengeId,
        /// Who asks.
        by: PlayerId,
        /// What is said to it.
        say: ChallengeAnswer,
    },
}

/// What a command did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// The seek in which the player is, or was until it paired or they left
    /// it.
    pub seek: Option<SeekId>,
    /// The challenge that was sent or answered.
    pub challenge: Option<Arc<Challenge>>,
    /// What came of it, if something did at once.
    pub made: Option<Made>,
}

/// A match that came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    /// The match.
    pub match_id: MatchId,
    /// The letter of the seat of the player who asked.
    pub seat: char,
}

/// What is said to a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChallengeAnswer {
    /// By the player challenged: yes.
    Accept,
    /// By the player challenged: no.
    Decline(DeclineReason),
    /// By the challenger: never mind.
    Cancel,
}

/// A challenge as a player asks for it.
#[derive(Clone, Debug)]
pub(crate) struct ChallengeWish {
    /// Who is challenged.
    pub to: Seeker,
    /// What is to be played.
    pub terms: Terms,
    /// The seat that the challenger wants.
    pub seat: Option<Seat>,
    /// How long it stands; as long as is usual when not said.
    pub stands_for: Option<Duration>,
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
    TakeOver {
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
    Look {
        answer: Answer<Arc<FeedSnapshot>>,
    },
    Find {
        id: SeekId,
        answer: Answer<Arc<Seek>>,
    },
    ReplyCache {
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

/// Takes up what was kept, and gives the way to the lobby and its task.
///
/// # Errors
/// When the database fails.
pub(crate) async fn channel(
    live: Live,
    store: Store,
) -> Result<(LobbyHandle, LobbyActor), StoreError> {
    let (mailbox, messages) = mpsc::channel(MAILBOX);
    let is_here = Arc::new(AtomicBool::new(live.nodes().is_none()));
    let handle = LobbyHandle {
        mailbox,
        connections: Arc::default(),
        is_here: Arc::clone(&is_here),
        live: live.clone(),
    };
    let actor = LobbyActor::load(messages, live, store, is_here).await?;
    Ok((handle, actor))
}

impl LobbyHandle {
    /// Makes a connection known, by which its player is told what concerns
    /// them.
    pub(crate) async fn connect(
        &self,
        player: Option<PlayerId>,
        notifier: Notifier,
    ) -> ConnectionId {
        let connection = ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed));
        let connect = Message::Connect { connection, player, notifier };
        // Without a lobby there is nothing to be told.
        let _ = self.mailbox.send(connect).await;
        connection
    }

    /// Lets go of all that lives with a connection.
    pub(crate) async fn disconnect(&self, connection: ConnectionId) {
        let _ = self.mailbox.send(Message::Disconnect { connection }).await;
    }

    /// Tells a player something, over every connection of theirs to any node.
    pub(crate) async fn tell(&self, player: PlayerId, notice: Notice) {
        // Whose lobby it is knows the connections to all nodes.
        if !self.is_here() {
            self.live.tell_elsewhere(player, &notice).await;
        }
        let _ = self.mailbox.send(Message::Tell { player, notice }).await;
    }

    /// Whether the lobby is this node's.
    #[must_use]
    pub(crate) fn is_here(&self) -> bool {
        self.is_here.load(Ordering::Acquire)
    }

    /// Makes the lobby this node's.
    ///
    /// # Errors
    /// When it cannot be had.
    pub(crate) async fn take_over(&self) -> Result<(), LobbyError> {
        self.ask(|answer| Message::TakeOver { answer }).await
    }

    /// Takes the player out of every seek and challenge. Where another node has
    /// the lobby, that does so when it is told that the player is erased.
    ///
    /// # Errors
    /// When the database fails, or the server is going away.
    pub(crate) async fn withdraw(&self, player: PlayerId) -> Result<(), LobbyError> {
        self.ask(|answer| Message::Withdraw { player, answer }).await
    }

    /// The lobby as it stands; from then on, the connection is told its
    /// changes.
    ///
    /// # Errors
    /// When the server is going away.
    pub(crate) async fn follow(
        &self,
        connection: ConnectionId,
    ) -> Result<Arc<FeedSnapshot>, LobbyError> {
        self.ask(|answer| Message::Follow { connection, answer }).await
    }

    /// Tells the connection no more changes.
    ///
    /// # Errors
    /// When the server is going away.
    pub(crate) async fn unfollow(&self, connection: ConnectionId) -> Result<(), LobbyError> {
        self.ask(|answer| Message::Unfollow { connection, answer }).await
    }

    /// The lobby as it stands.
    ///
    /// # Errors
    /// When the server is going away.
    pub(crate) async fn look(&self) -> Result<Arc<FeedSnapshot>, LobbyError> {
        self.ask(|answer| Message::Look { answer }).await
    }

    /// The seek of that id.
    ///
    /// # Errors
    /// When there is none, or the server is going away.
    pub(crate) async fn find(&self, id: SeekId) -> Result<Arc<Seek>, LobbyError> {
        self.ask(|answer| Message::Find { id, answer }).await
    }

    /// What a command did, if it was carried out before.
    ///
    /// # Errors
    /// When the server is going away.
    pub(crate) async fn answered(
        &self,
        cause: Option<CommandRef>,
    ) -> Result<Option<Outcome>, LobbyError> {
        let Some(cause) = cause else { return Ok(None) };
        self.ask(|answer| Message::ReplyCache { cause, answer }).await
    }

    /// Carries a command out, once for each `cause`. What lives with a
    /// connection lives with `home`.
    ///
    /// # Errors
    /// Why it cannot be had.
    pub(crate) async fn command(
        &self,
        command: LobbyCommand,
        cause: Option<CommandRef>,
        home: Option<ConnectionId>,
    ) -> Result<Outcome, LobbyError> {
        let command = Box::new(command);
        self.ask(|answer| Message::Command { command, cause, home, answer }).await
    }

    async fn ask<T>(&self, message: impl FnOnce(Answer<T>) -> Message) -> Result<T, LobbyError> {
        let (answer, answered) = oneshot::channel();
        let draining = LobbyError::Live(LiveError::Draining);
        if self.mailbox.send(message(answer)).await.is_err() {
            return Err(draining);
        }
        answered.await.unwrap_or(Err(draining))
    }
}
