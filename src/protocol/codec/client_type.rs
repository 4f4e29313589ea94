//! The types of client frames: one list for the parser and for the schemas.

/// The type of a client frame, its `t` (`docs/protocol.md`, "WebSocket").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientType {
    /// Names the player of the connection.
    Auth,
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
    /// Offers to adjourn a match, or answers such an offer.
    Adjourn,
    /// Offers to end an adjournment, or answers such an offer.
    Resume,
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
    pub const ALL: [ClientType; 27] = [
        ClientType::Auth,
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
        ClientType::Adjourn,
        ClientType::Resume,
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
            ClientType::Auth => "auth",
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
            ClientType::Adjourn => "adjourn",
            ClientType::Resume => "resume",
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
            ClientType::Auth => {
                "Names the player of a connection with `?auth=frame`, as its first frame."
            }
            ClientType::Create => "Creates a match.",
            ClientType::Join => "Takes a seat.",
            ClientType::Watch => {
                "Subscribes to a match. A `snapshot` or the missed events follow, then live events."
            }
            ClientType::Unwatch => "Unsubscribes from a match.",
            ClientType::Move => "Makes a move.",
            ClientType::Premove => "Sets or removes a premove.",
            ClientType::Chat => "Sends a chat line.",
            ClientType::Resign => "Resigns a match.",
            ClientType::Abort => "Aborts a match before every seat has moved.",
            ClientType::Draw => "Offers a draw or answers an offer.",
            ClientType::Takeback => "Requests a takeback or answers a request.",
            ClientType::Rematch => "Offers a rematch or answers an offer.",
            ClientType::Adjourn => {
                "Offers to adjourn a live match until a time, or answers an offer."
            }
            ClientType::Resume => "Offers to end an adjournment or answers an offer.",
            ClientType::Claim => "Claims a match that the opponent abandoned.",
            ClientType::AddTime => "Adds time to the opponent's clock.",
            ClientType::Seek => "Creates a seek.",
            ClientType::Unseek => "Cancels a seek.",
            ClientType::Accept => "Accepts a seek.",
            ClientType::Challenge => "Challenges a player.",
            ClientType::Answer => "Accepts, declines or cancels a challenge.",
            ClientType::Lobby => "Subscribes to the lobby or unsubscribes.",
            ClientType::Channel => "Subscribes to a channel of featured matches or unsubscribes.",
            ClientType::Tournament => "Subscribes to a tournament or unsubscribes.",
            ClientType::Analyse => {
                "Starts the analysis of a position, which replaces an earlier one, or stops it."
            }
            ClientType::Ping => "Checks that the server responds.",
        }
    }
}
