//! What clients ask for in more than a word, over WebSocket and REST alike.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{Object, ObjectBuilder, Schema};

use chivalry_engine::Level;
use chivalry_play::clock::TimeControl;
use chivalry_play::matches::{Command, MAX_SPECTATOR_DELAY, Match, MatchId, NewMatch};
use chivalry_rules::notation::move_text::turn_pattern;
use chivalry_rules::{Seat, Variant};

use crate::protocol::codec::client_frame::SayField;
use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;

/// What is added to a clock when the client does not say how much.
const USUAL_GIFT_MS: u64 = 15_000;

const LEAST_GIFT_MS: u64 = 1_000;
const MOST_GIFT_MS: u64 = 600_000;

/// A match to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct CreateRequest {
    /// The variant's name; it may be left out where `record` or `from` says
    /// it.
    #[schema(example = "camelot")]
    pub variant: Option<String>,
    /// The time control; no limit when left out.
    #[serde(default = "unlimited")]
    pub time: TimeControl,
    /// The seat that its maker takes, and those of the computer player, by its
    /// level: `{"W": "me", "B": "computer:3"}`. The others are free.
    #[serde(default)]
    #[schema(example = json!({"W": "me", "B": "computer:3"}), schema_with = seats_schema)]
    pub seats: BTreeMap<String, String>,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The position to start from, when not the usual array
    /// (`docs/notation.md`).
    pub position: Option<String>,
    /// The squares of the array on which one side's pieces are missing, in
    /// place of a position: it plays without them.
    #[serde(default)]
    #[schema(example = json!(["C6"]))]
    pub handicap: Vec<String>,
    /// A game record to go on from, in place of a position
    /// (`docs/notation.md`).
    pub record: Option<String>,
    /// After how many plies of `record`; the last when left out.
    pub ply: Option<u32>,
    /// A match to go on from, in place of a position.
    pub from: Option<FromRequest>,
    /// Whether it is kept out of lists and joined by link only.
    #[serde(default)]
    pub private: bool,
    /// What else is agreed on.
    #[serde(default)]
    pub options: MatchOptions,
}

/// What can be agreed on besides time and seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MatchOptions {
    /// Whether a partner plays on when the other resigns or flags, in games
    /// for four (`rules.md 6.4`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partner_plays_on: bool,
    /// By how many milliseconds everybody but the players sees the match late,
    /// from its first turn on: up to 900,000.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schema(maximum = 900_000)]
    pub watch_delay_ms: u32,
}

impl MatchOptions {
    /// The options of a match; `None` where it has none.
    pub(crate) fn of(partner_plays_on: bool, watch_delay_ms: u32) -> Option<MatchOptions> {
        let options = MatchOptions { partner_plays_on, watch_delay_ms };
        Some(options).filter(|options| *options != MatchOptions::default())
    }
}

/// A match to go on from.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct FromRequest {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub match_id: MatchId,
    /// After how many of its plies; the last when left out.
    pub ply: Option<u32>,
}

/// A seat to be taken.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct JoinRequest {
    /// The seat's letter; the first free one when left out.
    #[schema(min_length = 1, max_length = 1)]
    pub seat: Option<char>,
    /// The key of a seat's link, which a private match asks for.
    pub key: Option<String>,
}

/// A move to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct MoveRequest {
    /// The number that this ply will have, from 1; pass-turns count.
    pub ply: u32,
    /// The move (`docs/notation.md`).
    #[serde(rename = "move")]
    #[schema(example = "E6-E5", schema_with = turn_schema)]
    pub text: String,
    /// Whether a move that breaks a rule is answered with the legal ones.
    #[serde(default)]
    pub legal: bool,
}

/// A word about a draw, a takeback or a rematch.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct OfferRequest {
    /// What to say.
    pub say: SayField,
}

/// A claim to a match whose other side has gone.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
pub struct ClaimRequest {
    /// What the match is to be; a win when left out.
    #[serde(default, rename = "for")]
    pub result: ClaimField,
}

/// What can be claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimField {
    /// That the claiming side has won.
    #[default]
    Win,
    /// That nobody has.
    Draw,
}

impl From<ClaimRequest> for Command {
    fn from(request: ClaimRequest) -> Command {
        // Who has gone is known where the match is.
        Command::Claim { draw: request.result == ClaimField::Draw, gone_at: None }
    }
}

/// Time to be added to the clocks of the other side.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct AddTimeRequest {
    /// How much, in milliseconds: 1,000 to 600,000; 15,000 when left out.
    #[schema(minimum = 1_000, maximum = 600_000)]
    pub ms: Option<u64>,
}

impl AddTimeRequest {
    /// What is asked for, if it can be had.
    ///
    /// # Errors
    /// `bad_field` when it is too little or too much.
    pub fn resolve(self) -> Result<Command, RequestError> {
        match self.ms.unwrap_or(USUAL_GIFT_MS) {
            ms @ LEAST_GIFT_MS..=MOST_GIFT_MS => Ok(Command::AddTime(ms)),
            _ => {
                let params = [("least", LEAST_GIFT_MS.into()), ("most", MOST_GIFT_MS.into())];
                Err(RequestError::field("ms", Reason::AddedTimeRange.with(params)))
            }
        }
    }
}

/// Seats by their letters, and who is to have them.
fn seats_schema() -> Object {
    let letter = ObjectBuilder::new().schema_type(Type::String);
    let letter = letter.min_length(Some(1)).max_length(Some(1)).build();
    let pattern = format!("^(me|computer:[1-{}])$", Level::ALL.len());
    let occupant = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).build();
    ObjectBuilder::new()
        .description(Some(
            "The seat that its maker takes, and those of the computer player, by its level. The \
             others are free.",
        ))
        .property_names(Some(letter))
        .additional_properties(Some(Schema::from(occupant)))
        .build()
}

/// A move as it is written.
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

/// Refuses a time control that no match can be played by.
pub(crate) fn checked_time(time: TimeControl) -> Result<TimeControl, RequestError> {
    time.validated().map_err(|error| {
        let detail = error.to_string();
        let field = detail.split(' ').next().unwrap_or("time").to_owned();
        let refusal = RequestError::field(&field, &error);
        if error.is_range_error() { refusal } else { refusal.well_formed() }
    })
}

/// Refuses a rated match of which nobody could say how fast it is played.
pub(crate) fn check_rated(rated: bool, time: TimeControl) -> Result<(), RequestError> {
    if rated && !time.is_timed() {
        return Err(RequestError::unmet("rated", Reason::RatedNeedsClock));
    }
    Ok(())
}

impl CreateRequest {
    /// Whether games have to be played through to find out what is wanted.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.record.is_some() || self.from.is_some()
    }

    /// What is asked for, if it can be had. `earlier` is the match that
    /// `from` names.
    ///
    /// # Errors
    /// The first field that cannot be met.
    pub fn resolve(&self, earlier: Option<&Match>) -> Result<NewMatch, RequestError> {
        let (variant, position) = self.start(earlier)?;
        let time = checked_time(self.time)?;
        check_rated(self.rated, time)?;
        if self.rated && position.is_some() {
            let reason = Reason::RatedNeedsArray;
            return Err(RequestError::unmet("rated", reason));
        }
        let MatchOptions { partner_plays_on, watch_delay_ms } = self.options;
        if partner_plays_on && variant.seat_count() != 4 {
            let reason = Reason::PartnersForFour;
            return Err(RequestError::unmet("options.partner_plays_on", reason));
        }
        if Duration::from_millis(watch_delay_ms.into()) > MAX_SPECTATOR_DELAY {
            let reason = Reason::WatchDelayTooLong;
            return Err(RequestError::field("options.watch_delay_ms", reason));
        }
        let (rated, private) = (self.rated, self.private);
        let seat = self.own_seat(variant)?;
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
        })
    }

    /// The seats that the computer player is to take in a match of `variant`,
    /// and its levels there.
    ///
    /// # Errors
    /// The first seat that cannot be given as it is asked for.
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

/// Who is to have a seat of a new match.
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
