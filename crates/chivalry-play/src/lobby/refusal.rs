//! Refusals of the lobby.

use super::limits::{MAX_CHALLENGES, MAX_RECEIVED_CHALLENGES, MAX_SEEKS};

/// The reason for which the lobby refused a request. The lobby is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LobbyRefusal {
    /// The seek does not exist or is not visible to the player.
    #[error("there is no such seek")]
    NoSuchSeek,
    /// The player is in the seek already.
    #[error("a player does not play against themselves")]
    OwnSeek,
    /// Rated matches require an account.
    #[error("only players with an account may play rated matches")]
    AccountsOnly,
    /// The player is in the maximum number of seeks.
    #[error("a player may be in {MAX_SEEKS} seeks at once")]
    TooManySeeks,
    /// A real-time seek needs a connection.
    #[error("a real-time seek requires a WebSocket connection")]
    NeedsConnection,
    /// Only four-player variants have partners.
    #[error("only games for four seats have partners, who are two players")]
    InvalidPartner,
    /// The player's rating is out of range, or the player is a bot and the seek excludes bots.
    #[error("the seek excludes the player by rating or because bots are not accepted")]
    RatingOutOfRange,
    /// The variant has no seat of that letter.
    #[error("this game has no such seat")]
    NoSuchSeat,
    /// The seat is not available.
    #[error("another player reserved the seat")]
    SeatConflict,
    /// The player challenged themselves.
    #[error("a player does not play against themselves")]
    SelfChallenge,
    /// Challenges are for two-player variants.
    #[error("a challenge is between two players: for four seats, create a seek with a partner")]
    NotTwoPlayers,
    /// The player has the maximum number of unanswered challenges.
    #[error("a player may have {MAX_CHALLENGES} pending challenges")]
    TooManyChallenges,
    /// The other player has the maximum number of unanswered challenges.
    #[error("the player already has {MAX_RECEIVED_CHALLENGES} pending challenges")]
    TooManyReceived,
    /// The other player accepts no challenges from the challenger.
    #[error("the player does not accept this challenge")]
    NotAccepting,
    /// The challenge does not exist or is over.
    #[error("there is no such challenge, or it is over")]
    NoSuchChallenge,
    /// Only the challenged player may answer, and only the challenger may cancel.
    #[error("only the other player of the challenge may do that")]
    NotYourChallenge,
}
