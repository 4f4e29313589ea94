//! The way to the lobby. One task owns it ([`LobbyActor`]): it decides, stores
//! what stays, makes the matches that come about, publishes and answers, in
//! that order.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::lobby::{
    Challenge, ChallengeId, ConnectionId, DeclineReason, LobbyRefusal, Seek, SeekId, Seeker, Terms,
    Wish,
};
use crate::matches::MatchId;
use crate::player::PlayerId;
use crate::rules::Seat;
use crate::store::{Store, StoreError};

use super::notices::{FeedSnapshot, Notice, Notifier};
use super::{Live, LiveError};

pub use super::lobby_task::LobbyActor;

/// Messages that may wait for the lobby; more wait for room.
const MAILBOX: usize = 1024;

/// The way to the lobby. Cheap to clone.
#[derive(Clone, Debug)]
pub struct LobbyHandle {
    mailbox: mpsc::Sender<Message>,
    connections: Arc<AtomicU64>,
}

/// Why the lobby did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LobbyError {
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

/// Where a player stands after a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The seek in which the player is, or was until it paired.
    pub seek: SeekId,
    /// What came of it, if something did at once.
    pub made: Option<Made>,
}

/// A match that came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// The match.
    pub match_id: MatchId,
    /// The letter of the seat of the player who asked.
    pub seat: char,
}

/// What is said to a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeAnswer {
    /// By the player challenged: yes.
    Accept,
    /// By the player challenged: no.
    Decline(DeclineReason),
    /// By the challenger: never mind.
    Cancel,
}

/// A challenge as a player asks for it.
#[derive(Clone, Debug)]
pub struct ChallengeWish {
    /// Who is challenged.
    pub to: Seeker,
    /// What is to be played.
    pub terms: Terms,
    /// The seat that the challenger wants.
    pub seat: Option<Seat>,
    /// How long it stands; as long as is usual when not said.
    pub stands_for: Option<Duration>,
}

pub(super) type Answer<T> = oneshot::Sender<Result<T, LobbyError>>;

pub(super) enum Message {
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
    Seek {
        by: Seeker,
        wish: Wish,
        home: Option<ConnectionId>,
        answer: Answer<Standing>,
    },
    Accept {
        seek: SeekId,
        by: Seeker,
        seat: Option<Seat>,
        home: Option<ConnectionId>,
        answer: Answer<Standing>,
    },
    Leave {
        /// All of the connection when not said.
        seek: Option<SeekId>,
        by: PlayerId,
        home: Option<ConnectionId>,
        answer: Answer<()>,
    },
    Challenge {
        by: Seeker,
        wish: ChallengeWish,
        home: Option<ConnectionId>,
        answer: Answer<Arc<Challenge>>,
    },
    AnswerChallenge {
        id: ChallengeId,
        by: PlayerId,
        say: ChallengeAnswer,
        answer: Answer<Option<Made>>,
    },
}

/// Takes up what was kept, and gives the way to the lobby and its task.
///
/// # Errors
/// When the database fails.
pub async fn channel(live: Live, store: Store) -> Result<(LobbyHandle, LobbyActor), StoreError> {
    let (mailbox, messages) = mpsc::channel(MAILBOX);
    let actor = LobbyActor::load(messages, live, store).await?;
    Ok((LobbyHandle { mailbox, connections: Arc::default() }, actor))
}

impl LobbyHandle {
    /// Makes a connection known, by which its player is told what concerns
    /// them.
    pub async fn connect(&self, player: Option<PlayerId>, notifier: Notifier) -> ConnectionId {
        let connection = ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed));
        let connect = Message::Connect { connection, player, notifier };
        // Without a lobby there is nothing to be told.
        let _ = self.mailbox.send(connect).await;
        connection
    }

    /// Lets go of all that lives with a connection.
    pub async fn disconnect(&self, connection: ConnectionId) {
        let _ = self.mailbox.send(Message::Disconnect { connection }).await;
    }

    /// Tells a player something, over every connection of theirs.
    pub async fn tell(&self, player: PlayerId, notice: Notice) {
        let _ = self.mailbox.send(Message::Tell { player, notice }).await;
    }

    /// The lobby as it stands; from then on, the connection is told its
    /// changes.
    ///
    /// # Errors
    /// When the server is going away.
    pub async fn follow(&self, connection: ConnectionId) -> Result<Arc<FeedSnapshot>, LobbyError> {
        self.ask(|answer| Message::Follow { connection, answer }).await
    }

    /// Tells the connection no more changes.
    ///
    /// # Errors
    /// When the server is going away.
    pub async fn unfollow(&self, connection: ConnectionId) -> Result<(), LobbyError> {
        self.ask(|answer| Message::Unfollow { connection, answer }).await
    }

    /// The lobby as it stands.
    ///
    /// # Errors
    /// When the server is going away.
    pub async fn look(&self) -> Result<Arc<FeedSnapshot>, LobbyError> {
        self.ask(|answer| Message::Look { answer }).await
    }

    /// The seek of that id.
    ///
    /// # Errors
    /// When there is none, or the server is going away.
    pub async fn find(&self, id: SeekId) -> Result<Arc<Seek>, LobbyError> {
        self.ask(|answer| Message::Find { id, answer }).await
    }

    /// Looks for a game: see [`crate::lobby::Lobby::seek`].
    ///
    /// # Errors
    /// Why it cannot be had.
    pub async fn seek(
        &self,
        by: Seeker,
        wish: Wish,
        home: Option<ConnectionId>,
    ) -> Result<Standing, LobbyError> {
        self.ask(|answer| Message::Seek { by, wish, home, answer }).await
    }

    /// Joins a particular seek: see [`crate::lobby::Lobby::accept`].
    ///
    /// # Errors
    /// Why it cannot be had.
    pub async fn accept(
        &self,
        seek: SeekId,
        by: Seeker,
        seat: Option<Seat>,
        home: Option<ConnectionId>,
    ) -> Result<Standing, LobbyError> {
        self.ask(|answer| Message::Accept { seek, by, seat, home, answer }).await
    }

    /// Leaves a seek, or declines to be a partner in it; without its name, all
    /// seeks that live with the connection.
    ///
    /// # Errors
    /// When the player is not in it.
    pub async fn leave(
        &self,
        seek: Option<SeekId>,
        by: PlayerId,
        home: Option<ConnectionId>,
    ) -> Result<(), LobbyError> {
        self.ask(|answer| Message::Leave { seek, by, home, answer }).await
    }

    /// Challenges a player.
    ///
    /// # Errors
    /// Why it cannot be sent.
    pub async fn challenge(
        &self,
        by: Seeker,
        wish: ChallengeWish,
        home: Option<ConnectionId>,
    ) -> Result<Arc<Challenge>, LobbyError> {
        self.ask(|answer| Message::Challenge { by, wish, home, answer }).await
    }

    /// Answers a challenge, or takes it back; the match, when it is accepted.
    ///
    /// # Errors
    /// When it is over, or not for `by` to say.
    pub async fn answer(
        &self,
        id: ChallengeId,
        by: PlayerId,
        say: ChallengeAnswer,
    ) -> Result<Option<Made>, LobbyError> {
        self.ask(|answer| Message::AnswerChallenge { id, by, say, answer }).await
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
