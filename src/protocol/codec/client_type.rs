//! The types of client frames: one list for the parser and for the schemas.

/// The type of a client frame, its `t` (`docs/protocol.md`, "WebSocket").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientType {
    /// Creates a match.
    Create,
    /// Takes a seat.
    Join,
    /// Subscribes to a match.
    Watch,
    /// Unsubscribes from a match.
    Unwatch,
    /// Makes a move.
    Move,
    /// Sets a premove.
    Premove,
    /// Sends a chat message.
    Chat,
    /// Resigns the match.
    Resign,
    /// Aborts the match.
    Abort,
    /// Offers a draw, or answers such an offer.
    Draw,
    /// Offers a takeback, or answers such an offer.
    Takeback,
    /// Offers a rematch, or answers such an offer.
    Rematch,
    /// Claims a match that the other side has abandoned.
    Claim,
    /// Adds time to the other side's clocks.
    AddTime,
    /// Creates a seek.
    Seek,
    /// Cancels a seek.
    Unseek,
    /// Accepts a seek.
    Accept,
    /// Challenge a player.
    Challenge,
    /// Accepts, declines or cancels a challenge.
    Answer,
    /// Subscribes to the lobby.
    Lobby,
    /// Subscribes to a channel of featured matches.
    Channel,
    /// Subscribes to a tournament.
    Tournament,
    /// Analyses a position.
    Analyse,
    /// Checks that the server responds.
    Ping,
}

impl ClientType {
    /// All types, in the order of `docs/protocol.md`.
    pub const ALL: [ClientType; 24] = [
        ClientType::Create,
        ClientType::Join,
        ClientType::Watch,
        ClientType::Unwatch,
        ClientType::Move,
        ClientType::Premove,
        ClientType::Chat,
        ClientType::Resign,
        ClientType::Abort,
        ClientType::Draw,
        ClientType::Takeback,
        ClientType::Rematch,
        ClientType::Claim,
        ClientType::AddTime,
        ClientType::Seek,
        ClientType::Unseek,
        ClientType::Accept,
        ClientType::Challenge,
        ClientType::Answer,
        ClientType::Lobby,
        ClientType::Channel,
        ClientType::Tournament,
        ClientType::Analyse,
        ClientType::Ping,
    ];

    /// Returns the type with the wire name `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<ClientType> {
        ClientType::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The wire name of the type.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ClientType::Create => "create",
            ClientType::Join => "join",
            ClientType::Watch => "watch",
            ClientType::Unwatch => "unwatch",
            ClientType::Move => "move",
            ClientType::Premove => "premove",
            ClientType::Chat => "chat",
            ClientType::Resign => "resign",
            ClientType::Abort => "abort",
            ClientType::Draw => "draw",
            ClientType::Takeback => "takeback",
            ClientType::Rematch => "rematch",
            ClientType::Claim => "claim",
            ClientType::AddTime => "add_time",
            ClientType::Seek => "seek",
            ClientType::Unseek => "unseek",
            ClientType::Accept => "accept",
            ClientType::Challenge => "challenge",
            ClientType::Answer => "answer",
            ClientType::Lobby => "lobby",
            ClientType::Channel => "channel",
            ClientType::Tournament => "tournament",
            ClientType::Analyse => "analyse",
            ClientType::Ping => "ping",
        }
    }

    /// Describes the type in a sentence.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            ClientType::Create => "Makes a match.",
            ClientType::Join => "Takes a seat.",
            ClientType::Watch => {
                "Follows a match: a `snapshot` or the missed events come next, then live ones."
            }
            ClientType::Unwatch => "Follows a match no more.",
            ClientType::Move => "Makes a move.",
            ClientType::Premove => "Has something ready for the player's own coming ply.",
            ClientType::Chat => "Says something around a match.",
            ClientType::Resign => "Gives a match up.",
            ClientType::Abort => "Calls a match off, until every seat has moved.",
            ClientType::Draw => "Offers a draw, or answers an offer.",
            ClientType::Takeback => "Asks to take moves back, or answers that.",
            ClientType::Rematch => "Asks to play again, or answers that.",
            ClientType::Claim => "Claims a match whose other side has gone.",
            ClientType::AddTime => "Gives time to the other side.",
            ClientType::Seek => "Looks for a game.",
            ClientType::Unseek => "Looks for it no more.",
            ClientType::Accept => "Joins a seek.",
            ClientType::Challenge => "Challenges a player.",
            ClientType::Answer => "Answers a challenge, or takes it back.",
            ClientType::Lobby => "Follows the lobby, or follows it no more.",
            ClientType::Channel => {
                "Follows the best of the matches that are being played, or no more."
            }
            ClientType::Tournament => "Follows a tournament, or follows it no more.",
            ClientType::Analyse => {
                "Has the engine think about a position, in place of any before it, or about none."
            }
            ClientType::Ping => "Asks whether the server is there.",
        }
    }
}
