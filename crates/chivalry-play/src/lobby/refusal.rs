//! How the lobby says no.

use super::{MAX_CHALLENGES, MAX_RECEIVED_CHALLENGES, MAX_SEEKS};

/// A "no": the lobby is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LobbyRefusal {
    /// There is no such seek, or it is somebody else's affair.
    #[error("there is no such seek")]
    NoSuchSeek,
    /// The player is in the seek already.
    #[error("a player does not play against themselves")]
    OwnSeek,
    /// A guest, in something rated.
    #[error("a rated match is for players with an account")]
    AccountsOnly,
    /// The player is in as many seeks as one may be in.
    #[error("a player may be in {MAX_SEEKS} seeks at once")]
    TooManySeeks,
    /// A seek by a clock lives with a connection, and there is none.
    #[error("a seek by a clock lives with a WebSocket connection: seek over one")]
    NeedsConnection,
    /// Partners are for games for four.
    #[error("only a game for four has partners, and they are two players")]
    InvalidPartner,
    /// The player's rating is not one that is sought; or the player is a bot,
    /// and the seek a quick pairing without bots.
    #[error("the seek is for players of other ratings, or for people only")]
    RatingOutOfRange,
    /// The game has no seat of that letter.
    #[error("this game has no such seat")]
    NoSuchSeat,
    /// The seat wanted cannot be had.
    #[error("the seat is wanted by somebody who came before")]
    SeatConflict,
    /// A player challenges somebody else.
    #[error("a player does not play against themselves")]
    SelfChallenge,
    /// A challenge is between two.
    #[error("a challenge is between two: for a game for four, seek with a partner")]
    NotTwoPlayers,
    /// As many challenges of the player wait as one may send.
    #[error("a player may have {MAX_CHALLENGES} challenges waiting")]
    TooManyChallenges,
    /// As many challenges wait for the other player as one is asked to read.
    #[error("{MAX_RECEIVED_CHALLENGES} challenges wait for that player already")]
    TooManyReceived,
    /// The other player does not want to hear of the challenger.
    #[error("that player does not take this challenge")]
    NotAccepting,
    /// There is no such challenge, or it is over.
    #[error("there is no such challenge, or it is over")]
    NoSuchChallenge,
    /// The challenge is answered by the player challenged, and taken back by
    /// the one who made it.
    #[error("that is for the other player of the challenge to say")]
    NotYourChallenge,
}
