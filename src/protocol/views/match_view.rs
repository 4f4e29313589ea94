//! Matches and players as clients see them.

use jiff::Timestamp as Moment;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{AdditionalProperties, OneOfBuilder, Type};
use utoipa::openapi::{Object, ObjectBuilder, Ref, Schema};

use chivalry_play::clock::{Clock, ClockReading, Ledger, TimeControl, Timestamp};
use chivalry_play::matches::{
    ImportedRecord, Match, MatchId, MatchResult, Offer, SeatOutReason, Status, Termination,
};
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_play::rating::{PublicRating, SeatRating};
use chivalry_rules::notation::record::RecordResult;
use chivalry_rules::{MoveList, Outcome, PerSeat, Position, Seat, SquareSet, Team, Variant};

use crate::protocol::requests::matches::MatchOptions;
use crate::protocol::requests::premoves::ReadyView;
use crate::protocol::requests::start::handicap_view;
use crate::protocol::tournaments::views::FixtureView;
use crate::protocol::views::seat_map::SeatMap;

/// A player as others see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerView {
    /// Names the player for ever.
    #[schema(value_type = uuid::Uuid)]
    pub id: PlayerId,
    /// The name shown.
    pub name: String,
    /// How they came to be known.
    pub kind: PlayerKind,
}

/// Clocks, as of the `now` of the frame that states them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClockView {
    /// Milliseconds left to each seat: of its budget, or of its byo-yomi
    /// period; `null` without a limit.
    #[schema(value_type = Option<std::collections::BTreeMap<String, u64>>, required = true)]
    pub left_ms: Option<SeatMap<u64>>,
    /// The seat whose clock, or start timer, runs.
    #[schema(required = true)]
    pub running: Option<char>,
    /// Milliseconds left of the start timer, while that is what runs, and the
    /// clock stands still.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<u64>,
    /// Milliseconds for which the running clock still waits (simple delay).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
    /// Byo-yomi periods still to come after what `left_ms` counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, u32>>)]
    pub periods_left: Option<SeatMap<u32>>,
    /// The stage that each seat is in, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, u32>>)]
    pub stage: Option<SeatMap<u32>>,
}

/// What a move did to its seat's clock. What the seat had before, less
/// `charged_ms`, and `added_ms` added, is `left_ms`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LedgerView {
    /// When the move was received.
    pub received: String,
    /// How long the turn had lasted by then.
    pub used_ms: u64,
    /// How much of that was the line's, as measured by the server.
    pub lag_ms: u64,
    /// What the move cost.
    pub charged_ms: u64,
    /// What it brought.
    pub added_ms: u64,
    /// What is left.
    pub left_ms: u64,
    /// Byo-yomi periods still to come after that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periods_left: Option<u16>,
    /// The stage that the seat is in, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<u8>,
}

/// An offer that stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OfferView {
    /// The seat that made it, or said yes to it.
    pub seat: char,
    /// What it offers, or has said yes to.
    pub offer: Offer,
}

/// Whether a seat's player is there.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct PresenceView {
    /// Whether the player has gone.
    pub gone: bool,
    /// When their time to come back is over, in milliseconds from now: once
    /// that is so of their whole side, the other can claim the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_in_ms: Option<u64>,
}

impl PresenceView {
    /// Of a player whose time to come back is over at `gone_at`, if they have
    /// gone.
    #[must_use]
    pub fn of(gone_at: Option<Timestamp>, now: Timestamp) -> PresenceView {
        let claim_in_ms = gone_at.map(|at| at.since(now).as_millis() as u64);
        PresenceView { gone: gone_at.is_some(), claim_in_ms }
    }
}

/// A player in a seat of a match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatedView {
    /// The player.
    #[serde(flatten)]
    pub player: PlayerView,
    /// Why the seat plays no more while its partner plays on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<SeatOutReason>,
    /// The player's rating, of one who has an account, where the match began
    /// from the usual array.
    #[serde(flatten)]
    pub rating: Option<SeatRatingView>,
}

/// A player's rating in the pool of a match.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SeatRatingView {
    /// The rating before the match: as of when the player sat down, until the
    /// match is rated.
    pub rating: u16,
    /// Whether that is uncertain.
    pub provisional: bool,
    /// By how many points the match changed it, once it is rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

impl SeatRatingView {
    /// As a match shows it that is over, or not.
    fn of(SeatRating { before, change }: SeatRating, is_over: bool) -> SeatRatingView {
        let PublicRating { rating, provisional } = before;
        SeatRatingView { rating, provisional, change: change.filter(|_| is_over) }
    }

    /// Without a match that changes it.
    pub(crate) fn of_strength(before: PublicRating) -> SeatRatingView {
        SeatRatingView::of(SeatRating { before, change: None }, false)
    }

    /// Those of a match of `variant`.
    pub fn of_seats(
        variant: &Variant,
        ratings: &PerSeat<Option<SeatRating>>,
    ) -> SeatMap<SeatRatingView> {
        SeatMap::of(variant, |seat| ratings[seat].map(|it| SeatRatingView::of(it, true)))
    }
}

/// A match as it stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    /// Its version: the number of events so far.
    pub v: u32,
    /// The server's time of this statement.
    pub now: String,
    /// The variant's name.
    pub variant: &'static str,
    /// How far it is.
    #[schema(schema_with = status_schema)]
    pub status: &'static str,
    /// Who sits where; `null` is a free seat.
    #[schema(schema_with = seated_schema)]
    pub seats: SeatMap<Option<SeatedView>>,
    /// Who played it, of a game that was played elsewhere; left out for all
    /// others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, String>>)]
    pub names: Option<SeatMap<String>>,
    /// The tags of its record, of a game that was played elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Vec<String>>>)]
    pub tags: Option<Vec<(String, String)>>,
    /// The time control.
    pub time: TimeControl,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether it is kept out of lists and joined by link only.
    pub private: bool,
    /// What else was agreed on, where anything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<MatchOptions>,
    /// The game of a tournament that it is, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<FixtureView>,
    /// The position that it started from, when not the usual array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The squares of the array whose pieces one side plays without, where it
    /// started from a handicap array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Vec<String>>,
    /// The position now.
    pub position: String,
    /// Plies played, pass-turns included.
    pub ply: u32,
    /// The moves as played, `pass` included.
    pub moves: Vec<String>,
    /// The clocks.
    pub clock: ClockView,
    /// Whether the clocks stand still because the server went away.
    pub paused: bool,
    /// Whether the players are there, while it is played and they have to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, PresenceView>>)]
    pub presence: Option<SeatMap<PresenceView>>,
    /// The offers that stand.
    pub offers: Vec<OfferView>,
    /// How many connections watch and hold no seat.
    pub watchers: u32,
    /// The result, once it has ended (`docs/notation.md`, "Game records").
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = result_schema, required = false)]
    pub result: Option<&'static str>,
    /// Why it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub termination: Option<Termination>,
    /// The match that its players went on to, with colours swapped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub rematch: Option<MatchId>,
    /// The legal moves of the seat to move, for a client that asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// What the viewer has ready for their coming ply: over WebSocket, for
    /// their own connections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub premove: Option<ReadyView>,
}

/// A map from seats' letters to players or `null`, which the derive cannot
/// describe.
pub(crate) fn seats_schema() -> Object {
    nullable_map(&PlayerView::name())
}

/// The words of a closed list, which the derive cannot see in a text.
#[must_use]
pub fn words<'a>(about: &str, words: impl IntoIterator<Item = &'a str>) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(about))
        .enum_values(Some(words))
        .build()
}

/// A result as records write it.
pub(crate) fn result_schema() -> Object {
    let about = "The result (`docs/notation.md`, \"Game records\"); `*` when it was called off.";
    words(about, RecordResult::ALL.map(RecordResult::as_str))
}

/// How far a match is.
pub(crate) fn status_schema() -> Object {
    words("How far it is.", ["open", "playing", "ended"])
}

pub(crate) fn seated_schema() -> Object {
    nullable_map(&SeatedView::name())
}

fn nullable_map(of: &str) -> Object {
    let nobody = ObjectBuilder::new().schema_type(Type::Null);
    let player = Ref::from_schema_name(of);
    let seat = OneOfBuilder::new().item(nobody).item(player).build();
    ObjectBuilder::new()
        .description(Some("Who sits where; `null` is a free seat."))
        .additional_properties(Some(AdditionalProperties::RefOr(Schema::OneOf(seat).into())))
        .build()
}

impl From<&Player> for PlayerView {
    fn from(player: &Player) -> PlayerView {
        PlayerView { id: player.id, name: player.name.clone(), kind: player.kind }
    }
}

impl ClockView {
    /// The clocks of a match of `variant` at `now`.
    #[must_use]
    pub fn of(clock: &Clock, variant: &Variant, now: Timestamp) -> ClockView {
        let control = clock.control();
        let each = |value: fn(ClockReading) -> Option<u32>| {
            let of_seat = |seat| clock.reading(seat, now).and_then(value);
            SeatMap::of(variant, of_seat)
        };
        let has_periods = matches!(control, TimeControl::Byoyomi { .. });
        let has_stages = matches!(control, TimeControl::Stages { .. });
        ClockView {
            left_ms: control
                .is_timed()
                .then(|| SeatMap::of(variant, |seat| clock.left_ms(seat, now))),
            running: clock.running().map(|seat| variant.seat_name(seat).letter()),
            start_ms: clock.start_left_ms(now),
            delay_ms: clock.delay_left_ms(now),
            periods_left: has_periods.then(|| each(|reading| reading.periods_left)),
            stage: has_stages.then(|| each(|reading| reading.stage)),
        }
    }
}

impl LedgerView {
    /// The ledger of a move that was received at `at`.
    #[must_use]
    pub fn of(ledger: &Ledger, at: Timestamp) -> LedgerView {
        LedgerView {
            received: rfc3339(at),
            used_ms: ledger.used_ms,
            lag_ms: ledger.lag_ms,
            charged_ms: ledger.charged_ms,
            added_ms: ledger.added_ms,
            left_ms: ledger.left_ms,
            periods_left: ledger.periods_left,
            stage: ledger.stage,
        }
    }
}

impl MatchView {
    /// The match as it stands at `now`, with so many watchers; `gone` says
    /// whose time to come back is over when.
    #[must_use]
    pub fn of(
        contest: &Match,
        players: &PerSeat<Option<Player>>,
        ratings: &PerSeat<Option<SeatRating>>,
        gone: &PerSeat<Option<Timestamp>>,
        watchers: u32,
        now: Timestamp,
        with_legal_moves: bool,
    ) -> MatchView {
        let variant = contest.variant();
        let letter = |seat| variant.seat_name(seat).letter();
        let game = contest.game();
        let (result, termination) = match contest.status() {
            Status::Ended { result, termination } => {
                (Some(record_result(result, variant).as_str()), Some(termination))
            }
            Status::Open | Status::Playing => (None, None),
        };
        let is_in_play = contest.status() == Status::Playing;
        let seated = |seat: Seat| {
            let out = contest.seats_out()[seat].map(|left| left.how);
            // Who sees the match late is not told of its end so.
            let is_over = result.is_some();
            let rating = ratings[seat].map(|rating| SeatRatingView::of(rating, is_over));
            players[seat].as_ref().map(|player| SeatedView { player: player.into(), out, rating })
        };
        let offer = |(offer, seat): (Offer, Seat)| OfferView { seat: letter(seat), offer };
        MatchView {
            id: contest.id(),
            v: contest.v(),
            now: rfc3339(now),
            variant: variant.pin(),
            status: contest.status().as_str(),
            seats: SeatMap::of(variant, |seat| Some(seated(seat))),
            names: contest.imported().map(|imported| names(imported, variant)),
            tags: contest.imported().map(|imported| imported.tags().to_vec()),
            time: contest.time(),
            rated: contest.is_rated(),
            private: contest.is_private(),
            options: MatchOptions::of(contest.partner_plays_on(), contest.watch_delay_ms()),
            tournament: contest.tournament_game().map(FixtureView::from),
            start: (!contest.is_from_array()).then(|| contest.start().to_string()),
            handicap: handicap_view(contest.start()).filter(|_| !contest.is_from_array()),
            position: game.position().to_string(),
            ply: game.plies(),
            moves: contest.moves().iter().map(|played| played.text.to_owned()).collect(),
            clock: ClockView::of(contest.clock(), variant, now),
            paused: contest.is_paused(),
            presence: contest.grace().map(|_| {
                SeatMap::of(variant, |seat| {
                    let plays_on = contest.seats_out()[seat].is_none();
                    plays_on.then(|| PresenceView::of(gone[seat], now))
                })
            }),
            offers: contest.offers().map(offer).collect(),
            watchers,
            result,
            termination,
            rematch: contest.rematch(),
            legal: with_legal_moves.then(|| legal_moves(game.position(), is_in_play)),
            premove: None,
        }
    }
}

/// Who played a game elsewhere, by seat, as far as it is known.
pub(crate) fn names(imported: &ImportedRecord, variant: &Variant) -> SeatMap<String> {
    SeatMap::of(variant, |seat| imported.names()[seat].clone())
}

/// A result as records write it: `1-0`, `RB`, `1/2-1/2`, or `*` for a match
/// that was called off, or of which it is not known (`docs/notation.md`, "Game
/// records").
#[must_use]
pub fn record_result(result: MatchResult, variant: &Variant) -> RecordResult {
    let outcome = match result {
        MatchResult::First => Outcome::Win(Team::First),
        MatchResult::Second => Outcome::Win(Team::Second),
        MatchResult::Draw => Outcome::Draw,
        MatchResult::Aborted => return RecordResult::Unknown,
    };
    RecordResult::of(outcome, variant)
}

/// The legal moves of the seat to move, one route per result; none when the
/// match is not being played.
#[must_use]
pub fn legal_moves(position: &Position, is_in_play: bool) -> Vec<String> {
    if !is_in_play {
        return Vec::new();
    }
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.iter().map(|legal| position.move_text(&legal)).collect()
}

/// The names of squares, in board order.
pub(crate) fn square_names(squares: SquareSet, variant: &Variant) -> Vec<String> {
    squares.into_iter().map(|square| variant.board().name(square).to_string()).collect()
}

/// A moment in UTC, to the millisecond (RFC 3339).
#[must_use]
pub fn rfc3339(at: Timestamp) -> String {
    let moment = Moment::from_millisecond(at.0).unwrap_or(Moment::UNIX_EPOCH);
    format!("{moment:.3}")
}

/// Reads a moment written by [`rfc3339`], or any other in that form.
#[must_use]
pub fn read_rfc3339(text: &str) -> Option<Timestamp> {
    text.parse::<Moment>().ok().map(|moment| Timestamp(moment.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_to_the_millisecond() {
        let text = rfc3339(Timestamp(1_795_228_444_005));
        assert_eq!(text, "2026-11-21T02:34:04.005Z");
        assert_eq!(read_rfc3339(&text), Some(Timestamp(1_795_228_444_005)));
        assert_eq!(read_rfc3339("yesterday"), None);
    }
}
