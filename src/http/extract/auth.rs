//! Authentication and authorization by bearer tokens. The server stores only their
//! hashes.

use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::protocol::{Code, Reason, RequestError, Scope, Scopes};
use crate::store::{NewToken, PlayerError, TokenHash};
use chivalry_play::player::{Player, PlayerId};

use crate::http::error::{ApiError, ApiResult, store_error};
use crate::http::net::client_addr::{Address, Caller};
use crate::http::state::AppState;

/// A secret that authenticates a client as a player.
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn new() -> Token {
        Token(secret::<32>())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(text: &str) -> TokenHash {
        Sha256::digest(text.as_bytes()).into()
    }
}

/// A random URL-safe text of `BYTES` random bytes.
pub(crate) fn secret<const BYTES: usize>() -> String
where
    rand::distr::StandardUniform: rand::distr::Distribution<[u8; BYTES]>,
{
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; BYTES]>())
}

/// An extractor for the player of the request's token, which must have the scopes of
/// `P`. By default a route requires every scope.
pub(crate) struct Bearer<P = AllScopes> {
    pub(crate) player: Player,
    pub(crate) scopes: Scopes,
    pub(crate) hash: TokenHash,
    permission: PhantomData<P>,
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
        let Some(header) = parts.headers.get(AUTHORIZATION) else { return Ok(None) };
        let scheme = |text: &str| text.eq_ignore_ascii_case("bearer");
        let token = header.to_str().ok().and_then(|text| text.split_once(' '));
        let token = token.filter(|(name, _)| scheme(name)).map(|(_, token)| token.trim());
        let token = token.ok_or_else(|| ApiError(unknown_token()))?;
        let state = AppState::from_ref(state);
        let (player, scopes) = player_of(&state, token).await?;
        scopes.check(P::SCOPES.iter().copied())?;
        // Requests forwarded by another node were charged there.
        if parts.extensions.get::<Caller>().is_some() {
            state.allowances.command(player.id)?;
        }
        Ok(Some(Bearer { player, scopes, hash: Token::hash(token), permission: PhantomData }))
    }
}

/// The player of a token, and the token's scopes.
pub(crate) async fn player_of(
    state: &AppState,
    token: &str,
) -> Result<(Player, Scopes), RequestError> {
    let now = state.live.time().now();
    let owner = state.store.player_by_token(&Token::hash(token), now).await;
    match owner {
        Ok(Some(owner)) => Ok((owner.player, Scopes::read(&owner.scopes))),
        Ok(None) => Err(unknown_token()),
        Err(error) => Err(store_error(&error)),
    }
}

fn unknown_token() -> RequestError {
    RequestError::new(Code::Unauthorized, Reason::TokenUnknown)
}

/// Creates a guest from that network address, with a token.
pub(crate) async fn new_guest(
    state: &AppState,
    address: Option<Address>,
) -> ApiResult<(Player, Token)> {
    state.allowances.guest(address)?;
    let now = state.live.time().now();
    let id = PlayerId(Uuid::now_v7());
    let player = loop {
        let name = format!("Guest-{:06}", rand::random_range(0..1_000_000));
        match state.store.create_guest(id, &name, now).await {
            Err(PlayerError::NameTaken) => {}
            made => break made?,
        }
    };
    let token = new_token(state, player.id).await?;
    Ok((player, token))
}

/// Creates a token with every scope for the player.
pub(crate) async fn new_token(state: &AppState, player: PlayerId) -> Result<Token, PlayerError> {
    let token = Token::new();
    let row = NewToken {
        hash: Token::hash(token.as_str()),
        player,
        scopes: Scopes::EVERYTHING.to_owned(),
        created_at: state.live.time().now(),
        expires_at: None,
    };
    state.store.create_token(&row).await?;
    Ok(token)
}
