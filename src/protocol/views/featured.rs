//! Channels of featured matches (`docs/protocol.md`, "Channels").

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

/// A subscription to a channel.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ChannelRequest {
    /// True to subscribe, false to unsubscribe.
    pub on: bool,
    /// The variant of the channel; defaults to the channel of all variants.
    pub variant: Option<String>,
}

/// The featured match of a channel.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChannelView {
    /// The variant of the channel; `null` for the channel of all variants.
    #[schema(value_type = Option<String>, required = true)]
    pub channel: FeaturedChannel,
    /// The match.
    #[serde(flatten)]
    pub show: ShowView,
}

/// A featured match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ShowView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    /// The variant's name.
    pub variant: &'static str,
    /// The players and ratings by seat.
    #[schema(schema_with = crate::protocol::views::match_view::seated_schema)]
    pub seats: SeatMap<Option<SeatedView>>,
    /// The time control.
    pub time: TimeControl,
    /// True if the match counts for ratings.
    pub rated: bool,
    /// The sum of the players' ratings.
    pub rating: u32,
}

/// The frame about a featured match.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum FeaturedFrame {
    /// A new featured match on a channel that the client is subscribed to.
    Featured(ChannelView),
}

impl ChannelRequest {
    /// Resolves the channel.
    ///
    /// # Errors
    /// `bad_field` if the variant is unknown.
    pub fn channel(&self) -> Result<FeaturedChannel, RequestError> {
        let variant = self.variant.as_deref().map(variant_named).transpose()?;
        Ok(variant.map(|variant| variant.name()))
    }
}

impl ChannelView {
    /// The view of the featured match of `channel`.
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
    /// Serializes the frame to JSON.
    #[must_use]
    pub fn of(view: ChannelView) -> String {
        serde_json::to_string(&FeaturedFrame::Featured(view))
            .expect("a frame of strings, numbers and maps with letter keys")
    }
}
