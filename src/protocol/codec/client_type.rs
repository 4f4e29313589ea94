//! The types of frames that clients send: one list for reading them and for
//! describing them.

/// The type of a client's frame, its `t` (`docs/protocol.md`, "WebSocket").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientType {
    /// Make a match.
    Create,
    /// Take a seat.
    Join,
    /// Follow a match.
    Watch,
    /// Follow it no more.
    Unwatch,
    /// Make a move.
    Move,
    /// Have something ready for the coming ply.
    Premove,
    /// Say something around a match.
    Chat,
    /// Give the match up.
    Resign,
    /// Call it off.
    Abort,
    /// About a draw.
    Draw,
    /// About taking moves back.
    Takeback,
    /// About playing again.
    Rematch,
    /// Claim a match whose other side has gone.
    Claim,
    /// Give the other side time.
    AddTime,
    /// Look for a game.
    Seek,
    /// Look for it no more.
    Unseek,
    /// Join a seek.
    Accept,
    /// Challenge a player.
    Challenge,
    /// Answer a challenge, or take it back.
    Answer,
    /// Follow the lobby.
    Lobby,
    /// Follow the best of the matches that are being played.
    Channel,
    /// Follow a tournament.
    Tournament,
    /// Think about a position.
    Analyse,
    /// Is the server there?
    Ping,
}

impl ClientType {
    /// Every type, in the order of `docs/protocol.md`.
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

    /// The type that is written so.
    #[must_use]
    pub fn named(name: &str) -> Option<ClientType> {
        ClientType::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The type as it is written.
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

    /// What it does, in a sentence.
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
