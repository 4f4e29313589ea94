//! Access tokens and their scopes (`docs/protocol.md`, "Tokens").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_play::clock::Timestamp;

use crate::protocol::codec::error::{Code, RequestError};
use crate::protocol::reason::Reason;
use crate::protocol::views::match_view::read_rfc3339;

/// Maximum lifetime of a token with an expiry time: ten years, in milliseconds.
const MAX_LIFETIME_MS: i64 = 10 * 366 * 24 * 60 * 60 * 1_000;

/// A permission that a token can grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Read the player's own data, such as `/me/events`.
    Read,
    /// Create matches, take seats, move, and run all other commands of players in a match.
    Play,
    /// Create seeks, and create and answer challenges.
    Challenge,
    /// Import game records.
    Records,
    /// Change the account: its tokens, its webhooks and its kind.
    Account,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 5] =
        [Scope::Read, Scope::Play, Scope::Challenge, Scope::Records, Scope::Account];

    /// The wire name of the scope.
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

/// The set of scopes of a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// The stored form of the scopes of a session token. It grants all scopes, including those
    /// of later server versions.
    pub const EVERYTHING: &'static str = "*";

    /// Returns every scope.
    #[must_use]
    pub fn all() -> Scopes {
        Scope::ALL.into_iter().collect()
    }

    /// Parses the output of [`Scopes::stored`]. Unknown words grant nothing.
    #[must_use]
    pub fn read(stored: &str) -> Scopes {
        if stored == Scopes::EVERYTHING {
            return Scopes::all();
        }
        let words = stored.split(' ');
        words
            .filter_map(|word| Scope::ALL.into_iter().find(|scope| scope.as_str() == word))
            .collect()
    }

    /// Returns the names of the scopes, separated by spaces.
    #[must_use]
    pub fn stored(self) -> String {
        self.iter().map(Scope::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Iterates over the scopes in the order of [`Scope::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.allows(*scope))
    }

    /// Returns true if the set contains `scope`.
    #[must_use]
    pub const fn allows(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Checks that all scopes in `needed` are granted.
    ///
    /// # Errors
    /// `forbidden`, with the first missing scope.
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
    /// The error for a token without `scope`.
    #[must_use]
    pub fn missing_scope(scope: Scope) -> RequestError {
        let message = Reason::ScopeMissing.with([("scope", scope.as_str().into())]);
        let mut error = RequestError::new(Code::Forbidden, message);
        error.more.scope = Some(scope.as_str());
        error
    }
}

/// Names the player of a connection.
#[derive(Clone, Deserialize, ToSchema)]
pub struct AuthRequest {
    /// A token of the player; without it, the connection has no player.
    pub token: Option<String>,
}

impl std::fmt::Debug for AuthRequest {
    /// Omits the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AuthRequest(..)")
    }
}

/// A token to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TokenRequest {
    /// The scopes: one or more of those of the request's own token.
    #[schema(min_items = 1)]
    pub scopes: Vec<Scope>,
    /// The expiry time (RFC 3339); the token does not expire if omitted.
    #[schema(format = DateTime, min_length = 20)]
    pub expires: Option<String>,
}

impl TokenRequest {
    /// Resolves the request to the scopes and the expiry time.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn resolve(&self, now: Timestamp) -> Result<(Scopes, Option<Timestamp>), RequestError> {
        let scopes: Scopes = self.scopes.iter().copied().collect();
        if scopes == Scopes::default() {
            return Err(RequestError::field("scopes", Reason::ScopesEmpty));
        }
        let Some(text) = &self.expires else { return Ok((scopes, None)) };
        let fault = |reason: Reason| RequestError::field("expires", reason);
        let at = read_rfc3339(text).ok_or_else(|| fault(Reason::ExpiryForm))?;
        if at <= now || at.0 > now.0.saturating_add(MAX_LIFETIME_MS) {
            return Err(fault(Reason::ExpiryRange).well_formed());
        }
        Ok((scopes, Some(at)))
    }
}

/// A token as shown to its player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TokenView {
    /// The id of the token. It does not authenticate.
    pub id: String,
    /// The scopes.
    pub scopes: Vec<Scope>,
    /// The time of creation.
    pub created_at: String,
    /// The expiry time; `null` if the token does not expire.
    #[schema(required = true)]
    pub expires: Option<String>,
    /// True for the token of this request.
    pub current: bool,
    /// The name that a program gave itself, for a token of its sign-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

/// A new token. It is shown only once.
#[derive(Clone, Serialize, ToSchema)]
pub struct NewTokenView {
    /// The access token, sent as `Authorization: Bearer TOKEN`.
    pub token: String,
    /// The properties of the token.
    #[serde(flatten)]
    pub about: TokenView,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_survive_storage() {
        for bits in 0..1 << Scope::ALL.len() {
            assert_eq!(Scopes::read(&Scopes(bits).stored()), Scopes(bits));
        }
        assert_eq!(Scopes::read(Scopes::EVERYTHING), Scopes::all());
        assert_eq!(Scopes::read("play fly"), [Scope::Play].into_iter().collect());
        for scope in Scope::ALL {
            assert_eq!(serde_json::to_value(scope).unwrap(), scope.as_str());
        }
    }

    #[test]
    fn a_missing_scope_is_named() {
        let scopes = Scopes::read("read play");
        assert_eq!(scopes.check([Scope::Play, Scope::Read]), Ok(()));
        let error = scopes.check(Scope::ALL).unwrap_err();
        assert_eq!((error.code, error.more.scope), (Code::Forbidden, Some("challenge")));
    }
}
