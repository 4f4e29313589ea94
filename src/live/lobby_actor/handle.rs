//! Handle of the lobby actor. The actor decides, stores, creates matches, publishes and answers, in
//! this order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::sync::{mpsc, oneshot};

use chivalry_play::lobby::{ConnectionId, Seek, SeekId};
use chivalry_play::matches::CommandRef;
use chivalry_play::player::PlayerId;

use crate::live::answer_deadline::in_time;
use crate::live::error::LiveError;
use crate::live::lobby_actor::actor::LobbyActor;
use crate::live::lobby_actor::message::{Answer, LobbyCommand, LobbyError, Message, Outcome};
use crate::live::lobby_actor::notification::{FeedSnapshot, Notice, Notifier};
use crate::live::registry::Live;
use crate::store::{Store, StoreError};

/// Capacity of the mailbox. Senders wait while it is full.
const MAILBOX: usize = 1024;

/// Handle of the lobby. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct LobbyHandle {
    mailbox: mpsc::Sender<Message>,
    connections: Arc<AtomicU64>,
    /// True while this node owns the lobby.
    is_here: Arc<AtomicBool>,
    live: Live,
}

/// Restores the lobby and returns its handle and its actor.
///
/// # Errors
/// Fails if the database fails.
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
    /// Registers a connection, which receives the notices to its player.
    pub(crate) async fn connect(
        &self,
        player: Option<PlayerId>,
        notifier: Notifier,
    ) -> ConnectionId {
        let connection = ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed));
        let connect = Message::Connect { connection, player, notifier };
        // A closed lobby has no notices.
        let _ = self.mailbox.send(connect).await;
        connection
    }

    /// Removes a connection and the seeks that end with it.
    pub(crate) async fn disconnect(&self, connection: ConnectionId) {
        let _ = self.mailbox.send(Message::Disconnect { connection }).await;
    }

    /// Sends a notice to every connection of a player, on any node.
    pub(crate) async fn notify(&self, player: PlayerId, notice: Notice) {
        // The owner of the lobby knows the connections to all nodes.
        if !self.is_here() {
            self.live.notify_on_other_nodes(player, &notice).await;
        }
        let _ = self.mailbox.send(Message::Tell { player, notice }).await;
    }

    /// True while this node owns the lobby.
    #[must_use]
    pub(crate) fn is_here(&self) -> bool {
        self.is_here.load(Ordering::Acquire)
    }

    /// Acquires the lobby for this node.
    ///
    /// # Errors
    /// Fails if the lobby cannot be acquired.
    pub(crate) async fn acquire(&self) -> Result<(), LobbyError> {
        self.request(|answer| Message::Acquire { answer }).await
    }

    /// Removes the player from every seek and challenge. If another node owns the lobby, that node
    /// does so on the notice of the erasure.
    ///
    /// # Errors
    /// Fails if the database fails or the server is shutting down.
    pub(crate) async fn withdraw(&self, player: PlayerId) -> Result<(), LobbyError> {
        self.request(|answer| Message::Withdraw { player, answer }).await
    }

    /// Returns the lobby feed and subscribes the connection to its changes.
    ///
    /// # Errors
    /// Fails if the server is shutting down.
    pub(crate) async fn follow(
        &self,
        connection: ConnectionId,
    ) -> Result<Arc<FeedSnapshot>, LobbyError> {
        self.request(|answer| Message::Follow { connection, answer }).await
    }

    /// Unsubscribes the connection from the lobby feed.
    ///
    /// # Errors
    /// Fails if the server is shutting down.
    pub(crate) async fn unfollow(&self, connection: ConnectionId) -> Result<(), LobbyError> {
        self.request(|answer| Message::Unfollow { connection, answer }).await
    }

    /// Returns the lobby feed.
    ///
    /// # Errors
    /// Fails if the server is shutting down.
    pub(crate) async fn snapshot(&self) -> Result<Arc<FeedSnapshot>, LobbyError> {
        self.request(|answer| Message::GetFeed { answer }).await
    }

    /// Returns a seek.
    ///
    /// # Errors
    /// Fails if there is no such seek or the server is shutting down.
    pub(crate) async fn find(&self, id: SeekId) -> Result<Arc<Seek>, LobbyError> {
        self.request(|answer| Message::Find { id, answer }).await
    }

    /// Returns the cached result of a command.
    ///
    /// # Errors
    /// Fails if the server is shutting down.
    pub(crate) async fn answered(
        &self,
        cause: Option<CommandRef>,
    ) -> Result<Option<Outcome>, LobbyError> {
        let Some(cause) = cause else { return Ok(None) };
        self.request(|answer| Message::FindReply { cause, answer }).await
    }

    /// Executes a command, once for each `cause`. Seeks that end with a connection end with `home`.
    ///
    /// # Errors
    /// Returns the refusal or the error.
    pub(crate) async fn command(
        &self,
        command: LobbyCommand,
        cause: Option<CommandRef>,
        home: Option<ConnectionId>,
    ) -> Result<Outcome, LobbyError> {
        let command = Box::new(command);
        self.request(|answer| Message::Command { command, cause, home, answer }).await
    }

    async fn request<T>(
        &self,
        message: impl FnOnce(Answer<T>) -> Message,
    ) -> Result<T, LobbyError> {
        let (answer, answered) = oneshot::channel();
        let draining = LobbyError::Live(LiveError::Draining);
        in_time(async {
            if self.mailbox.send(message(answer)).await.is_err() {
                return Err(draining);
            }
            answered.await.unwrap_or(Err(draining))
        })
        .await
    }
}
