//! The opening explorer (`docs/protocol.md`, "Explorer").

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::matches::MatchId;

use crate::protocol::views::analysis::ExactMoveView;
use crate::protocol::views::games::lists::MatchItem;

/// The games that reached a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExplorerView {
    /// The variant's name.
    pub variant: String,
    /// The position (`docs/notation.md`).
    pub position: String,
    /// The name of the opening, if the moves of the query begin at the array. Omitted if it has
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// True if the games include those that reached the mirror image of the position.
    pub mirrored: bool,
    /// All games that reached it.
    #[serde(flatten)]
    pub counts: CountsView,
    /// The moves that were played, most frequent first.
    pub moves: Vec<ExplorerMove>,
    /// The exact results of all legal moves, best first, from endgame tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Vec<ExactMoveView>>,
    /// The games that were played last, newest first.
    pub newest: Vec<MatchItem>,
    /// The games with the highest average ratings, best first.
    pub best: Vec<MatchItem>,
    /// True if the position was reached by more games than are counted at once. The oldest are
    /// left out then.
    pub truncated: bool,
}

/// A move of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExplorerMove {
    /// The move, by one of its routes.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after it.
    pub position: String,
    /// The games with this move.
    #[serde(flatten)]
    pub counts: CountsView,
    /// The newest of these games.
    #[schema(value_type = uuid::Uuid)]
    pub game: MatchId,
}

/// The results of some games.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct CountsView {
    /// The number of games.
    pub games: u64,
    /// Games that the first side won: White, or Red and Blue.
    pub first: u64,
    /// Games that the second side won: Black, or Green and Yellow.
    pub second: u64,
    /// Games that the third side won, if each plays for himself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub third: Option<u64>,
    /// Games that the fourth side won, if four play each for himself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fourth: Option<u64>,
    /// Draws. The other games have no result.
    pub draws: u64,
    /// The average rating of the players, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u64>,
}
