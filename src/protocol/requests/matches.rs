//! Requests about matches, for WebSocket and REST alike.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{Object, ObjectBuilder, Schema};

use chivalry_engine::Level;
use chivalry_play::clock::TimeControl;
use chivalry_play::matches::{Command, MAX_SPECTATOR_DELAY, Match, MatchId, NewMatch, OfferAction};
use chivalry_rules::notation::move_text::turn_pattern;
use chivalry_rules::{Seat, Variant};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;
use crate::protocol::views::rules::on_trial;

/// Default amount of added time.
const DEFAULT_ADDED_MS: u64 = 15_000;

const MIN_ADDED_MS: u64 = 1_000;
const MAX_ADDED_MS: u64 = 600_000;

/// A match to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct CreateRequest {
    /// The variant's name; optional if `record` or `from` determines it.
    #[schema(example = "camelot")]
    pub variant: Option<String>,
    /// The time control; defaults to no limit.
    #[serde(default = "unlimited")]
    pub time: TimeControl,
    /// The seats of the creator and of the engine, with its level: `{"W": "me", "B":
    /// "computer:3"}`. Other seats are free.
    #[serde(default)]
    #[schema(example = json!({"W": "me", "B": "computer:3"}), schema_with = seats_schema)]
    pub seats: BTreeMap<String, String>,
    /// True if the match counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The starting position, if not the usual array (`docs/notation.md`).
    pub position: Option<String>,
    /// A handicap: the squares of the array whose pieces are removed. Not combined with a
    /// position.
    #[serde(default)]
    #[schema(example = json!(["C6"]))]
    pub handicap: Vec<String>,
    /// A game record to continue, in place of a position (`docs/notation.md`).
    pub record: Option<String>,
    /// Number of plies of `record` to play; all if omitted.
    pub ply: Option<u32>,
    /// A match to continue, in place of a position.
    pub from: Option<FromRequest>,
    /// True if the match is unlisted and joined by link only.
    #[serde(default)]
    pub private: bool,
    /// Further options.
    #[serde(default)]
    pub options: MatchOptions,
}

/// Options besides time control and seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MatchOptions {
    /// True if a partner plays on after the other resigns or flags, in four-player games
    /// (`rules.md 6.4`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partner_plays_on: bool,
    /// Delay of the match for spectators, in milliseconds, from the first turn on: up to
    /// 900,000.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schema(maximum = 900_000)]
    pub watch_delay_ms: u32,
}

impl MatchOptions {
    /// Returns the options of a match, or `None` if all are at their defaults.
    pub(crate) fn of(partner_plays_on: bool, watch_delay_ms: u32) -> Option<MatchOptions> {
        let options = MatchOptions { partner_plays_on, watch_delay_ms };
        Some(options).filter(|options| *options != MatchOptions::default())
    }
}

/// A match to continue.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct FromRequest {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub match_id: MatchId,
    /// Number of its plies to play; all if omitted.
    pub ply: Option<u32>,
}

/// A seat to take.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct JoinRequest {
    /// The letter of the seat; defaults to the first free seat.
    #[schema(min_length = 1, max_length = 1)]
    pub seat: Option<char>,
    /// The key of the seat's link, required for a private match.
    pub key: Option<String>,
}

/// A move to make.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct MoveRequest {
    /// The number that this ply will have, from 1; pass-turns count.
    pub ply: u32,
    /// The move (`docs/notation.md`).
    #[serde(rename = "move")]
    #[schema(example = "E6-E5", schema_with = turn_schema)]
    pub text: String,
    /// True if the answer to an illegal move lists the legal moves.
    #[serde(default)]
    pub legal: bool,
}

/// An action on a draw, takeback, rematch or resumption offer.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct OfferRequest {
    /// The action.
    pub say: SayField,
}

/// A claim of a match that the other side has abandoned.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
pub struct ClaimRequest {
    /// The result to claim; defaults to a win.
    #[serde(default, rename = "for")]
    pub result: ClaimField,
}

/// A result to claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimField {
    /// A win for the claiming side.
    #[default]
    Win,
    /// A draw.
    Draw,
}

impl From<ClaimRequest> for Command {
    fn from(request: ClaimRequest) -> Command {
        // The match fills in `gone_at`.
        Command::Claim { draw: request.result == ClaimField::Draw, gone_at: None }
    }
}

/// Time to add to the clocks of the other side.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct AddTimeRequest {
    /// The amount, in milliseconds: 1,000 to 600,000. The default is 15,000.
    #[schema(minimum = 1_000, maximum = 600_000)]
    pub ms: Option<u64>,
}

impl AddTimeRequest {
    /// Resolves the request to a command.
    ///
    /// # Errors
    /// `bad_field` if the amount is out of range.
    pub fn resolve(self) -> Result<Command, RequestError> {
        match self.ms.unwrap_or(DEFAULT_ADDED_MS) {
            ms @ MIN_ADDED_MS..=MAX_ADDED_MS => Ok(Command::AddTime(ms)),
            _ => {
                let params = [("least", MIN_ADDED_MS.into()), ("most", MAX_ADDED_MS.into())];
                Err(RequestError::field("ms", Reason::AddedTimeRange.with(params)))
            }
        }
    }
}

/// A map from seat letters to occupants.
fn seats_schema() -> Object {
    let letter = ObjectBuilder::new().schema_type(Type::String);
    let letter = letter.min_length(Some(1)).max_length(Some(1)).build();
    let pattern = format!("^(me|computer:[1-{}])$", Level::ALL.len());
    let occupant = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).build();
    ObjectBuilder::new()
        .description(Some(
            "The seat of the creator (`me`) and the seats of the computer player, by its level. \
             The others are free.",
        ))
        .property_names(Some(letter))
        .additional_properties(Some(Schema::from(occupant)))
        .build()
}

/// The schema of a move text.
fn turn_schema() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("The move (`docs/notation.md`)."))
        .pattern(Some(turn_pattern()))
        .build()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

pub(crate) const fn unlimited() -> TimeControl {
    TimeControl::Unlimited {}
}

/// Rejects an invalid time control.
pub(crate) fn checked_time(time: TimeControl) -> Result<TimeControl, RequestError> {
    time.validated().map_err(|error| {
        let detail = error.to_string();
        let field = detail.split(' ').next().unwrap_or("time").to_owned();
        let refusal = RequestError::field(&field, &error);
        if error.is_range_error() { refusal } else { refusal.well_formed() }
    })
}

/// Rejects a rated match whose time control has no speed class.
pub(crate) fn check_rated(rated: bool, time: TimeControl) -> Result<(), RequestError> {
    if rated && !time.is_timed() {
        return Err(RequestError::unmet("rated", Reason::RatedNeedsClock));
    }
    Ok(())
}

impl CreateRequest {
    /// Returns true if an earlier game has to be replayed to resolve the request.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.record.is_some() || self.from.is_some()
    }

    /// Resolves the request to a new match. `earlier` is the match that `from` names.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn resolve(&self, earlier: Option<&Match>) -> Result<NewMatch, RequestError> {
        let (variant, position) = self.start(earlier)?;
        let time = checked_time(self.time)?;
        check_rated(self.rated, time)?;
        if self.rated && position.is_some() {
            let reason = Reason::RatedNeedsArray;
            return Err(RequestError::unmet("rated", reason));
        }
        let MatchOptions { partner_plays_on, watch_delay_ms } = self.options;
        if partner_plays_on && !variant.has_partners() {
            let reason = Reason::PartnersForFour;
            return Err(RequestError::unmet("options.partner_plays_on", reason));
        }
        if Duration::from_millis(watch_delay_ms.into()) > MAX_SPECTATOR_DELAY {
            let reason = Reason::WatchDelayTooLong;
            return Err(RequestError::field("options.watch_delay_ms", reason));
        }
        let (rated, private) = (self.rated, self.private);
        let seat = self.own_seat(variant)?;
        self.check_trial(variant)?;
        Ok(NewMatch {
            variant,
            position,
            time,
            rated,
            private,
            partner_plays_on,
            seat,
            watch_delay_ms,
            tournament_game: None,
            arranged: false,
        })
    }

    /// Refuses a match with a variant on trial that another player could see or join, or that is
    /// rated.
    fn check_trial(&self, variant: &Variant) -> Result<(), RequestError> {
        let is_full = self.seats.len() == variant.seat_count();
        match variant.is_on_trial() && !(is_full && self.private && !self.rated) {
            true => Err(on_trial(variant)),
            false => Ok(()),
        }
    }

    /// Returns the seats of the engine in a match of `variant`, with its levels.
    ///
    /// # Errors
    /// The first invalid seat.
    pub fn computers(&self, variant: &Variant) -> Result<Vec<(Seat, Level)>, RequestError> {
        let mut computers = Vec::new();
        self.each_seat(variant, |seat, who| {
            if let Occupant::Computer(level) = who {
                if computers.iter().any(|(_, other)| *other == level) {
                    return Err(Reason::ComputerTwice);
                }
                computers.push((seat, level));
            }
            Ok(())
        })?;
        Ok(computers)
    }

    fn own_seat(&self, variant: &Variant) -> Result<Option<Seat>, RequestError> {
        let mut own = None;
        self.each_seat(variant, |seat, who| match who {
            Occupant::Maker if own.replace(seat).is_some() => Err(Reason::PlayerTwice),
            Occupant::Maker | Occupant::Computer(_) => Ok(()),
        })?;
        Ok(own)
    }

    fn each_seat(
        &self,
        variant: &Variant,
        mut take: impl FnMut(Seat, Occupant) -> Result<(), Reason>,
    ) -> Result<(), RequestError> {
        for (letter, who) in &self.seats {
            let field = format!("seats.{letter}");
            let unmet = |reason: Reason| RequestError::unmet(&field, reason);
            let mut letters = letter.chars();
            let (Some(first), None) = (letters.next(), letters.next()) else {
                return Err(RequestError::field(&field, Reason::SeatLetter));
            };
            let seat = variant.seat_of_letter(first).ok_or_else(|| unmet(Reason::NoSuchSeat))?;
            let occupant = Occupant::read(who).ok_or_else(|| {
                let reason = Reason::UnknownOccupant;
                RequestError::field(&field, reason)
            })?;
            take(seat, occupant).map_err(unmet)?;
        }
        Ok(())
    }
}

/// The occupant of a seat of a new match.
enum Occupant {
    Maker,
    Computer(Level),
}

impl Occupant {
    fn read(text: &str) -> Option<Occupant> {
        if text == "me" {
            return Some(Occupant::Maker);
        }
        let level = text.strip_prefix("computer:")?.parse().ok()?;
        Level::new(level).map(Occupant::Computer)
    }
}

/// The wire form of [`OfferAction`].
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SayField {
    /// Make the offer, or accept that of the other side.
    Offer,
    /// Accept the other side's offer.
    Accept,
    /// Decline the other side's offer, or withdraw one's own.
    Decline,
}

impl From<SayField> for OfferAction {
    fn from(say: SayField) -> OfferAction {
        match say {
            SayField::Offer => OfferAction::Offer,
            SayField::Accept => OfferAction::Accept,
            SayField::Decline => OfferAction::Decline,
        }
    }
}
