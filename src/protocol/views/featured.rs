//! The channels of the best live matches, as clients see them
//! (`docs/protocol.md`, "Channels").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_play::clock::TimeControl;
use chivalry_play::lobby::{FeaturedChannel, FeaturedMatch};
use chivalry_play::matches::MatchId;
use chivalry_rules::Seat;

use crate::protocol::codec::error::RequestError;
use crate::protocol::views::match_view::{PlayerView, SeatRatingView, SeatedView};
use crate::protocol::views::rules::variant_named;
use crate::protocol::views::seat_map::SeatMap;

/// A wish to follow a channel, or no more.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ChannelRequest {
    /// Whether to be told what is shown.
    pub on: bool,
    /// The channel of this variant; that of all when left out.
    pub variant: Option<String>,
}

/// What is shown on a channel.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChannelView {
    /// The variant whose channel it is; `null` is the channel of all.
    #[schema(value_type = Option<String>, required = true)]
    pub channel: FeaturedChannel,
    /// The match.
    #[serde(flatten)]
    pub show: ShowView,
}

/// A match that is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ShowView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    /// Its variant's name.
    pub variant: &'static str,
    /// Who sits where, with their ratings.
    #[schema(schema_with = crate::protocol::views::match_view::seated_schema)]
    pub seats: SeatMap<Option<SeatedView>>,
    /// The time control.
    pub time: TimeControl,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The ratings of its players, added up.
    pub rating: u32,
}

/// The frame that says what is shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum FeaturedFrame {
    /// What is shown on the channel that the client follows.
    Featured(ChannelView),
}

impl ChannelRequest {
    /// The channel that is meant.
    ///
    /// # Errors
    /// `bad_field` when there is no such variant.
    pub fn channel(&self) -> Result<FeaturedChannel, RequestError> {
        let variant = self.variant.as_deref().map(variant_named).transpose()?;
        Ok(variant.map(|variant| variant.name()))
    }
}

impl ChannelView {
    /// What is shown on `channel`.
    #[must_use]
    pub fn of(channel: FeaturedChannel, show: &FeaturedMatch) -> ChannelView {
        let player = |seat: Seat| {
            let rating = show.strengths[seat].map(SeatRatingView::of_strength);
            let player = show.seats[seat].as_ref().map(PlayerView::from);
            Some(player.map(|player| SeatedView { player, out: None, rating }))
        };
        let show = ShowView {
            id: show.id,
            variant: show.variant.pin(),
            seats: SeatMap::of(show.variant, player),
            time: show.time,
            rated: show.rated,
            rating: show.rating(),
        };
        ChannelView { channel, show }
    }
}

impl FeaturedFrame {
    /// The frame's text.
    #[must_use]
    pub fn of(view: ChannelView) -> String {
        serde_json::to_string(&FeaturedFrame::Featured(view))
            .expect("a frame of strings, numbers and maps with letter keys")
    }
}
