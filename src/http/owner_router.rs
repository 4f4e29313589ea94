//! The routes from this node's clients to the nodes that own matches, tournaments and the lobby.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::live::cluster::forwarding::OwnerAnswer;
use crate::live::cluster::nodes::Entity;
use crate::protocol::Scopes;
use crate::store::TokenHash;
use chivalry_play::player::PlayerId;

/// A message from another node to a connection.
#[derive(Debug)]
pub(crate) enum Relayed {
    /// A frame about an entity of node `by`, forwarded unchanged.
    Frame { by: Uuid, frame: Bytes },
    /// The answer to the frame with that number, forwarded unchanged.
    Answer { number: u64, frame: Bytes },
    /// A notice for the player, forwarded unchanged.
    Notice(Bytes),
    /// The node released the entity.
    Moved { by: Uuid, about: Entity },
    /// Messages of the node may have been lost, or the node is gone.
    Lost(Uuid),
    /// Messages of any node may have been lost.
    AllLost,
    /// Another node joined. It has no subscriptions yet.
    Joined,
}

/// The result of a request to an entity's owner, with the id of the owner.
pub(crate) type OwnerResponse = OwnerAnswer<Uuid>;

/// The connection and player that a frame is from.
#[derive(Clone, Debug)]
pub(crate) struct ClientIdentity {
    /// True for a replay of a frame that an earlier owner answered.
    pub(crate) is_replay: bool,
    /// The number of the connection on this node.
    pub(crate) connection: u64,
    pub(crate) player: Option<PlayerId>,
    pub(crate) scopes: Scopes,
    pub(crate) lag: Duration,
    /// The number of the frame, which its answer carries.
    pub(crate) number: Option<u64>,
}

/// The connections between this node's clients and the other nodes. A single node has none.
pub(crate) trait OwnerRouter: fmt::Debug + Send + Sync {
    /// True if the other nodes can be reached.
    fn is_reachable(&self) -> bool;

    /// Returns the URL of a living node to which a client may be sent now. The number of clients
    /// per second is bounded.
    fn place_at(&self, node: Uuid) -> Option<String>;

    /// Registers a connection. Returns its number and its queue of messages. The queue closes if
    /// it overflows.
    fn connect(&self, player: Option<PlayerId>) -> (u64, mpsc::Receiver<Relayed>);

    /// Unregisters a connection.
    fn disconnect(&self, connection: u64, player: Option<PlayerId>);

    /// Ends the sessions of a connection on `nodes`.
    fn close_sessions(&self, connection: u64, nodes: Vec<Uuid>) -> BoxFuture<'_, ()>;

    /// Ends the connections of deleted tokens to the other nodes.
    fn end_tokens(&self, tokens: Vec<TokenHash>) -> BoxFuture<'_, ()>;

    /// Forwards a frame to the owner of an entity, and follows owner changes.
    fn forward<'a>(
        &'a self,
        identity: &'a ClientIdentity,
        about: Entity,
        frame: &'a str,
    ) -> BoxFuture<'a, OwnerResponse>;

    /// Returns the body of the owner's response to a GET request without a token. `None` if another
    /// node does not answer with success.
    fn read(&self, about: Entity, path: String) -> BoxFuture<'_, Option<Bytes>>;

    /// Registers a connection with the lobby's owner, which then sends the player's notices.
    fn register_with_lobby_owner<'a>(
        &'a self,
        identity: &'a ClientIdentity,
    ) -> BoxFuture<'a, OwnerResponse>;

    /// Announces a reader of a player's events to all live nodes. Every event after the future
    /// completes is received by `connection`.
    fn announce_reader(&self, reader: PlayerReader) -> BoxFuture<'_, ()>;

    /// Renews the announcement of a reader. Nodes drop a reader that is not renewed.
    fn renew_reader(&self, reader: PlayerReader) -> BoxFuture<'_, ()>;
}

/// A reader of a player's events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerReader {
    /// The number of the connection on this node.
    pub(crate) connection: u64,
    pub(crate) player: PlayerId,
    /// True if turns list the legal moves.
    pub(crate) legal: bool,
}
