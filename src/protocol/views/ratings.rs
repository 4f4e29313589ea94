//! Ratings (`docs/protocol.md`, "Ratings").

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::Player;
use chivalry_play::rating::{Pool, Rating, RatingChange, RatingRecord};

use crate::protocol::views::match_view::{PlayerView, rfc3339};

/// A player's rating in one pool.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingView {
    /// The variant's name.
    pub variant: &'static str,
    /// `bullet`, `blitz`, `rapid`, `classical`, `correspondence` or
    /// `unlimited`.
    #[schema(value_type = String)]
    pub speed: &'static str,
    /// True for the pool of rated matches, false for casual ones.
    pub rated: bool,
    /// True for the pool of matches with a bot, false for matches without one.
    pub bots: bool,
    /// The player's standing in the pool.
    #[serde(flatten)]
    pub standing: StandingView,
    /// The rank on the leaderboard, from 1, if the player is listed there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
}

/// The standing of a player in a pool.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StandingView {
    /// The rating, in whole points.
    pub rating: u16,
    /// The current rating deviation. The true rating is within twice the deviation with a
    /// probability of 95 %.
    pub deviation: u16,
    /// True if the deviation is more than 110.
    pub provisional: bool,
    /// Number of rated matches.
    pub games: u32,
    /// The end of the last rated match.
    pub last_at: String,
}

/// A rated match in a player's history.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingPoint {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub match_id: MatchId,
    /// The time at which the match ended.
    pub at: String,
    /// The rating after the match.
    pub rating: u16,
    /// The rating deviation after the match.
    pub deviation: u16,
    /// True if the deviation was more than 110.
    pub provisional: bool,
    /// The change of the rating by the match, in points.
    pub change: i32,
}

/// A player on a leaderboard.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeaderView {
    /// The rank, from 1.
    pub rank: u32,
    /// The player.
    pub player: PlayerView,
    /// The player's standing.
    #[serde(flatten)]
    pub standing: StandingView,
}

/// The results of one player against another in matches of one variant.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EncounterView {
    /// The variant's name.
    pub variant: String,
    /// Number of wins.
    pub wins: u32,
    /// Number of losses.
    pub losses: u32,
    /// Number of draws.
    pub draws: u32,
}

impl RatingView {
    /// The rating of a player in `pool` at `now`, with the rank there.
    #[must_use]
    pub fn of(pool: Pool, entry: RatingRecord, rank: Option<u32>, now: Timestamp) -> RatingView {
        let Pool { variant, speed, rated, bots } = pool;
        let standing = StandingView::of(entry, now);
        RatingView { variant, speed: speed.as_str(), rated, bots, standing, rank }
    }
}

impl StandingView {
    fn of(entry: RatingRecord, now: Timestamp) -> StandingView {
        let rating = entry.rating_at(now);
        StandingView {
            rating: rating.strength().rating,
            deviation: deviation(rating),
            provisional: rating.is_provisional(),
            games: entry.games,
            last_at: rfc3339(entry.last_at),
        }
    }
}

impl LeaderView {
    /// The leaderboard entry of a player at `now`.
    #[must_use]
    pub fn of(rank: u32, player: &Player, entry: RatingRecord, now: Timestamp) -> LeaderView {
        LeaderView { rank, player: player.into(), standing: StandingView::of(entry, now) }
    }
}

impl RatingPoint {
    /// The history entry of a match.
    #[must_use]
    pub fn of(match_id: MatchId, change: &RatingChange) -> RatingPoint {
        let after = change.after.rating;
        RatingPoint {
            match_id,
            at: rfc3339(change.after.last_at),
            rating: after.strength().rating,
            deviation: deviation(after),
            provisional: after.is_provisional(),
            change: change.point_change(),
        }
    }
}

/// Rounds the deviation to whole points.
fn deviation(rating: Rating) -> u16 {
    rating.deviation.round() as u16
}
