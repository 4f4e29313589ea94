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
    #[error("a rated match is for players with an account")]
    AccountsOnly,
    /// The player is in the maximum number of seeks.
    #[error("a player may be in {MAX_SEEKS} seeks at once")]
    TooManySeeks,
    /// A real-time seek needs a connection.
    #[error("a seek by a clock lives with a WebSocket connection: seek over one")]
    NeedsConnection,
    /// Only four-player variants have partners.
    #[error("only a game for four has partners, and they are two players")]
    InvalidPartner,
    /// The player's rating is out of range, or the player is a bot and the seek excludes bots.
    #[error("the seek is for players of other ratings, or for people only")]
    RatingOutOfRange,
    /// The variant has no seat of that letter.
    #[error("this game has no such seat")]
    NoSuchSeat,
    /// The seat is not available.
    #[error("the seat is wanted by somebody who came before")]
    SeatConflict,
    /// The player challenged themselves.
    #[error("a player does not play against themselves")]
    SelfChallenge,
    /// Challenges are for two-player variants.
    #[error("a challenge is between two: for a game for four, seek with a partner")]
    NotTwoPlayers,
    /// The player has the maximum number of unanswered challenges.
    #[error("a player may have {MAX_CHALLENGES} challenges waiting")]
    TooManyChallenges,
    /// The other player has the maximum number of unanswered challenges.
    #[error("{MAX_RECEIVED_CHALLENGES} challenges wait for that player already")]
    TooManyReceived,
    /// The other player accepts no challenges from the challenger.
    #[error("that player does not take this challenge")]
    NotAccepting,
    /// The challenge does not exist or is over.
    #[error("there is no such challenge, or it is over")]
    NoSuchChallenge,
    /// Only the challenged player may answer, and only the challenger may cancel.
    #[error("that is for the other player of the challenge to say")]
    NotYourChallenge,
}
