//! Requests and views of the calendar.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::lobby::{Arrangement, ArrangementId, ArrangementRefusal, Terms};
use chivalry_play::matches::{Command, MatchId, Offer, OfferAction};
use chivalry_rules::Seat;

use crate::protocol::codec::error::{Code, RequestError};
use crate::protocol::reason::Reason;
use crate::protocol::requests::lobby::{preferred_seat, terms};
use crate::protocol::requests::matches::SayField;
use crate::protocol::views::match_view::{PlayerView, read_rfc3339, rfc3339};

/// A vacation.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct VacationRequest {
    /// The end of the vacation; as late as possible if omitted.
    #[schema(format = DateTime, min_length = 20)]
    pub until: Option<String>,
}

impl VacationRequest {
    /// Returns the end of the vacation, if the request names one.
    ///
    /// # Errors
    /// `bad_field` if the time cannot be read, or is not in the future.
    pub fn resolve(self, now: Timestamp) -> Result<Option<Timestamp>, RequestError> {
        let Some(text) = self.until else { return Ok(None) };
        let until =
            read_rfc3339(&text).ok_or_else(|| RequestError::field("until", Reason::UntilForm))?;
        if until <= now {
            return Err(RequestError::unmet("until", Reason::TimeInThePast));
        }
        Ok(Some(until))
    }
}

/// The vacation of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VacationView {
    /// The server's time.
    pub now: String,
    /// The days of vacation in a calendar year, in UTC.
    pub days_per_year: u32,
    /// The time that is left in this year, in milliseconds.
    pub left_ms: u64,
    /// The latest possible end of a vacation that begins now.
    pub latest_until: String,
    /// The beginning of the current vacation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began_at: Option<String>,
    /// The end of the current vacation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// An offer to adjourn a match, or the answer to one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct AdjournRequest {
    /// The action.
    pub say: SayField,
    /// The time at which the match continues, with `offer`: within 30 days, which is the
    /// default. The players may agree to continue earlier.
    #[schema(format = DateTime, min_length = 20)]
    pub until: Option<String>,
}

impl AdjournRequest {
    /// Resolves the request to a command.
    ///
    /// # Errors
    /// `bad_field` if the time cannot be read, or does not belong to the action.
    pub fn resolve(self) -> Result<Command, RequestError> {
        let unreadable = || RequestError::field("until", Reason::UntilForm);
        let until =
            self.until.map(|text| read_rfc3339(&text).ok_or_else(unreadable)).transpose()?;
        match (OfferAction::from(self.say), until) {
            (OfferAction::Offer, until) => Ok(Command::Adjourn { until }),
            (action, None) => Ok(Command::Offer(Offer::Adjournment, action)),
            (_, Some(_)) => Err(RequestError::unmet("until", Reason::UntilOfOffer)),
        }
    }
}

/// A game to propose.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ArrangementRequest {
    /// The name of the other player.
    #[schema(example = "Lancelot")]
    pub to: String,
    /// The variant's name.
    #[schema(example = "camelot")]
    pub variant: String,
    /// The time control, of a real-time game.
    pub time: TimeControl,
    /// True if the match counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The letter of the seat that the proposer prefers; random if omitted.
    #[schema(min_length = 1, max_length = 1)]
    pub seat: Option<char>,
    /// The proposed times, in the next 90 days.
    #[schema(min_items = 1, max_items = 8)]
    pub times: Vec<String>,
}

/// Other times for a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TimesRequest {
    /// The proposed times, in the next 90 days.
    #[schema(min_items = 1, max_items = 8)]
    pub times: Vec<String>,
}

/// The time on which the players agree.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TimeRequest {
    /// One of the proposed times.
    #[schema(format = DateTime, min_length = 20)]
    pub at: String,
}

/// A game at an agreed time, as shown to its players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ArrangementView {
    /// The arranged game.
    #[schema(value_type = uuid::Uuid)]
    pub arrangement: ArrangementId,
    /// The player who proposed the game.
    pub by: PlayerView,
    /// The other player.
    pub to: PlayerView,
    /// The variant's name.
    pub variant: &'static str,
    /// The time control.
    pub time: TimeControl,
    /// True if the match counts for ratings.
    pub rated: bool,
    /// The seat that the proposer prefers; random if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<char>,
    /// The time of the first proposal.
    pub created_at: String,
    /// The proposed times.
    pub times: Vec<String>,
    /// The name of the player who proposed them. The other one answers.
    pub times_by: String,
    /// `open`, `agreed`, `begun`, `declined`, `cancelled` or `expired`.
    pub status: &'static str,
    /// The agreed time; omitted while the arrangement is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The match, once it has begun.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
}

impl From<&Arrangement> for ArrangementView {
    fn from(arrangement: &Arrangement) -> ArrangementView {
        let Arrangement { proposer, invited, terms, times, times_by, .. } = arrangement;
        let by = if *times_by == proposer.id { proposer } else { invited };
        let was_agreed = matches!(arrangement.status.as_str(), "agreed" | "begun");
        ArrangementView {
            arrangement: arrangement.id,
            by: proposer.into(),
            to: invited.into(),
            variant: terms.variant.name(),
            time: terms.time,
            rated: terms.rated,
            seat: arrangement.seat.map(|seat| terms.variant.seat_name(seat).letter()),
            created_at: rfc3339(arrangement.created_at),
            times: times.iter().copied().map(rfc3339).collect(),
            times_by: by.name.clone(),
            status: arrangement.status.as_str(),
            at: was_agreed.then(|| rfc3339(arrangement.due_at)),
            match_id: arrangement.match_id,
        }
    }
}

impl ArrangementRequest {
    /// Resolves the request to the terms, the preferred seat and the times.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn resolve(&self) -> Result<(Terms, Option<Seat>, Vec<Timestamp>), RequestError> {
        let terms = terms(&self.variant, self.time, self.rated)?;
        let seat = preferred_seat(terms.variant, self.seat)?;
        Ok((terms, seat, read_times(&self.times)?))
    }
}

impl TimesRequest {
    /// Resolves the times.
    ///
    /// # Errors
    /// `bad_field` if one of them cannot be read.
    pub fn resolve(&self) -> Result<Vec<Timestamp>, RequestError> {
        read_times(&self.times)
    }
}

impl TimeRequest {
    /// Resolves the time.
    ///
    /// # Errors
    /// `bad_field` if it cannot be read.
    pub fn resolve(&self) -> Result<Timestamp, RequestError> {
        read_rfc3339(&self.at).ok_or_else(|| RequestError::unmet("at", Reason::TimesForm))
    }
}

fn read_times(times: &[String]) -> Result<Vec<Timestamp>, RequestError> {
    let read = |text: &String| {
        read_rfc3339(text).ok_or_else(|| RequestError::unmet("times", Reason::TimesForm))
    };
    times.iter().map(read).collect()
}

impl From<&ArrangementRefusal> for RequestError {
    fn from(refusal: &ArrangementRefusal) -> RequestError {
        let field = match refusal {
            ArrangementRefusal::NotYours
            | ArrangementRefusal::NotOpen
            | ArrangementRefusal::OwnTimes => return RequestError::new(Code::Forbidden, refusal),
            ArrangementRefusal::TimeCount => return RequestError::field("times", refusal),
            ArrangementRefusal::NotProposed => "at",
            ArrangementRefusal::TimeRange => "times",
            ArrangementRefusal::NotRealTime => "time",
            ArrangementRefusal::AgainstThemselves => "to",
            ArrangementRefusal::NotTwoPlayers => "variant",
        };
        RequestError::unmet(field, refusal)
    }
}
