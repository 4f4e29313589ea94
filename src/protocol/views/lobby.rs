//! Seeks, challenges and lobby frames.

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::lobby::{
    ArrangementId, Challenge, ChallengeEnd, ChallengeId, DeclineReason, OpenMatch, PeoplePlaying,
    RatingRange, Seek, SeekId, SeekParty, Seeker,
};
use chivalry_play::matches::MatchId;
use chivalry_play::rating::PublicRating;

use crate::protocol::views::games::lists::MatchItem;
use crate::protocol::views::match_view::{PlayerView, rfc3339};
use crate::protocol::views::seat_map::SeatMap;

/// A seek: players who wait for others.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeekView {
    /// The seek.
    #[schema(value_type = uuid::Uuid)]
    pub seek: SeekId,
    /// The variant's name.
    pub variant: &'static str,
    /// The time control.
    pub time: TimeControl,
    /// True if the match counts for ratings.
    pub rated: bool,
    /// The parties of the seek, in the order of joining.
    pub parties: Vec<PartyView>,
    /// Number of free seats.
    pub free: usize,
    /// True if the seek persists after its players disconnect.
    pub stays: bool,
    /// The time at which the first player joined.
    pub created_at: String,
}

/// One player, or two partners.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PartyView {
    /// The members of the party; the first one created or accepted the seek.
    pub players: Vec<SeekerView>,
    /// The invited partner who has not yet accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invited: Option<PlayerView>,
    /// The seat that the first player prefers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<char>,
    /// The lowest and the highest rating accepted; any if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<(u16, u16)>,
    /// True if opponents of similar rating are preferred.
    pub quick: bool,
    /// True if a quick pairing may include a bot.
    pub bots: bool,
}

/// A player in a seek or challenge.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeekerView {
    /// The player.
    #[serde(flatten)]
    pub player: PlayerView,
    /// The player's rating in the pool of the terms.
    pub rating: u16,
    /// True if the rating is provisional.
    pub provisional: bool,
}

impl From<&Seeker> for SeekerView {
    fn from(Seeker { player, strength }: &Seeker) -> SeekerView {
        let PublicRating { rating, provisional } = *strength;
        SeekerView { player: player.into(), rating, provisional }
    }
}

/// A challenge as shown to its two players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChallengeView {
    /// The challenge.
    #[schema(value_type = uuid::Uuid)]
    pub challenge: ChallengeId,
    /// The challenger.
    pub by: SeekerView,
    /// The challenged player.
    pub to: SeekerView,
    /// The variant's name.
    pub variant: &'static str,
    /// The time control.
    pub time: TimeControl,
    /// True if the match counts for ratings.
    pub rated: bool,
    /// The seat that the challenger prefers; any if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<char>,
    /// The time at which the challenge was sent.
    pub created_at: String,
    /// The time at which the challenge expires.
    pub expires_at: String,
    /// `open`, `accepted`, `declined`, `cancelled` or `expired`.
    pub status: &'static str,
    /// The reason for declining.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The match that was created from the challenge.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
}

/// The people who play public matches of one variant and time control. Bots do not count.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayingView {
    /// The variant's name.
    pub variant: String,
    /// The time control.
    pub time: TimeControl,
    /// The number of people.
    pub players: u32,
}

impl From<&PeoplePlaying> for PlayingView {
    fn from(PeoplePlaying { variant, time, players }: &PeoplePlaying) -> PlayingView {
        PlayingView { variant: variant.clone(), time: *time, players: *players }
    }
}

/// A frame about seeks and challenges.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum LobbyFrame {
    /// The complete state of the lobby.
    Lobby {
        /// The lobby's version.
        v: u64,
        /// The server's time of this frame.
        now: String,
        /// The seeks that are open to others, oldest first.
        seeks: Vec<SeekView>,
        /// The public matches with a free seat, oldest first.
        matches: Vec<MatchItem>,
        /// The numbers of people who play public matches.
        playing: Vec<PlayingView>,
    },
    /// A change of the lobby.
    LobbyChanged {
        /// The version after the change.
        v: u64,
        /// The time of the change.
        now: String,
        /// The seeks that are new or changed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seeks: Vec<SeekView>,
        /// The seeks that were removed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(value_type = Vec<uuid::Uuid>)]
        seeks_gone: Vec<SeekId>,
        /// The open matches that are new or changed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        matches: Vec<MatchItem>,
        /// The matches that are no longer open.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(value_type = Vec<uuid::Uuid>)]
        matches_gone: Vec<MatchId>,
        /// All numbers of people who play public matches, if one changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        playing: Option<Vec<PlayingView>>,
    },
    /// The player was paired into a match.
    Paired {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The player's seat.
        seat: char,
        /// The seek from which the match was created.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<uuid::Uuid>)]
        seek: Option<SeekId>,
        /// The challenge from which the match was created.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<uuid::Uuid>)]
        challenge: Option<ChallengeId>,
        /// The arranged game from which the match was created.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<uuid::Uuid>)]
        arrangement: Option<ArrangementId>,
    },
    /// The membership of a seek that contains the player changed.
    Seeking(SeekView),
    /// The player is invited to a seek as a partner.
    Invited(SeekView),
    /// The player is no longer in the seek.
    SeekEnded {
        /// The seek.
        #[schema(value_type = uuid::Uuid)]
        seek: SeekId,
    },
    /// A challenge was sent, or ended.
    Challenge(ChallengeView),
}

impl LobbyFrame {
    /// Serializes the frame to JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("frames of strings, numbers and maps with letter keys")
    }
}

impl From<&Seek> for SeekView {
    fn from(seek: &Seek) -> SeekView {
        SeekView {
            seek: seek.id,
            variant: seek.terms.variant.name(),
            time: seek.terms.time,
            rated: seek.terms.rated,
            parties: seek.parties.iter().map(|party| PartyView::of(party, seek)).collect(),
            free: seek.free_seats(),
            stays: seek.terms.is_persistent(),
            created_at: rfc3339(seek.at),
        }
    }
}

impl PartyView {
    fn of(party: &SeekParty, seek: &Seek) -> PartyView {
        let RatingRange { lo, hi } = party.range;
        PartyView {
            players: party.players.iter().map(SeekerView::from).collect(),
            invited: party.invited.as_ref().map(PlayerView::from),
            seat: party.seat.map(|seat| seek.terms.variant.seat_name(seat).letter()),
            rating: (party.range != RatingRange::ANY).then_some((lo, hi)),
            quick: party.quick_since.is_some(),
            bots: party.bots,
        }
    }
}

impl ChallengeView {
    /// The view of a challenge, its end and its match.
    #[must_use]
    pub fn of(
        challenge: &Challenge,
        end: Option<ChallengeEnd>,
        match_id: Option<MatchId>,
    ) -> ChallengeView {
        let terms = &challenge.terms;
        ChallengeView {
            challenge: challenge.id,
            by: SeekerView::from(&challenge.by),
            to: SeekerView::from(&challenge.to),
            variant: terms.variant.name(),
            time: terms.time,
            rated: terms.rated,
            seat: challenge.seat.map(|seat| terms.variant.seat_name(seat).letter()),
            created_at: rfc3339(challenge.at),
            expires_at: rfc3339(challenge.expires_at),
            status: end.map_or("open", ChallengeEnd::as_str),
            reason: end.and_then(ChallengeEnd::reason).map(DeclineReason::as_str),
            match_id,
        }
    }
}

impl From<&OpenMatch> for MatchItem {
    fn from(open: &OpenMatch) -> MatchItem {
        let player = |seat| Some(open.seats[seat].as_ref().map(PlayerView::from));
        MatchItem {
            id: open.id,
            variant: open.variant.pin().to_owned(),
            status: "open",
            seats: SeatMap::of(open.variant, player),
            names: None,
            record: None,
            time: open.time,
            rated: open.rated,
            private: false,
            start: open.position.clone(),
            created_at: rfc3339(open.created_at),
            started_at: None,
            ended_at: None,
            result: None,
            termination: None,
            plies: None,
            watchers: None,
        }
    }
}

/// The views of seeks.
pub fn seek_views<S: AsRef<Seek>>(seeks: &[S]) -> Vec<SeekView> {
    seeks.iter().map(|seek| SeekView::from(seek.as_ref())).collect()
}

/// Builds the lobby frame at version `v`.
pub fn lobby_frame<S: AsRef<Seek>>(
    v: u64,
    at: Timestamp,
    seeks: &[S],
    matches: &[OpenMatch],
    playing: &[PeoplePlaying],
) -> LobbyFrame {
    let matches = matches.iter().map(MatchItem::from).collect();
    let playing = playing.iter().map(PlayingView::from).collect();
    LobbyFrame::Lobby { v, now: rfc3339(at), seeks: seek_views(seeks), matches, playing }
}
