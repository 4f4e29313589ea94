//! What concerns one player, as `/me/events` and webhooks say it.

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{AppliedEvent, Event, Match, MatchId, Termination};
use chivalry_rules::{Position, Seat, Variant};

use crate::protocol::tournaments::frames::CalledView;
use crate::protocol::views::match_view::{legal_moves, record_result, result_schema, rfc3339};

/// Something that concerns one player (`docs/protocol.md`, "Everything that
/// concerns me").
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum PlayerEvent {
    /// A match under way: one for each comes first.
    Playing(SeatView),
    /// That was all of them: what follows, happens now.
    Ready {
        /// The server's time.
        now: String,
    },
    /// The reader was too slow, and has missed something: every match under
    /// way follows, as in the beginning.
    LookAgain {
        /// The server's time.
        now: String,
    },
    /// A match has begun.
    Started(SeatView),
    /// It is the player's turn.
    Turn(SeatView),
    /// The player is to come and play in a tournament.
    Called(CalledView),
    /// A match is over.
    Ended {
        /// How it stands.
        #[serde(flatten)]
        about: SeatView,
        /// The result (`docs/notation.md`).
        #[schema(schema_with = result_schema)]
        result: &'static str,
        /// Why it ended.
        termination: Termination,
    },
}

/// A match as it stands for one player in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    /// Its version.
    pub v: u32,
    /// The time of which this speaks.
    pub now: String,
    /// The variant's name.
    pub variant: &'static str,
    /// The player's seat.
    pub seat: char,
    /// Whether it is the player's turn.
    pub my_turn: bool,
    /// The number that the next ply will have: the `ply` to move with.
    pub next_ply: u32,
    /// The position.
    pub position: String,
    /// The legal moves, for a reader that asked, in the player's own turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
}

impl SeatView {
    /// A match under way, for `seat`.
    #[must_use]
    pub fn of(contest: &Match, seat: Seat, now: Timestamp, with_legal_moves: bool) -> SeatView {
        let game = contest.game();
        let in_play = contest.status().as_str() == "playing" && game.ending().is_none();
        let view = Bare { id: contest.id(), v: contest.v(), now, plies: game.plies(), in_play };
        view.seen_by(seat, contest.variant(), game.position(), with_legal_moves)
    }

    /// The match just after `occurrence`, for `seat`.
    #[must_use]
    pub fn after(
        id: MatchId,
        occurrence: &AppliedEvent,
        seat: Seat,
        with_legal_moves: bool,
    ) -> SeatView {
        let (v, now) = (occurrence.recorded.v, occurrence.recorded.at);
        let view = Bare { id, v, now, plies: occurrence.ply, in_play: occurrence.in_play };
        let position = &occurrence.position;
        view.seen_by(seat, position.variant(), position, with_legal_moves)
    }
}

impl PlayerEvent {
    /// The end of a match, if that is what `occurrence` is.
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

    /// The event's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("events of strings and numbers")
    }
}

struct Bare {
    id: MatchId,
    v: u32,
    now: Timestamp,
    plies: u32,
    in_play: bool,
}

impl Bare {
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
