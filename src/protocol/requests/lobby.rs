//! Requests about seeks and challenges.

use std::time::Duration;

use serde::Deserialize;
use utoipa::ToSchema;
use utoipa::openapi::Object;

use chivalry_play::clock::TimeControl;
use chivalry_play::lobby::{
    ChallengeId, DeclineReason, LobbyRefusal, RatingRange, SeekId, SeekPreferences, Terms,
};
use chivalry_play::player::Player;
use chivalry_rules::{Seat, Variant};

use crate::protocol::codec::error::{Code, RequestError};
use crate::protocol::codec::fields::Fields;
use crate::protocol::reason::Reason;
use crate::protocol::requests::matches::{check_rated, checked_time, unlimited};
use crate::protocol::views::match_view::enum_schema;
use crate::protocol::views::rules::offered_variant;

/// A command of the lobby.
#[derive(Debug)]
pub enum LobbyMessage {
    /// Subscribe to the lobby or unsubscribe from it.
    Follow(bool),
    /// Create a seek.
    Seek(SeekRequest),
    /// Cancel one seek, or all seeks of this connection.
    Unseek(Option<SeekId>),
    /// Join a particular seek.
    Accept(SeekId, AcceptRequest),
    /// Challenge a player.
    Challenge(ChallengeRequest),
    /// Accept, decline or cancel a challenge.
    Answer(ChallengeId, ChallengeSay),
}

/// An answer to a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeSay {
    /// Accept.
    Accept,
    /// Decline.
    Decline(DeclineReason),
    /// Cancel one's own challenge.
    Cancel,
}

/// A seek to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct SeekRequest {
    /// The variant's name.
    #[schema(example = "camelot")]
    pub variant: String,
    /// The time control; defaults to no limit.
    #[serde(default = "unlimited")]
    pub time: TimeControl,
    /// True if the match counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The lowest and the highest rating accepted; any if omitted.
    #[schema(example = json!([1400, 1700]))]
    pub rating: Option<(u16, u16)>,
    /// The letter of the preferred seat; any if omitted.
    #[schema(min_length = 1, max_length = 1)]
    pub seat: Option<char>,
    /// True to prefer opponents of similar rating and to widen the range over time.
    #[serde(default)]
    pub quick: bool,
    /// True if a quick pairing may include a bot.
    #[serde(default)]
    pub bots: bool,
    /// The name of the partner in a four-player game. The partner has to accept.
    pub with: Option<String>,
}

/// The acceptance of a seek.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
pub struct AcceptRequest {
    /// The letter of the preferred seat; any if omitted.
    #[schema(min_length = 1, max_length = 1)]
    pub seat: Option<char>,
}

/// A challenge to be sent.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ChallengeRequest {
    /// The name of the player challenged.
    #[schema(example = "Lancelot")]
    pub to: String,
    /// The variant's name.
    #[schema(example = "camelot")]
    pub variant: String,
    /// The time control; defaults to no limit.
    #[serde(default = "unlimited")]
    pub time: TimeControl,
    /// True if the match counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The letter of the seat that the challenger prefers; any if omitted.
    #[schema(min_length = 1, max_length = 1)]
    pub seat: Option<char>,
    /// Time to live of the challenge, in milliseconds. The default is 5 minutes, or 14 days if
    /// the match can begin without both players present.
    pub expires_ms: Option<u64>,
}

/// The refusal of a challenge.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct DeclineRequest {
    /// The reason: `later`, `too_fast`, `too_slow`, `time_control`, `rated` (prefers a rated
    /// match), `casual` (prefers a casual match), `variant` or `generic`. The default is
    /// `generic`.
    #[schema(schema_with = decline_reasons, required = false)]
    pub reason: Option<String>,
}

/// A request for a new seat link.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
pub struct LinkRequest {
    /// Time to live of the link, in milliseconds; unlimited if omitted.
    pub expires_ms: Option<u64>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct FollowFields {
    /// True to subscribe, false to unsubscribe.
    on: bool,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct UnseekFields {
    /// The seek; defaults to all seeks of this connection.
    #[schema(value_type = Option<uuid::Uuid>)]
    seek: Option<SeekId>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct SeekField {
    /// The seek.
    #[schema(value_type = uuid::Uuid)]
    seek: SeekId,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct AnswerFields {
    /// The challenge.
    #[schema(value_type = uuid::Uuid)]
    challenge: ChallengeId,
    /// The answer.
    say: AnswerField,
    /// The reason for declining: see [`DeclineRequest`].
    #[schema(schema_with = decline_reasons, required = false)]
    reason: Option<String>,
}

/// The wire form of [`ChallengeSay`].
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum AnswerField {
    /// Accept.
    Accept,
    /// Decline.
    Decline,
    /// Cancel one's own challenge.
    Cancel,
}

fn decline_reasons() -> Object {
    enum_schema("The reason; `generic` if omitted.", DeclineReason::ALL.map(DeclineReason::as_str))
}

impl LobbyMessage {
    pub(crate) fn read_follow(fields: &Fields<'_>) -> Result<LobbyMessage, RequestError> {
        fields.read().map(|FollowFields { on }| LobbyMessage::Follow(on))
    }

    pub(crate) fn read_unseek(fields: &Fields<'_>) -> Result<LobbyMessage, RequestError> {
        fields.read().map(|UnseekFields { seek }| LobbyMessage::Unseek(seek))
    }

    pub(crate) fn read_accept(fields: &Fields<'_>) -> Result<LobbyMessage, RequestError> {
        let SeekField { seek } = fields.read()?;
        Ok(LobbyMessage::Accept(seek, fields.read()?))
    }

    pub(crate) fn read_answer(fields: &Fields<'_>) -> Result<LobbyMessage, RequestError> {
        let AnswerFields { challenge, say, reason } = fields.read()?;
        let say = match say {
            AnswerField::Accept => ChallengeSay::Accept,
            AnswerField::Decline => ChallengeSay::Decline(DeclineRequest { reason }.resolve()?),
            AnswerField::Cancel => ChallengeSay::Cancel,
        };
        Ok(LobbyMessage::Answer(challenge, say))
    }
}

impl SeekRequest {
    /// Resolves the request to the preferences of a seek; `with` is the named partner.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn resolve(&self, with: Option<Player>) -> Result<SeekPreferences, RequestError> {
        let terms = terms(&self.variant, self.time, self.rated)?;
        let seat = preferred_seat(terms.variant, self.seat)?;
        let range = match self.rating {
            None => RatingRange::ANY,
            Some((lo, hi)) if lo <= hi => RatingRange { lo, hi },
            Some(_) => {
                let reason = Reason::RatingRange;
                return Err(RequestError::unmet("rating", reason));
            }
        };
        Ok(SeekPreferences { terms, seat, range, quick: self.quick, bots: self.bots, with })
    }
}

impl ChallengeRequest {
    /// Resolves the request to the terms, the preferred seat and the time to live.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn resolve(&self) -> Result<(Terms, Option<Seat>, Option<Duration>), RequestError> {
        let terms = terms(&self.variant, self.time, self.rated)?;
        let seat = preferred_seat(terms.variant, self.seat)?;
        Ok((terms, seat, self.expires_ms.map(Duration::from_millis)))
    }
}

impl DeclineRequest {
    /// Resolves the reason.
    ///
    /// # Errors
    /// `bad_field` if the reason is unknown.
    pub fn resolve(&self) -> Result<DeclineReason, RequestError> {
        let Some(word) = &self.reason else { return Ok(DeclineReason::Generic) };
        let reason = DeclineReason::ALL.into_iter().find(|reason| reason.as_str() == word);
        reason.ok_or_else(|| {
            let known = DeclineReason::ALL.map(DeclineReason::as_str).join(", ");
            RequestError::field("reason", Reason::UnknownReason.with([("known", known.into())]))
        })
    }
}

/// Resolves the letter of a preferred seat.
pub(crate) fn preferred_seat(
    variant: &Variant,
    letter: Option<char>,
) -> Result<Option<Seat>, RequestError> {
    let Some(letter) = letter else { return Ok(None) };
    let seat = variant.seat_of_letter(letter).ok_or(LobbyRefusal::NoSuchSeat);
    seat.map(Some).map_err(|refusal| RequestError::from(&refusal))
}

/// Resolves the terms of a match between players of the lobby.
pub(crate) fn terms(variant: &str, time: TimeControl, rated: bool) -> Result<Terms, RequestError> {
    let terms = Terms { variant: offered_variant(variant)?, time: checked_time(time)?, rated };
    check_rated(rated, terms.time)?;
    Ok(terms)
}

impl From<&LobbyRefusal> for RequestError {
    fn from(refusal: &LobbyRefusal) -> RequestError {
        let code = match refusal {
            LobbyRefusal::NoSuchSeek | LobbyRefusal::NoSuchChallenge => Code::NotFound,
            LobbyRefusal::OwnSeek
            | LobbyRefusal::AccountsOnly
            | LobbyRefusal::RatingOutOfRange
            | LobbyRefusal::NotAccepting
            | LobbyRefusal::NotYourChallenge => Code::Forbidden,
            LobbyRefusal::TooManySeeks
            | LobbyRefusal::TooManyChallenges
            | LobbyRefusal::TooManyReceived => Code::RateLimited,
            LobbyRefusal::SeatConflict => Code::SeatTaken,
            LobbyRefusal::NoSuchSeat => return RequestError::unmet("seat", refusal),
            LobbyRefusal::NeedsConnection => return RequestError::unmet("time", refusal),
            LobbyRefusal::InvalidPartner => return RequestError::unmet("with", refusal),
            LobbyRefusal::SelfChallenge => return RequestError::unmet("to", refusal),
            LobbyRefusal::NotTwoPlayers => return RequestError::unmet("variant", refusal),
        };
        RequestError::new(code, refusal)
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::codec::client_frame::ClientFrame;

    fn fault(text: &str) -> Option<String> {
        ClientFrame::read(text).message.err().and_then(|error| error.more.field)
    }

    #[test]
    fn invalid_lobby_requests_name_the_field() {
        let id = "00000000-0000-7000-8000-000000000000";
        assert_eq!(fault(r#"{"t":"lobby"}"#).as_deref(), Some("on"));
        assert_eq!(fault(r#"{"t":"seek"}"#).as_deref(), Some("variant"));
        assert_eq!(
            fault(r#"{"t":"seek","variant":"cam","rating":[1]}"#).as_deref(),
            Some("rating")
        );
        assert_eq!(fault(r#"{"t":"accept"}"#).as_deref(), Some("seek"));
        assert_eq!(fault(r#"{"t":"unseek"}"#), None);
        assert_eq!(fault(r#"{"t":"challenge","variant":"cam"}"#).as_deref(), Some("to"));
        let answer = |rest: &str| format!(r#"{{"t":"answer","challenge":"{id}",{rest}}}"#);
        let because = answer(r#""say":"decline","reason":"because""#);
        assert_eq!(fault(&because).as_deref(), Some("reason"));
        assert_eq!(fault(&answer(r#""say":"decline","reason":"too_fast""#)), None);
        assert_eq!(fault(&answer(r#""say":"maybe""#)).as_deref(), Some("say"));
    }
}
