//! Tokens: what they allow, and how they are made and shown
//! (`docs/protocol.md`, "Tokens").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_play::clock::Timestamp;

use crate::protocol::codec::error::{Code, RequestError};
use crate::protocol::reason::Reason;
use crate::protocol::views::match_view::read_rfc3339;

/// The longest that a token which expires may last, in milliseconds: ten
/// years.
const LONGEST_MS: i64 = 10 * 366 * 24 * 60 * 60 * 1_000;

/// Something that a token can allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// To read what is the player's own, such as `/me/events`.
    Read,
    /// To make matches, take seats, move, and all else that players of a
    /// match do.
    Play,
    /// To seek, and to make and answer challenges.
    Challenge,
    /// To import game records.
    Records,
    /// To change the account itself: its tokens, its webhooks, its kind.
    Account,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Scope; 5] =
        [Scope::Read, Scope::Play, Scope::Challenge, Scope::Records, Scope::Account];

    /// The scope as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Challenge => "challenge",
            Scope::Records => "records",
            Scope::Account => "account",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// All that a token allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// How a token of a session is stored: it allows everything, what later
    /// versions of the server know included.
    pub const EVERYTHING: &'static str = "*";

    /// Reads what [`Scopes::stored`] wrote. A word that is not known allows
    /// nothing.
    #[must_use]
    pub fn read(stored: &str) -> Scopes {
        if stored == Scopes::EVERYTHING {
            return Scope::ALL.into_iter().collect();
        }
        let words = stored.split(' ');
        words
            .filter_map(|word| Scope::ALL.into_iter().find(|scope| scope.as_str() == word))
            .collect()
    }

    /// The words, with spaces between them.
    #[must_use]
    pub fn stored(self) -> String {
        self.iter().map(Scope::as_str).collect::<Vec<_>>().join(" ")
    }

    /// The scopes, in the order of [`Scope::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.allows(*scope))
    }

    /// Whether the scope is among them.
    #[must_use]
    pub const fn allows(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Nothing, where all of `needed` are allowed.
    ///
    /// # Errors
    /// `forbidden`, with the first scope that is missing.
    pub fn check(self, needed: impl IntoIterator<Item = Scope>) -> Result<(), RequestError> {
        match needed.into_iter().find(|scope| !self.allows(*scope)) {
            None => Ok(()),
            Some(missing) => Err(RequestError::missing_scope(missing)),
        }
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

impl RequestError {
    /// The token does not allow it.
    #[must_use]
    pub fn missing_scope(scope: Scope) -> RequestError {
        let message = Reason::ScopeMissing.with([("scope", scope.as_str().into())]);
        let mut error = RequestError::new(Code::Forbidden, message);
        error.more.scope = Some(scope.as_str());
        error
    }
}

/// A token to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TokenRequest {
    /// What it allows: one scope or more, of those that the token of the
    /// request has.
    #[schema(min_items = 1)]
    pub scopes: Vec<Scope>,
    /// When it ceases to be good (RFC 3339); never, when left out.
    #[schema(format = DateTime, min_length = 20)]
    pub expires: Option<String>,
}

impl TokenRequest {
    /// What the token allows, and until when.
    ///
    /// # Errors
    /// The first field that cannot be met.
    pub fn resolve(&self, now: Timestamp) -> Result<(Scopes, Option<Timestamp>), RequestError> {
        let scopes: Scopes = self.scopes.iter().copied().collect();
        if scopes == Scopes::default() {
            return Err(RequestError::field("scopes", Reason::ScopesEmpty));
        }
        let Some(text) = &self.expires else { return Ok((scopes, None)) };
        let fault = |reason: Reason| RequestError::field("expires", reason);
        let at = read_rfc3339(text).ok_or_else(|| fault(Reason::ExpiryForm))?;
        if at <= now || at.0 > now.0.saturating_add(LONGEST_MS) {
            return Err(fault(Reason::ExpiryRange).well_formed());
        }
        Ok((scopes, Some(at)))
    }
}

/// A token as its player sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TokenView {
    /// Names the token, and is worth nothing without it.
    pub id: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub created_at: String,
    /// When it ceases to be good; `null` is never.
    #[schema(required = true)]
    pub expires: Option<String>,
    /// Whether it is the token of the request.
    pub current: bool,
}

/// A new token. It is not shown again.
#[derive(Clone, Serialize, ToSchema)]
pub struct NewTokenView {
    /// The token: to be sent as `Authorization: Bearer TOKEN`.
    pub token: String,
    /// What there is to say about it.
    #[serde(flatten)]
    pub about: TokenView,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_stored_as_words_and_read_again() {
        for bits in 0..1 << Scope::ALL.len() {
            assert_eq!(Scopes::read(&Scopes(bits).stored()), Scopes(bits));
        }
        let all: Scopes = Scope::ALL.into_iter().collect();
        assert_eq!(Scopes::read(Scopes::EVERYTHING), all);
        assert_eq!(Scopes::read("play fly"), [Scope::Play].into_iter().collect());
        for scope in Scope::ALL {
            assert_eq!(serde_json::to_value(scope).unwrap(), scope.as_str());
        }
    }

    #[test]
    fn the_scope_that_is_missing_is_named() {
        let scopes = Scopes::read("read play");
        assert_eq!(scopes.check([Scope::Play, Scope::Read]), Ok(()));
        let error = scopes.check(Scope::ALL).unwrap_err();
        assert_eq!((error.code, error.more.scope), (Code::Forbidden, Some("challenge")));
    }
}
