//! The AsyncAPI 3.0 document of the WebSocket protocol and the event streams, generated from
//! the types that are parsed and serialized.
//!
//! A new client frame is a [`ClientType`]; [`fields`] names its fields, and the compiler
//! reports other missing parts. A new server frame is a variant of an enum that is described
//! here, or of a new enum, which [`Messages::of_the_server`] must list. A new event is a
//! variant of [`EventBody`].
//!
//! Each of them needs a row in `docs/protocol.md`, checked by a test below. Each also needs a
//! conversation in `docs/transcripts` or `tests/server/transcripts`, checked by
//! `tests/server/transcripts/coverage.rs`. Tests validate all frames that they send and receive
//! against this document.
//!
//! The derive does not cover all of serde. A field that is always written although it may be
//! `null` needs `#[schema(required = true)]`. A type whose wire form differs from its fields
//! needs `value_type` or `schema_with`.

use serde_json::{Map, Value, json};

use crate::protocol::codec::client_frame::{Envelope, MatchField, StopField, WatchFields};
use crate::protocol::codec::client_type::ClientType;
use crate::protocol::codec::event_frame::{EventBody, EventStamp};
use crate::protocol::codec::server_frame::ServerMessage;
use crate::protocol::requests::analysis::AnalyseRequest;
use crate::protocol::requests::calendar::AdjournRequest;
use crate::protocol::requests::identity::tokens::AuthRequest;
use crate::protocol::requests::lobby::{
    AcceptRequest, AnswerFields, ChallengeRequest, FollowFields, SeekField, SeekRequest,
    UnseekFields,
};
use crate::protocol::requests::matches::{
    AddTimeRequest, ClaimRequest, CreateRequest, JoinRequest, MoveRequest, OfferRequest,
};
use crate::protocol::requests::premoves::PremoveRequest;
use crate::protocol::schema::frame_schemas::Schemas;
use crate::protocol::schema::strict_schema::sharpen;
use crate::protocol::tournaments::frames::TournamentFrame;
use crate::protocol::tournaments::requests::FollowTournamentRequest;
use crate::protocol::views::analysis::AnalysisFrame;
use crate::protocol::views::chat::{ChatRequest, TalkFrame};
use crate::protocol::views::featured::{ChannelRequest, FeaturedFrame};
use crate::protocol::views::lobby::LobbyFrame;
use crate::protocol::views::match_view::{PlayerView, SeatedView};
use crate::protocol::views::player_events::PlayerEvent;

/// Builds the document: every message, with a schema that forbids unknown fields.
#[must_use]
pub fn asyncapi() -> Value {
    let mut schemas = Schemas::default();
    schemas.add::<PlayerView>();
    schemas.add::<SeatedView>();
    let client = Messages::of_clients(&mut schemas);
    let events = Messages::of_events(&mut schemas);
    let mut server = Messages::of_the_server(&mut schemas);
    let player = Messages::of_players(&mut schemas);
    server.0.extend(events.0.clone());
    let socket = json!({
        "address": "/api/v1/ws",
        "title": "The WebSocket",
        "description": "Each text frame is one JSON object. A token represents a player. A \
                        client without a token becomes a new guest.",
        "messages": refs(client.0.iter().chain(&server.0)),
        "bindings": {"ws": {
            "method": "GET",
            "headers": {"type": "object", "properties": {
                "Authorization": {"type": "string", "description": "`Bearer TOKEN`"},
                "Sec-WebSocket-Protocol": {"type": "string",
                    "description": "`chivalry.v1, token.TOKEN`. The server selects \
                                    `chivalry.v1`."}}},
            "query": {"type": "object", "properties": {"token": {"type": "string",
                "description": "A token. A header keeps it out of the logs of proxies."}}},
        }},
    });
    let match_events = json!({
        "address": "/api/v1/matches/{id}/events",
        "title": "The events of a match",
        "description": "Lines of JSON (`application/x-ndjson`) or server-sent events.",
        "parameters": {"id": {"description": "The match."}},
        "messages": refs(&events.0),
        "bindings": {"http": {}},
    });
    let my_events = json!({
        "address": "/api/v1/me/events",
        "title": "The events of a player",
        "description": "Lines of JSON (`application/x-ndjson`) or server-sent events.",
        "messages": refs(&player.0),
        "bindings": {"http": {}},
    });
    let of_tournaments: Vec<&Message> =
        server.0.iter().filter(|it| it.name == "tournament").collect();
    let tournament_events = json!({
        "address": "/api/v1/tournaments/{id}/events",
        "title": "The events of a tournament",
        "description": "Lines of JSON (`application/x-ndjson`) or server-sent events.",
        "parameters": {"id": {"description": "The tournament."}},
        "messages": refs(of_tournaments.iter().copied()),
        "bindings": {"http": {}},
    });
    let tournaments = Messages(of_tournaments.into_iter().cloned().collect());
    let mut operations: Map<String, Value> =
        ClientType::ALL.map(|kind| (kind.as_str().to_owned(), command(kind))).into_iter().collect();
    for (name, channel, messages) in [
        ("tell", "socket", &server),
        ("tell_of_a_match", "match_events", &events),
        ("tell_of_a_player", "my_events", &player),
        ("tell_of_a_tournament", "tournament_events", &tournaments),
    ] {
        let messages: Vec<Value> = messages.0.iter().map(|it| it.within(channel)).collect();
        let channel = reference(&format!("#/channels/{channel}"));
        let operation = json!({"action": "send", "channel": channel, "messages": messages});
        operations.insert(name.to_owned(), operation);
    }
    let all = [client, server, player].into_iter().flat_map(|messages| messages.0);
    let messages: Map<String, Value> = all.map(|it| (it.key.clone(), it.described())).collect();
    let named = schemas.named_in(messages.values());
    let mut document = json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Chivalry",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The frames of the WebSocket and the events of the streams. \
                `/api/v1/openapi.json` describes REST. `docs/protocol.md` describes the \
                behaviour. The schemas are those of this version and forbid other fields. Clients \
                should ignore unknown fields, as the server does.",
        },
        "defaultContentType": "application/json",
        "servers": {"plain": this_server("ws"), "tls": this_server("wss")},
        "channels": {"socket": socket, "match_events": match_events, "my_events": my_events,
            "tournament_events": tournament_events},
        "operations": operations,
        "components": {"messages": messages, "schemas": named},
    });
    sharpen(&mut document);
    document
}

/// Describes a server. Clients have its address, because they read this document from it.
fn this_server(protocol: &str) -> Value {
    json!({
        "host": "{host}",
        "protocol": protocol,
        "description": "The server of this document.",
        "variables": {"host": {
            "default": "127.0.0.1:8080",
            "description": "The host, and the port unless it is the default one.",
        }},
    })
}

/// A message of the document.
#[derive(Clone)]
struct Message {
    key: String,
    name: String,
    about: String,
    payload: Value,
}

struct Messages(Vec<Message>);

impl Messages {
    fn of_clients(schemas: &mut Schemas) -> Messages {
        let one = |kind: ClientType| {
            let mut parts = vec![schemas.of::<Envelope>()];
            parts.extend(fields(kind, schemas));
            let mut payload = schemas.to_strict(&json!({"allOf": parts}));
            set_type(&mut payload, kind.as_str());
            let (name, about) = (kind.as_str().to_owned(), kind.about().to_owned());
            Message { key: format!("client.{name}"), name, about, payload }
        };
        Messages(ClientType::ALL.map(one).into())
    }

    fn of_the_server(schemas: &mut Schemas) -> Messages {
        let frames = [
            schemas.of::<ServerMessage<'static>>(),
            schemas.of::<LobbyFrame>(),
            schemas.of::<TalkFrame>(),
            schemas.of::<FeaturedFrame>(),
            schemas.of::<AnalysisFrame<'static>>(),
            schemas.of::<TournamentFrame>(),
        ];
        let each =
            frames.iter().flat_map(|frames| Messages::tagged("server", frames, &[], schemas).0);
        Messages(each.collect())
    }

    fn of_events(schemas: &mut Schemas) -> Messages {
        let (events, stamp) = (schemas.of::<EventBody<'static>>(), schemas.of::<EventStamp>());
        Messages::tagged("event", &events, &[stamp], schemas)
    }

    fn of_players(schemas: &mut Schemas) -> Messages {
        let events = schemas.of::<PlayerEvent>();
        Messages::tagged("player", &events, &[], schemas)
    }

    /// Lists the variants of an enum with the tag `t`, each combined with the common schemas
    /// `more`.
    fn tagged(group: &str, choices: &Value, more: &[Value], schemas: &Schemas) -> Messages {
        let one = |choice: &Value| {
            let mut parts = vec![choice.clone()];
            parts.extend_from_slice(more);
            let mut payload = schemas.to_strict(&json!({"allOf": parts}));
            let name = type_of(&payload).expect("a tag of one word");
            set_type(&mut payload, &name);
            let about = choice["description"].as_str().unwrap_or_default().to_owned();
            Message { key: format!("{group}.{name}"), name, about, payload }
        };
        let choices = choices["oneOf"].as_array().into_iter().flatten();
        Messages(choices.map(one).collect())
    }
}

impl Message {
    fn described(&self) -> Value {
        let Message { name, about, payload, .. } = self;
        json!({"name": name, "title": name, "summary": about, "payload": payload})
    }

    fn within(&self, channel: &str) -> Value {
        reference(&format!("#/channels/{channel}/messages/{}", self.key))
    }
}

/// Returns the schemas of a client frame's fields other than type and id.
fn fields(kind: ClientType, schemas: &mut Schemas) -> Vec<Value> {
    let request = match kind {
        ClientType::Auth => return vec![schemas.of::<AuthRequest>()],
        ClientType::Create => return vec![schemas.of::<CreateRequest>()],
        ClientType::Seek => return vec![schemas.of::<SeekRequest>()],
        ClientType::Unseek => return vec![schemas.of::<UnseekFields>()],
        ClientType::Accept => {
            return vec![schemas.of::<SeekField>(), schemas.of::<AcceptRequest>()];
        }
        ClientType::Challenge => return vec![schemas.of::<ChallengeRequest>()],
        ClientType::Answer => return vec![schemas.of::<AnswerFields>()],
        ClientType::Lobby => return vec![schemas.of::<FollowFields>()],
        ClientType::Channel => return vec![schemas.of::<ChannelRequest>()],
        ClientType::Tournament => return vec![schemas.of::<FollowTournamentRequest>()],
        ClientType::Analyse => {
            let choices = [schemas.of::<AnalyseRequest>(), schemas.of::<StopField>()];
            return vec![json!({"oneOf": choices})];
        }
        ClientType::Ping => return Vec::new(),
        ClientType::Unwatch | ClientType::Resign | ClientType::Abort => None,
        ClientType::Join => Some(schemas.of::<JoinRequest>()),
        ClientType::Watch => Some(schemas.of::<WatchFields>()),
        ClientType::Move => Some(schemas.of::<MoveRequest>()),
        ClientType::Premove => Some(schemas.of::<PremoveRequest>()),
        ClientType::Chat => Some(schemas.of::<ChatRequest>()),
        ClientType::Draw | ClientType::Takeback | ClientType::Rematch | ClientType::Resume => {
            Some(schemas.of::<OfferRequest>())
        }
        ClientType::Adjourn => Some(schemas.of::<AdjournRequest>()),
        ClientType::Claim => Some(schemas.of::<ClaimRequest>()),
        ClientType::AddTime => Some(schemas.of::<AddTimeRequest>()),
    };
    [schemas.of::<MatchField>()].into_iter().chain(request).collect()
}

/// Returns the alternative objects of a payload.
fn choices(payload: &mut Value) -> Vec<&mut Value> {
    if payload["oneOf"].is_array() {
        payload["oneOf"].as_array_mut().into_iter().flatten().collect()
    } else {
        vec![payload]
    }
}

/// Returns the tag value that a payload requires.
fn type_of(payload: &Value) -> Option<String> {
    let object = payload["oneOf"].get(0).unwrap_or(payload);
    object["properties"]["t"]["enum"][0].as_str().map(str::to_owned)
}

fn set_type(payload: &mut Value, name: &str) {
    for object in choices(payload) {
        object["properties"]["t"] = json!({"const": name});
    }
}

/// Describes the operation of a client frame and its answers.
fn command(kind: ClientType) -> Value {
    let within = |key: &str| reference(&format!("#/channels/socket/messages/{key}"));
    let done = if kind == ClientType::Ping { "server.pong" } else { "server.ok" };
    let socket = reference("#/channels/socket");
    json!({
        "action": "receive",
        "summary": kind.about(),
        "channel": socket,
        "messages": [within(&format!("client.{}", kind.as_str()))],
        "reply": {"channel": socket, "messages": [within(done), within("server.err")]},
    })
}

fn refs<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Map<String, Value> {
    let one =
        |it: &Message| (it.key.clone(), reference(&format!("#/components/messages/{}", it.key)));
    messages.into_iter().map(one).collect()
}

fn reference(path: &str) -> Value {
    json!({"$ref": path})
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the types listed in `docs/protocol.md`: the first code span of each table row
    /// below the heading.
    fn rows(heading: &str) -> BTreeSet<String> {
        let text = include_str!("../../../docs/protocol.md");
        let (_, table) = text.split_once(heading).expect("a table of that heading");
        let table = table.split("\n\n").next().unwrap_or_default();
        let cells = table.lines().filter_map(|row| row.strip_prefix("| `")?.split('|').next());
        let words = cells.flat_map(|cell| cell.split('`').step_by(2));
        words.map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    fn described(group: &str) -> BTreeSet<String> {
        let document = asyncapi();
        let messages = document["components"]["messages"].as_object().unwrap();
        let of_group = |key: &String| key.strip_prefix(group)?.strip_prefix('.').map(str::to_owned);
        messages.keys().filter_map(of_group).collect()
    }

    #[test]
    fn protocol_tables_list_the_messages_of_the_document() {
        assert_eq!(described("client"), rows("| client frame |"));
        assert_eq!(described("server"), rows("| server frame |"));
        assert_eq!(described("event"), rows("| event | fields |"));
        assert_eq!(described("player"), rows("| event | when |"));
    }

    #[test]
    fn every_schema_reference_resolves() {
        let document = asyncapi();
        let written = document.to_string();
        let references = written.split("\"$ref\":\"#").skip(1);
        for path in references.filter_map(|rest| rest.split('"').next()) {
            assert!(document.pointer(path).is_some(), "{path}");
        }
    }

    #[test]
    fn messages_forbid_unknown_fields() {
        let document = asyncapi();
        for (key, message) in document["components"]["messages"].as_object().unwrap() {
            assert!(message["summary"].as_str().is_some_and(|text| !text.is_empty()), "{key}");
            for object in choices(&mut message["payload"].clone()) {
                assert_eq!(object["additionalProperties"], false, "{key}");
                for (field, schema) in object["properties"].as_object().unwrap() {
                    assert_ne!(schema, &json!({}), "{key}: {field} can be anything");
                }
            }
        }
    }
}
