//! The players of tokens: guests, and sign-ins of accounts.

use axum::http::request::Parts;

use crate::protocol::{Code, Reason, RequestError, Scopes};
use crate::store::{
    ClientInfo, NewGuest, NewToken, PlayerError, SecurityEvent, SecurityEventKind, TokenHash,
};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};

use crate::http::error::{ApiError, ApiResult, store_error};
use crate::http::extract::guests::random_name;
use crate::http::extract::token::{Token, token_of};
use crate::http::net::address::Address;
use crate::http::net::client_addr::Caller;
use crate::http::open_tokens::ConnectionEnd;
use crate::http::state::AppState;

/// The most sign-ins of one account.
const MAX_SIGN_INS: u32 = 20;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Interval in which the expiry time of a sign-in in use is extended.
const RENEWAL_INTERVAL_MS: i64 = DAY_MS;

/// The player and the scopes of a token.
pub(crate) struct Identity {
    pub(crate) player: Player,
    pub(crate) scopes: Scopes,
    /// False for a guest whom [`store_guest`] has to store before the first command.
    pub(crate) is_stored: bool,
}

/// The result of the authentication of a forwarded request, as a request extension. It replaces
/// the token, which does not leave the node that received it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Authenticated {
    Player {
        player: PlayerId,
        scopes: Scopes,
    },
    /// The token belongs to no player. Routes without authentication answer nevertheless.
    UnknownToken,
}

/// Authenticates and charges a request before it is forwarded. `None` without a token, and for a
/// guest whom a safe method does not store.
///
/// # Errors
///
/// `rate_limited`, and `unavailable` if the store fails.
pub(crate) async fn authenticate(
    state: &AppState,
    request: &Parts,
) -> ApiResult<Option<Authenticated>> {
    let token = match token_of(&request.headers) {
        None => return Ok(None),
        Some(Some(token)) => token,
        Some(None) => return Ok(Some(Authenticated::UnknownToken)),
    };
    let Identity { player, scopes, is_stored } = match identify(state, token).await {
        Ok(identity) => identity,
        Err(error) if error.code == Code::Unauthorized => {
            return Ok(Some(Authenticated::UnknownToken));
        }
        Err(error) => return Err(ApiError(error)),
    };
    state.rate_limits.command(player.id)?;
    if !is_stored {
        if request.method.is_safe() {
            return Ok(None);
        }
        let address = request.extensions.get::<Caller>().and_then(|caller| caller.address);
        store_guest(state, address, &player, Token::hash(token)).await?;
    }
    Ok(Some(Authenticated::Player { player: player.id, scopes }))
}

/// Identifies the player of a token. Extends the expiry time of a sign-in.
///
/// # Errors
///
/// `unauthorized` for an unknown token; `unavailable` if the store cannot be read.
pub(crate) async fn identify(state: &AppState, token: &str) -> Result<Identity, RequestError> {
    let hash = Token::hash(token);
    if let Some(owner) = owner_of(state, &hash).await? {
        return Ok(owner);
    }
    let now = state.live.time().now();
    let guest = state.guest_tokens.read(token, now).ok_or_else(unknown_token)?;
    match state.store.players().by_id(guest.id).await {
        Ok(None) => Ok(Identity { player: guest, scopes: Scopes::all(), is_stored: false }),
        // The guest was stored meanwhile, or the token ended.
        Ok(Some(_)) => owner_of(state, &hash).await?.ok_or_else(unknown_token),
        Err(error) => Err(store_error(&error)),
    }
}

/// The player of a stored token; `None` if the token is not stored or has expired.
async fn owner_of(state: &AppState, hash: &TokenHash) -> Result<Option<Identity>, RequestError> {
    let now = state.live.time().now();
    let owner = state.store.tokens().owner_of(hash, now).await;
    let Some(owner) = owner.map_err(|error| store_error(&error))? else { return Ok(None) };
    let renewed_at = sign_in_expiry(state, now);
    let is_due = |at: Timestamp| at.0 < renewed_at.0 - RENEWAL_INTERVAL_MS;
    if owner.scopes == Scopes::EVERYTHING
        && owner.expires_at.is_some_and(is_due)
        && let Err(error) = state.store.tokens().renew(hash, renewed_at, now).await
    {
        tracing::warn!(%error, "a sign-in could not be extended; the next request retries");
    }
    let scopes = Scopes::read(&owner.scopes);
    Ok(Some(Identity { player: owner.player, scopes, is_stored: true }))
}

/// Registers a stream of a token, which ends with the token.
///
/// # Errors
///
/// `unauthorized` if the token was deleted before the registration.
pub(crate) async fn open_stream(state: &AppState, token: TokenHash) -> ApiResult<ConnectionEnd> {
    let end = state.open_tokens.register(token);
    owner_of(state, &token).await?.ok_or_else(unknown_token)?;
    state.open_tokens.set_stored(&token);
    Ok(end)
}

pub(crate) fn unknown_token() -> RequestError {
    RequestError::new(Code::Unauthorized, Reason::TokenUnknown)
}

/// Stores a guest and its token. The guest gets another name if the name is taken.
///
/// # Errors
///
/// `rate_limited` by the limits of guests; `unauthorized` if the guest's token ended;
/// `unavailable` if the store cannot be written.
pub(crate) async fn store_guest(
    state: &AppState,
    address: Option<Address>,
    guest: &Player,
    hash: TokenHash,
) -> Result<Player, RequestError> {
    state.rate_limits.guest(address)?;
    let (at, mut name) = (state.live.time().now(), guest.name.clone());
    let player = loop {
        let token = Some((hash, Scopes::EVERYTHING.to_owned()));
        match state.store.guests().add(NewGuest { id: guest.id, name, at, token }).await {
            Ok(player) => break player,
            Err(PlayerError::NameTaken) => name = random_name(),
            // Another request with the token stored the guest.
            Err(PlayerError::Exists) => {
                break owner_of(state, &hash).await?.ok_or_else(unknown_token)?.player;
            }
            Err(error) => return Err(ApiError::from(error).0),
        }
    };
    state.open_tokens.set_stored(&hash);
    Ok(player)
}

/// Creates a guest from that network address, with a token.
pub(crate) async fn new_guest(
    state: &AppState,
    address: Option<Address>,
) -> ApiResult<(Player, Token)> {
    let (guest, token) = state.guest_tokens.issue();
    let hash = Token::hash(token.as_str());
    Ok((store_guest(state, address, &guest, hash).await?, token))
}

/// Creates the token of a sign-in. Ends the sign-in that was unused for the longest time if the
/// account has too many.
pub(crate) async fn new_sign_in(
    state: &AppState,
    account: PlayerId,
    kind: SecurityEventKind,
    client: ClientInfo,
) -> ApiResult<Token> {
    let (token, now) = (Token::new(), state.live.time().now());
    let row = NewToken {
        hash: Token::hash(token.as_str()),
        player: account,
        scopes: Scopes::EVERYTHING.to_owned(),
        created_at: now,
        expires_at: Some(sign_in_expiry(state, now)),
        app: None,
    };
    let event = SecurityEvent::new(account, kind, client, now);
    let ended = state.store.tokens().create_sign_in(&row, &event, MAX_SIGN_INS).await?;
    state.close_connections_of(ended).await;
    Ok(token)
}

/// The expiry time of a sign-in that is used at `now`.
pub(crate) fn sign_in_expiry(state: &AppState, now: Timestamp) -> Timestamp {
    Timestamp(now.0 + i64::from(state.options.session_days) * DAY_MS)
}
