//! Authorization by bearer tokens.

use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;

use crate::protocol::{Code, Reason, Scope, Scopes};
use crate::store::TokenHash;
use chivalry_play::player::Player;

use crate::http::error::{ApiError, ApiResult, store_error};
use crate::http::extract::identity::{
    Authenticated, Identity, identify, open_stream, store_guest, unknown_token,
};
use crate::http::extract::token::{Token, token_of};
use crate::http::net::client_addr::Caller;
use crate::http::open_tokens::ConnectionEnd;
use crate::http::state::AppState;

/// An extractor for the player of the request's token, which must have the scopes of
/// `P`. By default a route requires every scope.
pub(crate) struct Bearer<P = AllScopes> {
    pub(crate) player: Player,
    pub(crate) scopes: Scopes,
    pub(crate) hash: TokenHash,
    registration: TokenRegistration,
    permission: PhantomData<P>,
}

/// The registration of a request's token for an event stream.
enum TokenRegistration {
    /// The node that forwarded the request registers the token.
    OtherNode,
    /// The token is stored. An unstored guest has a token that is not.
    Here { is_stored: bool },
}

impl<P> Bearer<P> {
    /// Registers an event stream, which ends with the token.
    ///
    /// # Errors
    ///
    /// `unauthorized` if the token was deleted before the registration.
    pub(crate) async fn open_stream(&self, state: &AppState) -> ApiResult<ConnectionEnd> {
        match self.registration {
            TokenRegistration::OtherNode => Ok(state.draining.clone().into()),
            TokenRegistration::Here { is_stored: true } => open_stream(state, self.hash).await,
            TokenRegistration::Here { is_stored: false } => {
                Ok(state.open_tokens.register(self.hash))
            }
        }
    }
}

impl Bearer {
    /// The error for a request that needs a token and has none.
    pub(crate) fn missing() -> ApiError {
        ApiError::new(Code::Unauthorized, Reason::TokenNeeded)
    }
}

/// The scopes that a route requires of a token.
pub(crate) trait Permission {
    const SCOPES: &'static [Scope];
}

/// Every scope, as session tokens have.
pub(crate) struct AllScopes;

/// Any valid token, with any scopes.
pub(crate) struct AnyScope;

/// [`Scope::Read`].
pub(crate) struct Read;

/// [`Scope::Play`].
pub(crate) struct Play;

/// [`Scope::Challenge`].
pub(crate) struct Challenge;

/// [`Scope::Records`].
pub(crate) struct Records;

/// [`Scope::Account`].
pub(crate) struct Account;

impl Permission for AllScopes {
    const SCOPES: &'static [Scope] = &Scope::ALL;
}

impl Permission for AnyScope {
    const SCOPES: &'static [Scope] = &[];
}

impl Permission for Read {
    const SCOPES: &'static [Scope] = &[Scope::Read];
}

impl Permission for Play {
    const SCOPES: &'static [Scope] = &[Scope::Play];
}

impl Permission for Challenge {
    const SCOPES: &'static [Scope] = &[Scope::Challenge];
}

impl Permission for Records {
    const SCOPES: &'static [Scope] = &[Scope::Records];
}

impl Permission for Account {
    const SCOPES: &'static [Scope] = &[Scope::Account];
}

impl<S, P> FromRequestParts<S> for Bearer<P>
where
    S: Send + Sync,
    P: Permission,
    AppState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Bearer<P>> {
        let bearer = <Bearer<P> as OptionalFromRequestParts<S>>::from_request_parts(parts, state);
        bearer.await?.ok_or_else(Bearer::missing)
    }
}

impl<S, P> OptionalFromRequestParts<S> for Bearer<P>
where
    S: Send + Sync,
    P: Permission,
    AppState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Option<Bearer<P>>> {
        let state = AppState::from_ref(state);
        if let Some(authenticated) = parts.extensions.get::<Authenticated>() {
            let Authenticated::Player { player, scopes } = *authenticated else {
                return Err(ApiError(unknown_token()));
            };
            scopes.check(P::SCOPES.iter().copied())?;
            let player = state.store.players().by_id(player).await;
            let player = player.map_err(|error| store_error(&error))?.ok_or_else(unknown_token)?;
            // The routes that use the hash are never forwarded.
            let hash = TokenHash::default();
            let registration = TokenRegistration::OtherNode;
            let permission = PhantomData;
            return Ok(Some(Bearer { player, scopes, hash, registration, permission }));
        }
        let Some(token) = token_of(&parts.headers) else { return Ok(None) };
        let token = token.ok_or_else(unknown_token)?;
        let Identity { mut player, scopes, is_stored } = identify(&state, token).await?;
        scopes.check(P::SCOPES.iter().copied())?;
        let (hash, caller) = (Token::hash(token), parts.extensions.get::<Caller>());
        // Requests of the server itself are not charged.
        if caller.is_some() {
            state.rate_limits.command(player.id)?;
        }
        // A safe method writes nothing of the player.
        if !is_stored && !parts.method.is_safe() {
            let address = caller.and_then(|caller| caller.address);
            player = store_guest(&state, address, &player, hash).await?;
        }
        let registration = TokenRegistration::Here { is_stored };
        Ok(Some(Bearer { player, scopes, hash, registration, permission: PhantomData }))
    }
}
