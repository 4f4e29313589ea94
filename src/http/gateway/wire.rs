//! Messages between nodes: one line of JSON followed by raw bytes. Unknown fields are ignored, so
//! that nodes of two versions can run together.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::live::cluster::nodes::{Entity, Nodes};
use crate::protocol::Scope;
use crate::store::TokenHash;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;
use chivalry_tournament::TournamentId;

use crate::http::extract::identity::Authenticated;

/// A client connection and its player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RemoteClient {
    /// The node that the client is connected to.
    pub(crate) node: Uuid,
    /// The connection's number on that node.
    pub(crate) connection: u64,
    pub(crate) player: Option<Uuid>,
    pub(crate) scopes: Vec<Scope>,
    /// The latency of the connection, in microseconds.
    pub(crate) lag_us: u64,
    /// The number of the frame on its connection, which the answer carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<u64>,
}

/// A request to the owner of an entity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum OwnerRequest {
    /// Answer the client frame that follows.
    Frame(RemoteClient),
    /// Replay the client frame that follows, which an earlier owner answered. Only events are sent
    /// to the client, no `ok`.
    Again(RemoteClient),
    /// Send the notices of the connection's player.
    Connect(RemoteClient),
    /// Answer an HTTP request on the subject `answer_on`. The request body follows.
    Request {
        answer_on: String,
        method: String,
        uri: String,
        headers: Vec<(String, String)>,
        /// The meaning of the request's token, which is not forwarded.
        token: Option<RemoteToken>,
    },
}

/// A token that another node received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RemoteToken {
    /// The token of a player.
    Player { player: Uuid, scopes: Vec<Scope> },
    /// The token belongs to no player.
    Unknown,
}

impl From<Authenticated> for RemoteToken {
    fn from(authenticated: Authenticated) -> RemoteToken {
        match authenticated {
            Authenticated::Player { player, scopes } => {
                RemoteToken::Player { player: player.0, scopes: scopes.iter().collect() }
            }
            Authenticated::UnknownToken => RemoteToken::Unknown,
        }
    }
}

impl From<RemoteToken> for Authenticated {
    fn from(token: RemoteToken) -> Authenticated {
        match token {
            RemoteToken::Player { player, scopes } => {
                let scopes = scopes.into_iter().collect();
                Authenticated::Player { player: PlayerId(player), scopes }
            }
            RemoteToken::Unknown => Authenticated::UnknownToken,
        }
    }
}

/// A heartbeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Heartbeat {
    /// The node that sends the heartbeat.
    pub(crate) by: Uuid,
    /// The number of times that the node may have lost messages. An increase means that earlier
    /// messages may be missing.
    pub(crate) losses: u64,
}

impl Heartbeat {
    /// Returns a heartbeat of this node.
    pub(crate) fn of(nodes: &Nodes) -> Heartbeat {
        Heartbeat { by: nodes.me().0, losses: nodes.bus().losses() }
    }
}

/// The owner's reply to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum OwnerReply {
    /// The node with this heartbeat handled the request.
    Done(Heartbeat),
    /// The node released the entity, or cannot replay the frame.
    Moved,
    /// The node runs another version, which does not know the request
    /// ([`UNSUPPORTED`](crate::live::cluster::nodes::message_kind::UNSUPPORTED)).
    Unsupported,
}

/// A message from an owner to the node of its clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum ToClients {
    /// The frame that follows is for these connections.
    Frame { of: Heartbeat, to: Vec<u64> },
    /// The frame that follows answers the frame with that number of a connection.
    Answer { of: Heartbeat, to: u64, number: u64 },
    /// The node released an entity.
    Moved { of: Heartbeat, about: WireEntity, to: Vec<u64> },
    /// The node ended the sessions of these connections.
    Ended { of: Heartbeat, to: Vec<u64> },
    /// The frame that follows is for every connection of a player.
    Player { by: Uuid, player: Uuid },
    /// Sent periodically to every node: a reader of a player's events is connected to `node`.
    Listen { node: Uuid, connection: u64, player: Uuid, legal: bool },
    /// Sent to every node: these tokens were deleted, which ends their connections.
    TokensEnded { tokens: Vec<TokenHash> },
    /// Sent to the owner of a session: the client closed its connection.
    Closed { node: Uuid, connection: u64 },
    /// The sender owns more matches than the receiver, which may acquire these.
    TakeOver { matches: Vec<Uuid> },
}

/// A part of an HTTP response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum Part {
    /// Status and headers.
    Head { status: u16, headers: Vec<(String, String)> },
    /// A part of the body follows.
    Body,
    /// The end of the body.
    End,
}

/// The JSON form of [`Entity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WireEntity {
    Match(Uuid),
    Tournament(Uuid),
    Lobby,
}

impl From<Entity> for WireEntity {
    fn from(entity: Entity) -> WireEntity {
        match entity {
            Entity::Match(id) => WireEntity::Match(id.0),
            Entity::Tournament(id) => WireEntity::Tournament(id.0),
            Entity::Lobby => WireEntity::Lobby,
        }
    }
}

impl From<WireEntity> for Entity {
    fn from(about: WireEntity) -> Entity {
        match about {
            WireEntity::Match(id) => Entity::Match(MatchId(id)),
            WireEntity::Tournament(id) => Entity::Tournament(TournamentId(id)),
            WireEntity::Lobby => Entity::Lobby,
        }
    }
}

/// Encodes a message and the bytes that follow it.
pub(crate) fn write(message: &impl Serialize, follows: &[u8]) -> Bytes {
    let mut line = serde_json::to_vec(message).expect("plain data is always serializable");
    line.push(b'\n');
    line.extend_from_slice(follows);
    line.into()
}

/// Decodes a message and returns the bytes that follow it; `None` for unknown messages.
pub(crate) fn read<T: DeserializeOwned>(payload: &Bytes) -> Option<(T, Bytes)> {
    let end = payload.iter().position(|byte| *byte == b'\n')?;
    let message = serde_json::from_slice(&payload[..end]).ok()?;
    Some((message, payload.slice(end + 1..)))
}

#[cfg(test)]
mod tests {
    use crate::live::cluster::nodes::message_kind;

    use super::*;

    #[test]
    fn messages_are_read_back_and_unknown_fields_are_ignored() {
        let request = OwnerRequest::Frame(RemoteClient {
            node: Uuid::from_u128(1),
            connection: 7,
            player: Some(Uuid::from_u128(2)),
            scopes: vec![Scope::Play],
            lag_us: 1_500,
            number: Some(3),
        });
        let frame = br#"{"t":"ping"}"#;
        assert_eq!(read(&write(&request, frame)), Some((request, Bytes::from_static(frame))));
        let later = Bytes::from_static(
            b"{\"t\":\"done\",\"by\":\"00000000-0000-0000-0000-000000000001\",\"losses\":2,\"new\":1}\n",
        );
        let done = OwnerReply::Done(Heartbeat { by: Uuid::from_u128(1), losses: 2 });
        assert_eq!(read(&later).map(|it| it.0), Some(done));
        assert_eq!(write(&OwnerReply::Unsupported, &[]), message_kind::UNSUPPORTED);
        assert_eq!(read::<OwnerReply>(&Bytes::from_static(b"{\"t\":\"other\"}\n")), None);
        assert_eq!(read::<OwnerReply>(&Bytes::from_static(b"no line")), None);
    }
}
