//! Frames that clients send. Parsing is total: an unknown frame is a value as well.

use std::time::Duration;

use serde::Deserialize;
use utoipa::ToSchema;

use chivalry_play::matches::{Command, MatchId, Offer};

use crate::planted::{Planted, is_planted};
use crate::protocol::codec::client_type::ClientType;
use crate::protocol::codec::error::RequestError;
use crate::protocol::codec::fields::{Fields, read_turn};
use crate::protocol::reason::Reason;
use crate::protocol::requests::analysis::AnalyseRequest;
use crate::protocol::requests::calendar::AdjournRequest;
use crate::protocol::requests::identity::tokens::{AuthRequest, Scope};
use crate::protocol::requests::lobby::LobbyMessage;
use crate::protocol::requests::matches::{
    AddTimeRequest, ClaimRequest, CreateRequest, JoinRequest, MoveRequest, OfferRequest,
};
use crate::protocol::requests::premoves::PremoveRequest;
use crate::protocol::tournaments::requests::FollowTournamentRequest;
use crate::protocol::views::chat::ChatRequest;
use crate::protocol::views::featured::ChannelRequest;

/// Maximum length of a command id, in bytes.
pub const LONGEST_ID: usize = 64;

/// A frame: the client's command id and the message.
#[derive(Debug)]
pub struct ClientFrame {
    /// The client's id of the command. The answer repeats it.
    pub id: Option<String>,
    /// The message, or the reason why the frame is invalid.
    pub message: Result<ClientMessage, RequestError>,
}

/// A message from a client (`docs/protocol.md`, "WebSocket").
#[derive(Debug)]
pub enum ClientMessage {
    /// Name the player of the connection.
    Auth(AuthRequest),
    /// Create a match.
    Create(CreateRequest),
    /// Run a command of a match.
    Command {
        /// The match.
        match_id: MatchId,
        /// The command.
        command: Command,
        /// True if the answer to a refused move lists the legal moves.
        legal: bool,
    },
    /// Set a premove.
    Premove {
        /// The match.
        match_id: MatchId,
        /// The premove and its ply.
        request: PremoveRequest,
    },
    /// Subscribe to a match.
    Watch {
        /// The match.
        match_id: MatchId,
        /// The last version that the client received.
        since: Option<u32>,
        /// True if every update includes the legal moves.
        legal: bool,
        /// True to receive the chat of the match.
        chat: bool,
    },
    /// Send a chat message in a match.
    Chat {
        /// The match.
        match_id: MatchId,
        /// The chat room and the text.
        request: ChatRequest,
    },
    /// Unsubscribe from a match.
    Unwatch {
        /// The match.
        match_id: MatchId,
    },
    /// Subscribe to a channel of featured matches, or unsubscribe.
    Channel(ChannelRequest),
    /// Subscribe to a tournament, or unsubscribe.
    Tournament(FollowTournamentRequest),
    /// Analyse a position. `None` stops the analysis.
    Analyse(Option<AnalyseRequest>),
    /// Run a command of the lobby.
    Lobby(LobbyMessage),
    /// Check that the server responds, and read its time.
    Ping,
}

/// The fields common to all frames. They are parsed first, so that an otherwise invalid frame
/// can be answered.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Envelope {
    /// The type of the frame.
    #[schema(required = true, nullable = false)]
    t: Option<String>,
    /// The client's own id of the command, of 1 to 64 bytes. The answer repeats it.
    #[schema(min_length = 1, max_length = 64)]
    id: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct WatchFields {
    /// The last version that the client received.
    since: Option<u32>,
    /// True if every update includes the legal moves.
    #[serde(default)]
    legal: bool,
    /// True to receive the chat of the match.
    #[serde(default)]
    chat: bool,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct MatchField {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    match_id: MatchId,
}

/// Stops the analysis of the connection.
#[derive(Deserialize, ToSchema)]
pub(crate) struct StopField {
    /// Always true.
    #[serde(default)]
    #[schema(required = true)]
    stop: bool,
}

impl ClientFrame {
    /// Parses a frame. Every result can be answered.
    #[must_use]
    pub fn read(text: &str) -> ClientFrame {
        let read = Fields::scan(text).and_then(|fields| Ok((fields.read::<Envelope>()?, fields)));
        let (envelope, fields) = match read {
            Ok(read) => read,
            Err(error) => return ClientFrame { id: None, message: Err(error) },
        };
        if envelope.id.as_ref().is_some_and(|id| id.is_empty() || id.len() > LONGEST_ID) {
            let error = RequestError::field("id", Reason::FrameIdLength);
            return ClientFrame { id: envelope.id, message: Err(error) };
        }
        let has_control = |id: &String| id.chars().any(char::is_control);
        if envelope.id.as_ref().is_some_and(has_control)
            && !is_planted(Planted::AcceptsControlCharacters)
        {
            let error = RequestError::field("id", Reason::FrameIdControl);
            return ClientFrame { id: envelope.id, message: Err(error) };
        }
        let message = match envelope.t {
            Some(name) => ClientType::named(&name)
                .ok_or_else(|| RequestError::unknown_type(&name))
                .and_then(|kind| read_message(kind, &fields)),
            None => Err(RequestError::field("t", Reason::FrameTypeMissing)),
        };
        ClientFrame { id: envelope.id, message }
    }
}

impl ClientMessage {
    /// Returns the token scope that the message requires.
    #[must_use]
    pub const fn scope(&self) -> Option<Scope> {
        match self {
            ClientMessage::Auth(_)
            | ClientMessage::Watch { .. }
            | ClientMessage::Unwatch { .. }
            | ClientMessage::Channel(_)
            | ClientMessage::Tournament(_)
            | ClientMessage::Analyse(_)
            | ClientMessage::Lobby(LobbyMessage::Follow(_))
            | ClientMessage::Ping => None,
            ClientMessage::Lobby(_) => Some(Scope::Challenge),
            ClientMessage::Create(_)
            | ClientMessage::Command { .. }
            | ClientMessage::Chat { .. }
            | ClientMessage::Premove { .. } => Some(Scope::Play),
        }
    }
}

fn read_message(kind: ClientType, fields: &Fields<'_>) -> Result<ClientMessage, RequestError> {
    let match_id = || fields.read().map(|MatchField { match_id }| match_id);
    let command =
        |command| Ok(ClientMessage::Command { match_id: match_id()?, command, legal: false });
    let offer = |offer| {
        let match_id = match_id()?;
        let OfferRequest { say } = fields.read()?;
        let command = Command::Offer(offer, say.into());
        Ok(ClientMessage::Command { match_id, command, legal: false })
    };
    let lobby = |message: Result<_, _>| message.map(ClientMessage::Lobby);
    match kind {
        ClientType::Auth => fields.read().map(ClientMessage::Auth),
        ClientType::Create => fields.read().map(ClientMessage::Create),
        ClientType::Join => {
            let match_id = match_id()?;
            let JoinRequest { seat, key } = fields.read()?;
            let command = Command::Join { seat, key };
            Ok(ClientMessage::Command { match_id, command, legal: false })
        }
        ClientType::Watch => {
            let match_id = match_id()?;
            let WatchFields { since, legal, chat } = fields.read()?;
            Ok(ClientMessage::Watch { match_id, since, legal, chat })
        }
        ClientType::Unwatch => Ok(ClientMessage::Unwatch { match_id: match_id()? }),
        ClientType::Move => {
            let match_id = match_id()?;
            let MoveRequest { ply, text, legal } = fields.read()?;
            let command = Command::Move { ply, turn: read_turn(&text)?, lag: Duration::ZERO };
            Ok(ClientMessage::Command { match_id, command, legal })
        }
        ClientType::Analyse => match fields.read()? {
            StopField { stop: true } => Ok(ClientMessage::Analyse(None)),
            StopField { stop: false } => {
                fields.read().map(|request| ClientMessage::Analyse(Some(request)))
            }
        },
        ClientType::Premove => {
            let match_id = match_id()?;
            let request: PremoveRequest = fields.read()?;
            Ok(ClientMessage::Premove { match_id, request: request.checked()? })
        }
        ClientType::Chat => {
            let match_id = match_id()?;
            Ok(ClientMessage::Chat { match_id, request: fields.read()? })
        }
        ClientType::Resign => command(Command::Resign),
        ClientType::Abort => command(Command::Abort),
        ClientType::Draw => offer(Offer::Draw),
        ClientType::Takeback => offer(Offer::Takeback),
        ClientType::Rematch => offer(Offer::Rematch),
        ClientType::Adjourn => {
            let match_id = match_id()?;
            let request: AdjournRequest = fields.read()?;
            Ok(ClientMessage::Command { match_id, command: request.resolve()?, legal: false })
        }
        ClientType::Resume => offer(Offer::Resumption),
        ClientType::Claim => {
            let match_id = match_id()?;
            let request: ClaimRequest = fields.read()?;
            Ok(ClientMessage::Command { match_id, command: request.into(), legal: false })
        }
        ClientType::AddTime => {
            let match_id = match_id()?;
            let request: AddTimeRequest = fields.read()?;
            Ok(ClientMessage::Command { match_id, command: request.resolve()?, legal: false })
        }
        ClientType::Channel => fields.read().map(ClientMessage::Channel),
        ClientType::Tournament => fields.read().map(ClientMessage::Tournament),
        ClientType::Ping => Ok(ClientMessage::Ping),
        ClientType::Seek => lobby(fields.read().map(LobbyMessage::Seek)),
        ClientType::Unseek => lobby(LobbyMessage::read_unseek(fields)),
        ClientType::Accept => lobby(LobbyMessage::read_accept(fields)),
        ClientType::Challenge => lobby(fields.read().map(LobbyMessage::Challenge)),
        ClientType::Answer => lobby(LobbyMessage::read_answer(fields)),
        ClientType::Lobby => lobby(LobbyMessage::read_follow(fields)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::codec::error::Code;
    use crate::protocol::codec::fields::read_fields;

    fn fault(text: &str) -> (Code, Option<String>) {
        let error = ClientFrame::read(text).message.unwrap_err();
        (error.code, error.more.field)
    }

    #[test]
    fn invalid_frames_are_answered_with_the_invalid_field() {
        let field = |name: &str| (Code::BadField, Some(name.to_owned()));
        let id = "00000000-0000-7000-8000-000000000000";
        assert_eq!(fault("{"), (Code::BadFrame, None));
        assert_eq!(fault("[]"), (Code::BadFrame, None));
        assert_eq!(fault("{} {}"), (Code::BadFrame, None));
        assert_eq!(fault("{}"), field("t"));
        assert_eq!(fault(r#"{"t":7}"#), field("t"));
        assert_eq!(fault(r#"{"t":"dance"}"#), (Code::UnknownType, None));
        assert_eq!(fault(r#"{"t":"resign"}"#), field("match"));
        assert_eq!(fault(r#"{"t":"resign","match":"x"}"#), field("match"));
        assert_eq!(fault(r#"{"t":"ping","id":""}"#), field("id"));
        assert_eq!(fault(r#"{"t":"ping","id":"a\u0000b"}"#), field("id"));
        assert_eq!(fault(r#"{"t":"ping","id":"a\nb"}"#), field("id"));
        assert_eq!(fault(r#"{"t":"analyse","variant":"\u0000"}"#), field("variant"));
        assert_eq!(fault(r#"{"t":"analyse","variant":"\\\u0000"}"#), field("variant"));
        assert!(ClientFrame::read(r#"{"t":"ping","note":"\\u0000"}"#).message.is_ok());
        let nul_in_unknown = r#"{"t":"analyse","variant":"cam","\u0000":1,"note":["\u0000"]}"#;
        assert!(ClientFrame::read(nul_in_unknown).message.is_ok());
        let frame = |rest: &str| format!(r#"{{"match":"{id}",{rest}}}"#);
        assert_eq!(fault(&frame(r#""t":"move","ply":-1,"move":"A1-B1""#)), field("ply"));
        assert_eq!(fault(&frame(r#""t":"move","ply":1,"move":"A1""#)), field("move"));
        assert_eq!(fault(&frame(r#""t":"draw","say":"maybe""#)), field("say"));
        assert_eq!(fault(&frame(r#""t":"takeback""#)), field("say"));
        assert_eq!(fault(&frame(r#""t":"claim","for":"luck""#)), field("for"));
        assert_eq!(fault(&frame(r#""t":"add_time","ms":999"#)), field("ms"));
        assert_eq!(fault(&frame(r#""t":"add_time","ms":600001"#)), field("ms"));
        assert_eq!(fault(&frame(r#""t":"add_time","ms":"long""#)), field("ms"));
        assert_eq!(fault(&frame(r#""t":"join","seat":"WB""#)), field("seat"));
        assert_eq!(fault(r#"{"t":"analyse"}"#), field("variant"));
        assert_eq!(fault(r#"{"t":"analyse","stop":1}"#), field("stop"));
    }

    #[test]
    fn whole_numbers_may_be_written_with_a_decimal_point() {
        let ms = |written: &str| {
            let request: Result<AddTimeRequest, _> = read_fields(&format!(r#"{{"ms":{written}}}"#));
            request.map(|request| request.ms).map_err(|error| error.more.field)
        };
        for written in ["20000", "20000.0", "2e4", "200000000.0E-4"] {
            assert_eq!(ms(written), Ok(Some(20_000)), "{written}");
        }
        for written in ["20000.5", "-1.0", "1e30", "\"20000.0\""] {
            assert_eq!(ms(written), Err(Some("ms".to_owned())), "{written}");
        }
        let days = r#"{"variant":"cam","time":{"kind":"correspondence","days":3.0}}"#;
        assert!(read_fields::<CreateRequest>(days).is_ok());
    }

    #[test]
    fn an_invalid_frame_keeps_its_id() {
        let long = "x".repeat(65);
        for id in ["7", "", "a\nb", &long] {
            let text = serde_json::json!({"t": "dance", "id": id}).to_string();
            let frame = ClientFrame::read(&text);
            assert_eq!(frame.id.as_deref(), Some(id));
            assert!(frame.message.is_err());
        }
    }
}
