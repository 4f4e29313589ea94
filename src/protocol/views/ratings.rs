//! Ratings as clients see them (`docs/protocol.md`, "Ratings").

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
    /// Whether of rated matches, or of casual ones.
    pub rated: bool,
    /// Whether of matches in which a bot sat, or of those without one.
    pub bots: bool,
    /// What is known of the player there.
    #[serde(flatten)]
    pub standing: StandingView,
    /// The place on the leaderboard, from 1, of one who stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
}

/// What is known of a player in a pool.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StandingView {
    /// The rating, in whole points.
    pub rating: u16,
    /// How uncertain it is by now: with 95 %, it is off by less than twice so
    /// much.
    pub deviation: u16,
    /// Whether that is more than 110.
    pub provisional: bool,
    /// Matches that were rated.
    pub games: u32,
    /// When the last of them ended.
    pub last_at: String,
}

/// A rated match in a player's history.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingPoint {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub match_id: MatchId,
    /// When it ended.
    pub at: String,
    /// The rating with it.
    pub rating: u16,
    /// How uncertain that was.
    pub deviation: u16,
    /// Whether that was more than 110.
    pub provisional: bool,
    /// By how many points the match changed the rating.
    pub change: i32,
}

/// A player on a leaderboard.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeaderView {
    /// The place, from 1.
    pub rank: u32,
    /// The player.
    pub player: PlayerView,
    /// What is known of them.
    #[serde(flatten)]
    pub standing: StandingView,
}

/// Matches of one variant that one player had against another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EncounterView {
    /// The variant's name.
    pub variant: String,
    /// How many the player won.
    pub wins: u32,
    /// How many the player lost.
    pub losses: u32,
    /// How many nobody won.
    pub draws: u32,
}

impl RatingView {
    /// What is known of a player in `pool` by `now`, and their place there.
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
    /// A player in that place by `now`.
    #[must_use]
    pub fn of(rank: u32, player: &Player, entry: RatingRecord, now: Timestamp) -> LeaderView {
        LeaderView { rank, player: player.into(), standing: StandingView::of(entry, now) }
    }
}

impl RatingPoint {
    /// What a match did.
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

/// In whole points.
fn deviation(rating: Rating) -> u16 {
    rating.deviation.round() as u16
}
