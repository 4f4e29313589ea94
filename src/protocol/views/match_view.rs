//! Matches and players.

use jiff::Timestamp as Moment;
use serde::{Deserialize, Serialize};
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
use chivalry_rules::{MoveList, Outcome, PerSeat, Position, Seat, Variant};

use crate::protocol::requests::matches::MatchOptions;
use crate::protocol::requests::premoves::ReadyView;
use crate::protocol::requests::start::handicap_view;
use crate::protocol::tournaments::fixture::FixtureView;
use crate::protocol::views::seat_map::SeatMap;

/// The public view of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerView {
    /// The permanent id of the player.
    #[schema(value_type = uuid::Uuid)]
    pub id: PlayerId,
    /// The displayed name.
    pub name: String,
    /// The kind of the account.
    pub kind: PlayerKind,
}

/// The clocks, as of the `now` of the frame that contains them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClockView {
    /// Remaining milliseconds of each seat, in its main time or its byo-yomi period; `null`
    /// without a time limit.
    #[schema(value_type = Option<std::collections::BTreeMap<String, u64>>, required = true)]
    pub left_ms: Option<SeatMap<u64>>,
    /// The seat whose clock or start timer is running.
    #[schema(required = true)]
    pub running: Option<char>,
    /// Remaining milliseconds of the start timer. The clock is stopped while the timer runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<u64>,
    /// Remaining milliseconds of the simple delay of the running clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
    /// Remaining byo-yomi periods after the one that `left_ms` counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, u32>>)]
    pub periods_left: Option<SeatMap<u32>>,
    /// The time-control stage of each seat, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, u32>>)]
    pub stage: Option<SeatMap<u32>>,
    /// The ends of the vacations under way, by seat. The clock of such a seat does not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, String>>)]
    pub away_until: Option<SeatMap<String>>,
    /// The time until which the running clock rests, because of a vacation or of the hours of the
    /// time control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rests_until: Option<String>,
    /// The time at which the running clock reaches zero, in a match with vacations or rest hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags_at: Option<String>,
}

/// The clock accounting of a move. `left_ms` is the previous time, less `charged_ms`, plus
/// `added_ms`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LedgerView {
    /// The time at which the move was received.
    pub received: String,
    /// The duration of the turn until then.
    pub used_ms: u64,
    /// The network latency compensated, as measured by the server.
    pub lag_ms: u64,
    /// The time charged for the move.
    pub charged_ms: u64,
    /// The time added by the move.
    pub added_ms: u64,
    /// The remaining time.
    pub left_ms: u64,
    /// Remaining byo-yomi periods after the current one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periods_left: Option<u16>,
    /// The time-control stage of the seat, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<u8>,
}

/// An open offer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OfferView {
    /// The seat that made the offer or accepted it.
    pub seat: char,
    /// The offer made or accepted.
    pub offer: Offer,
    /// The time at which the adjourned match would continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// The presence of a seat's player.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct PresenceView {
    /// True if the player is disconnected.
    pub gone: bool,
    /// Milliseconds from now until the player's grace period ends. Once it has ended for all
    /// players of a side, the other side can claim the match. Absent while the directors of a
    /// tournament have paused the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim_in_ms: Option<u64>,
}

impl PresenceView {
    /// The presence of a player. `gone_at` is the end of the grace period if the player is
    /// disconnected. No match is claimed while it `is_held`.
    #[must_use]
    pub fn of(gone_at: Option<Timestamp>, is_held: bool, now: Timestamp) -> PresenceView {
        let claim_at = gone_at.filter(|_| !is_held);
        let claim_in_ms = claim_at.map(|at| at.since(now).as_millis() as u64);
        PresenceView { gone: gone_at.is_some(), claim_in_ms }
    }
}

/// A player in a seat of a match. The rating is absent for guests, and if the match did not
/// start from the usual array.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatedView {
    /// The player.
    #[serde(flatten)]
    pub player: PlayerView,
    /// The reason why the seat dropped out while its partner plays on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<SeatOutReason>,
    #[expect(missing_docs, reason = "a description would become a schema of its own")]
    #[serde(flatten)]
    #[schema(value_type = SeatRatingFields, inline)]
    pub rating: Option<SeatRatingView>,
}

/// The fields of a [`SeatRatingView`] in a seat, which are all present or all absent.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of a flattened option")]
struct SeatRatingFields {
    /// The rating before the match.
    #[schema(nullable = false)]
    rating: Option<u16>,
    /// True if the rating is provisional.
    #[schema(nullable = false)]
    provisional: Option<bool>,
    /// The change of the rating by the match, in points.
    #[schema(nullable = false)]
    change: Option<i32>,
}

/// A player's rating in the pool of a match.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SeatRatingView {
    /// The rating before the match. Until the match is rated, it is the rating at the time of
    /// joining.
    pub rating: u16,
    /// True if the rating is provisional.
    pub provisional: bool,
    /// The change of the rating by the match, in points, once the match is rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

impl SeatRatingView {
    /// The view of a rating in a match that is over or not.
    fn of(SeatRating { before, change }: SeatRating, is_over: bool) -> SeatRatingView {
        let PublicRating { rating, provisional } = before;
        SeatRatingView { rating, provisional, change: change.filter(|_| is_over) }
    }

    /// The view of a rating that no match changes.
    pub(crate) fn of_strength(before: PublicRating) -> SeatRatingView {
        SeatRatingView::of(SeatRating { before, change: None }, false)
    }

    /// The ratings of the seats of a match of `variant`.
    pub fn of_seats(
        variant: &Variant,
        ratings: &PerSeat<Option<SeatRating>>,
    ) -> SeatMap<SeatRatingView> {
        SeatMap::of(variant, |seat| ratings[seat].map(|it| SeatRatingView::of(it, true)))
    }
}

/// The state of a match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    /// The version: the number of events so far.
    pub v: u32,
    /// The server's time of this view.
    pub now: String,
    /// The variant's name.
    pub variant: &'static str,
    /// The status of the match.
    #[schema(schema_with = status_schema)]
    pub status: &'static str,
    /// The player of each seat; `null` for a free seat.
    #[schema(schema_with = seated_schema)]
    pub seats: SeatMap<Option<SeatedView>>,
    /// Names of the players of an imported game; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, String>>)]
    pub names: Option<SeatMap<String>>,
    /// The tags of the record of an imported game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Vec<String>>>)]
    pub tags: Option<Vec<(String, String)>>,
    /// The time control.
    pub time: TimeControl,
    /// True if the match counts for ratings.
    pub rated: bool,
    /// True if the match is unlisted and joined by link only.
    pub private: bool,
    /// Further options of the match; omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<MatchOptions>,
    /// The tournament game that the match belongs to, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<FixtureView>,
    /// The starting position, if not the usual array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The handicap: the squares of the array whose pieces are missing, if the match started
    /// from a handicap array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Vec<String>>,
    /// The current position.
    pub position: String,
    /// Plies played, pass-turns included.
    pub ply: u32,
    /// The moves as played, including `pass`.
    pub moves: Vec<String>,
    /// The clocks.
    pub clock: ClockView,
    /// True if the clocks are paused because the server shut down.
    pub paused: bool,
    /// The time at which the adjourned match continues at the latest; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjourned_until: Option<String>,
    /// True while a director of the tournament has paused the round. The match counts as adjourned.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub round_paused: bool,
    /// The presence of the players, while the match is being played in real time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, PresenceView>>)]
    pub presence: Option<SeatMap<PresenceView>>,
    /// The open offers.
    pub offers: Vec<OfferView>,
    /// Number of connections that watch the match without a seat.
    pub watchers: u32,
    /// The result, once it has ended (`docs/notation.md`, "Game records").
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = result_schema, required = false)]
    pub result: Option<&'static str>,
    /// The cause of the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub termination: Option<Termination>,
    /// The rematch, in which the players have swapped colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub rematch: Option<MatchId>,
    /// The legal moves of the seat to move, for a client that requested them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// The viewer's own premove; WebSocket only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub premove: Option<ReadyView>,
}

/// The schema of a map from seat letters to players or `null`. The derive cannot express it.
pub(crate) fn seats_schema() -> Object {
    nullable_map(&PlayerView::name())
}

/// The schema of a string with a closed list of values. The derive cannot express it.
#[must_use]
pub fn enum_schema<'a>(about: &str, words: impl IntoIterator<Item = &'a str>) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(about))
        .enum_values(Some(words))
        .build()
}

/// The schema of a result as written in records.
pub(crate) fn result_schema() -> Object {
    let about = "The result (`docs/notation.md`, \"Game records\"); `*` for an aborted match.";
    enum_schema(about, RecordResult::ALL.map(RecordResult::as_str))
}

/// The schema of a match status.
pub(crate) fn status_schema() -> Object {
    enum_schema("The status.", ["open", "playing", "ended"])
}

pub(crate) fn seated_schema() -> Object {
    nullable_map(&SeatedView::name())
}

fn nullable_map(of: &str) -> Object {
    let null = ObjectBuilder::new().schema_type(Type::Null);
    let player = Ref::from_schema_name(of);
    let seat = OneOfBuilder::new().item(null).item(player).build();
    ObjectBuilder::new()
        .description(Some("The player of each seat; `null` for a free seat."))
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
        let away = |seat| clock.away_until(seat, now).map(rfc3339);
        let has_rests = control.allows_vacation() || control.rest().is_some();
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
            away_until: variant
                .seats()
                .any(|seat| away(seat).is_some())
                .then(|| SeatMap::of(variant, away)),
            rests_until: clock.rests_until(now).map(rfc3339),
            flags_at: clock.flags_at().filter(|_| has_rests).map(rfc3339),
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
    /// The view of a match at `now` with `watchers` watchers. `gone` is the end of the grace
    /// period of each disconnected player.
    #[must_use]
    pub fn of(
        match_state: &Match,
        players: &PerSeat<Option<Player>>,
        ratings: &PerSeat<Option<SeatRating>>,
        gone: &PerSeat<Option<Timestamp>>,
        watchers: u32,
        now: Timestamp,
        with_legal_moves: bool,
    ) -> MatchView {
        let variant = match_state.variant();
        let letter = |seat| variant.seat_name(seat).letter();
        let game = match_state.game();
        let (result, termination) = match match_state.status() {
            Status::Ended { result, termination } => {
                (Some(record_result(result, variant).as_str()), Some(termination))
            }
            Status::Open | Status::Playing => (None, None),
        };
        let is_in_play = match_state.status() == Status::Playing;
        let seated = |seat: Seat| {
            let out = match_state.seats_out()[seat].map(|left| left.how);
            // Viewers with a spectator delay must not learn of the end from this field.
            let is_over = result.is_some();
            let rating = ratings[seat].map(|rating| SeatRatingView::of(rating, is_over));
            players[seat].as_ref().map(|player| SeatedView { player: player.into(), out, rating })
        };
        let offer = |(offer, seat): (Offer, Seat)| {
            let until = match_state.offered_until(offer).map(rfc3339);
            OfferView { seat: letter(seat), offer, until }
        };
        MatchView {
            id: match_state.id(),
            v: match_state.v(),
            now: rfc3339(now),
            variant: variant.pin(),
            status: match_state.status().as_str(),
            seats: SeatMap::of(variant, |seat| Some(seated(seat))),
            names: match_state.imported().map(|imported| names(imported, variant)),
            tags: match_state.imported().map(|imported| imported.tags().to_vec()),
            time: match_state.time(),
            rated: match_state.is_rated(),
            private: match_state.is_private(),
            options: MatchOptions::of(match_state.partner_plays_on(), match_state.watch_delay_ms()),
            tournament: match_state.tournament_game().map(FixtureView::from),
            start: (!match_state.is_from_array()).then(|| match_state.start().to_string()),
            handicap: handicap_view(match_state.start()).filter(|_| !match_state.is_from_array()),
            position: game.position().to_string(),
            ply: game.plies(),
            moves: match_state.moves().iter().map(|played| played.text.to_owned()).collect(),
            clock: ClockView::of(match_state.clock(), variant, now),
            paused: match_state.is_paused(),
            adjourned_until: match_state.adjourned_until().map(rfc3339),
            round_paused: match_state.is_held(),
            presence: match_state.presence_grace().map(|_| {
                SeatMap::of(variant, |seat| {
                    let plays_on = match_state.seats_out()[seat].is_none();
                    plays_on.then(|| PresenceView::of(gone[seat], match_state.is_held(), now))
                })
            }),
            offers: match_state.offers().map(offer).collect(),
            watchers,
            result,
            termination,
            rematch: match_state.rematch(),
            legal: with_legal_moves.then(|| legal_moves(game.position(), is_in_play)),
            premove: None,
        }
    }
}

/// Returns the known player names of an imported game by seat.
pub(crate) fn names(imported: &ImportedRecord, variant: &Variant) -> SeatMap<String> {
    SeatMap::of(variant, |seat| imported.names()[seat].clone())
}

/// Converts a result to the form of records: `1-0`, `RB`, `1/2-1/2`, or `*` for an aborted
/// match or an unknown result (`docs/notation.md`, "Game records").
#[must_use]
pub fn record_result(result: MatchResult, variant: &Variant) -> RecordResult {
    match (result, result.winner()) {
        (_, Some(team)) => RecordResult::of(Outcome::Win(team), variant),
        (MatchResult::Draw, None) => RecordResult::Draw,
        (_, None) => RecordResult::Unknown,
    }
}

/// Returns the legal moves of the seat to move, one route per result. Empty if the match is not
/// being played.
#[must_use]
pub fn legal_moves(position: &Position, is_in_play: bool) -> Vec<String> {
    if !is_in_play {
        return Vec::new();
    }
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.iter().map(|legal| position.move_text(&legal)).collect()
}

/// Formats a time in UTC, with milliseconds (RFC 3339).
#[must_use]
pub fn rfc3339(at: Timestamp) -> String {
    let moment = Moment::from_millisecond(at.0).unwrap_or(Moment::UNIX_EPOCH);
    format!("{moment:.3}")
}

/// Parses a time written by [`rfc3339`], or any other RFC 3339 time.
#[must_use]
pub fn read_rfc3339(text: &str) -> Option<Timestamp> {
    text.parse::<Moment>().ok().map(|moment| Timestamp(moment.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_with_milliseconds() {
        let text = rfc3339(Timestamp(1_795_228_444_005));
        assert_eq!(text, "2026-11-21T02:34:04.005Z");
        assert_eq!(read_rfc3339(&text), Some(Timestamp(1_795_228_444_005)));
        assert_eq!(read_rfc3339("yesterday"), None);
    }
}

/// The node that owns a match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchNodeView {
    /// The URL under which clients reach the node directly. Missing if clients cannot choose a
    /// node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}
