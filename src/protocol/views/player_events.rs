//! Events of one player, for `/me/events` and webhooks.

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{AppliedEvent, ChatLine, Event, Match, MatchId, Offer, Termination};
use chivalry_rules::{Position, Seat, Variant};
use chivalry_tournament::TournamentId;

use crate::protocol::requests::calendar::ArrangementView;
use crate::protocol::tournaments::frames::CalledView;
use crate::protocol::views::chat::RoomField;
use crate::protocol::views::lobby::{ChallengeView, SeekView};
use crate::protocol::views::match_view::{
    PlayerView, legal_moves, record_result, result_schema, rfc3339,
};

/// An event of one player (`docs/protocol.md`, "Player events").
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum PlayerEvent {
    /// A running match. One such event per match opens the stream.
    Playing(SeatView),
    /// All running matches have been sent. Later events are live.
    Ready {
        /// The server's time.
        now: String,
    },
    /// The reader was too slow and events were lost. All running matches follow again, as at
    /// the start of the stream.
    LookAgain {
        /// The server's time.
        now: String,
    },
    /// A match started.
    Started(SeatView),
    /// The player is to move.
    Turn(SeatView),
    /// The player is called to a tournament game.
    Called(CalledView),
    /// Another seat made an offer that the player has to answer. It may be repeated.
    Offer(AwaitedOfferView),
    /// A challenge of the player was sent, or ended. Open challenges precede `ready`.
    Challenge(Box<ChallengeView>),
    /// A game at an agreed time was proposed or changed.
    Arrangement(Box<ArrangementView>),
    /// An agreed game begins within an hour.
    Reminder(Box<ArrangementView>),
    /// Another player invited the player to a team. For webhooks only.
    Invitation(Box<SeekView>),
    /// A round of a tournament began in which the player plays. For webhooks only.
    Round(RoundBeganView),
    /// A director sent a message to all participants of a tournament. For webhooks only.
    Announcement(DirectorMessageView),
    /// Another player sent a chat line in a match of the player.
    Chat {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version of the match.
        v: u32,
        /// The time of the message.
        now: String,
        /// The room.
        room: RoomField,
        /// The line's number in its room, contiguous from 1.
        line: u32,
        /// The author.
        player: PlayerView,
        /// The text.
        text: String,
    },
    /// A match ended.
    Ended {
        /// The state of the match.
        #[serde(flatten)]
        about: SeatView,
        /// The result (`docs/notation.md`).
        #[schema(schema_with = result_schema)]
        result: &'static str,
        /// The cause of the end.
        termination: Termination,
    },
}

/// An offer that a player has to answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AwaitedOfferView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    /// The version of the match.
    pub v: u32,
    /// The time of the last event of the match.
    pub now: String,
    /// The variant's name.
    pub variant: &'static str,
    /// The player's seat.
    pub seat: char,
    /// The offer.
    pub offer: Offer,
}

/// A round of a tournament that began.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundBeganView {
    /// The tournament.
    #[schema(value_type = uuid::Uuid)]
    pub tournament: TournamentId,
    /// The tournament's name.
    pub name: String,
    /// The stage, from 0.
    pub stage: u32,
    /// The round, from 1.
    pub round: u16,
    /// The time at which it began.
    pub now: String,
}

/// A message of a tournament's director to all participants.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DirectorMessageView {
    /// The tournament.
    #[schema(value_type = uuid::Uuid)]
    pub tournament: TournamentId,
    /// The tournament's name.
    pub name: String,
    /// The text.
    pub text: String,
    /// The time of the message.
    pub now: String,
}

/// The state of a match for one of its players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    /// The version of the match.
    pub v: u32,
    /// The server time of this state.
    pub now: String,
    /// The variant's name.
    pub variant: &'static str,
    /// The player's seat.
    pub seat: char,
    /// True if the player is to move.
    pub my_turn: bool,
    /// The number of the next ply, which is the `ply` of the player's next move.
    pub next_ply: u32,
    /// The position.
    pub position: String,
    /// The legal moves if the player is to move, for a reader that requested them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
}

impl SeatView {
    /// The state of a running match for `seat`.
    #[must_use]
    pub fn of(match_state: &Match, seat: Seat, now: Timestamp, with_legal_moves: bool) -> SeatView {
        let game = match_state.game();
        let in_play = match_state.status().as_str() == "playing" && game.ending().is_none();
        let view = MatchSummary {
            id: match_state.id(),
            v: match_state.v(),
            now,
            plies: game.plies(),
            in_play,
        };
        view.seen_by(seat, match_state.variant(), game.position(), with_legal_moves)
    }

    /// The state of a match right after `occurrence`, for `seat`.
    #[must_use]
    pub fn after(
        id: MatchId,
        occurrence: &AppliedEvent,
        seat: Seat,
        with_legal_moves: bool,
    ) -> SeatView {
        let (v, now) = (occurrence.recorded.v, occurrence.recorded.at);
        let view = MatchSummary { id, v, now, plies: occurrence.ply, in_play: occurrence.in_play };
        let position = &occurrence.position;
        view.seen_by(seat, position.variant(), position, with_legal_moves)
    }
}

impl PlayerEvent {
    /// The end of a match; `None` if `occurrence` is another event.
    #[must_use]
    pub fn ended(id: MatchId, occurrence: &AppliedEvent, seat: Seat) -> Option<PlayerEvent> {
        let Event::Ended { result, termination } = &occurrence.recorded.event else { return None };
        let variant = occurrence.position.variant();
        Some(PlayerEvent::Ended {
            about: SeatView::after(id, occurrence, seat, false),
            result: record_result(*result, variant).as_str(),
            termination: *termination,
        })
    }

    /// The chat line of another player; `None` if a moderator has hidden it.
    #[must_use]
    pub fn said(match_id: MatchId, v: u32, line: &ChatLine) -> Option<PlayerEvent> {
        Some(PlayerEvent::Chat {
            match_id,
            v,
            now: rfc3339(line.at),
            room: line.room.into(),
            line: line.line,
            player: PlayerView::from(&line.player),
            text: line.text.clone()?,
        })
    }

    /// Serializes the event to JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("events of strings and numbers")
    }
}

struct MatchSummary {
    id: MatchId,
    v: u32,
    now: Timestamp,
    plies: u32,
    in_play: bool,
}

impl MatchSummary {
    fn seen_by(self, seat: Seat, variant: &Variant, position: &Position, legal: bool) -> SeatView {
        let my_turn = self.in_play && position.turn() == seat;
        SeatView {
            id: self.id,
            v: self.v,
            now: rfc3339(self.now),
            variant: position.variant().pin(),
            seat: variant.seat_name(seat).letter(),
            my_turn,
            next_ply: self.plies + 1,
            position: position.to_string(),
            legal: (legal && my_turn).then(|| legal_moves(position, true)),
        }
    }
}
