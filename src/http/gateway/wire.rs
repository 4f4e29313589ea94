//! What nodes say to each other about their clients: a line of JSON, and then
//! the client's own bytes. Fields that are not known are passed over, so that
//! nodes of two versions understand each other.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::live::cluster::nodes::Entity;
use crate::protocol::Scope;
use chivalry_play::matches::MatchId;
use chivalry_tournament::TournamentId;

/// A connection, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Caller {
    /// The node that it is to.
    pub(crate) node: Uuid,
    /// Its number there.
    pub(crate) connection: u64,
    pub(crate) player: Option<Uuid>,
    pub(crate) scopes: Vec<Scope>,
    /// What its line costs a move, in microseconds.
    pub(crate) lag_us: u64,
}

/// What the owner of something is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum MatchCommand {
    /// To answer a client's frame, which follows.
    Frame(Caller),
    /// To do what a client's frame, which follows, had asked of an earlier owner. The
    /// client hears nothing of it but what it asked to be told.
    Again(Caller),
    /// To tell a client what concerns its player.
    Connect(Caller),
    /// To answer an HTTP request, whose body follows, on a subject of its own.
    Request { answer_on: String, method: String, uri: String, headers: Vec<(String, String)> },
}

/// A sign of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sign {
    /// The node that gives it.
    pub(crate) by: Uuid,
    /// How often it may have lost messages so far: when that has grown, what it said
    /// before may not have come.
    pub(crate) losses: u64,
}

/// What the owner says when it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum ReplyCache {
    /// It was dealt with, by that node.
    Done(Sign),
    /// It is not that node's any more, or cannot be done again there.
    Moved,
}

/// What a node is told for its clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum ToClients {
    /// A frame follows, for those connections.
    Frame { of: Sign, to: Vec<u64> },
    /// Something is not that node's any more.
    Moved { of: Sign, about: About, to: Vec<u64> },
    /// That node has nothing to tell those connections any more.
    Ended { of: Sign, to: Vec<u64> },
    /// A frame follows, for every connection of a player.
    Player { by: Uuid, player: Uuid },
    /// Said to every node, now and again: a reader at that one is to be told what concerns a
    /// player.
    Listen { node: Uuid, connection: u64, player: Uuid, legal: bool },
    /// Said to the node that has connections of another: one was closed.
    Closed { node: Uuid, connection: u64 },
}

/// A part of an answer to an HTTP request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum Part {
    /// How it begins.
    Head { status: u16, headers: Vec<(String, String)> },
    /// More of its body follows.
    Body,
    /// That was all.
    End,
}

/// [`Entity`] as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum About {
    Match(Uuid),
    Tournament(Uuid),
    Lobby,
}

impl From<Entity> for About {
    fn from(entity: Entity) -> About {
        match entity {
            Entity::Match(id) => About::Match(id.0),
            Entity::Tournament(id) => About::Tournament(id.0),
            Entity::Lobby => About::Lobby,
        }
    }
}

impl From<About> for Entity {
    fn from(about: About) -> Entity {
        match about {
            About::Match(id) => Entity::Match(MatchId(id)),
            About::Tournament(id) => Entity::Tournament(TournamentId(id)),
            About::Lobby => Entity::Lobby,
        }
    }
}

/// Writes what is said, and the bytes that follow it.
pub(crate) fn write(said: &impl Serialize, follows: &[u8]) -> Bytes {
    let mut line = serde_json::to_vec(said).expect("plain data, which can be written");
    line.push(b'\n');
    line.extend_from_slice(follows);
    line.into()
}

/// Reads what is said, and gives the bytes that follow it; `None` when it is
/// not understood.
pub(crate) fn read<T: DeserializeOwned>(payload: &Bytes) -> Option<(T, Bytes)> {
    let end = payload.iter().position(|byte| *byte == b'\n')?;
    let said = serde_json::from_slice(&payload[..end]).ok()?;
    Some((said, payload.slice(end + 1..)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_read_and_what_a_later_version_adds_is_passed_over() {
        let asked = MatchCommand::Frame(Caller {
            node: Uuid::from_u128(1),
            connection: 7,
            player: Some(Uuid::from_u128(2)),
            scopes: vec![Scope::Play],
            lag_us: 1_500,
        });
        let frame = br#"{"t":"ping"}"#;
        assert_eq!(read(&write(&asked, frame)), Some((asked, Bytes::from_static(frame))));
        let later = Bytes::from_static(
            b"{\"t\":\"done\",\"by\":\"00000000-0000-0000-0000-000000000001\",\"losses\":2,\"new\":1}\n",
        );
        let done = ReplyCache::Done(Sign { by: Uuid::from_u128(1), losses: 2 });
        assert_eq!(read(&later).map(|it| it.0), Some(done));
        assert_eq!(read::<ReplyCache>(&Bytes::from_static(b"{\"t\":\"other\"}\n")), None);
        assert_eq!(read::<ReplyCache>(&Bytes::from_static(b"no line")), None);
    }
}
