//! Sign-ins by name and password, confirmations by the password, and the addresses from which
//! accounts signed in.

use std::time::Duration;

use axum::http::HeaderMap;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::protocol::{Code, Credentials, Reason, Scope, Scopes, check_name_length};
use crate::store::{AddressHash, NO_PASSWORD, SecurityEventKind, SignIn, StoreError, TokenHash};
use chivalry_play::player::{Player, PlayerId, name_key};

use crate::http::error::{ApiError, ApiResult};
use crate::http::extract::auth::Bearer;
use crate::http::extract::identity::identify;
use crate::http::extract::token::token_of;
use crate::http::net::address::Address;
use crate::http::state::AppState;

/// Time after a sign-in in which it confirms changes of an account without a password.
const RECENT: Duration = Duration::from_secs(10 * 60);

/// Checks a name and a password, within the limits of sign-ins. Returns the account.
///
/// A sign-in of the account in `headers` and an address from which the account has signed in are
/// exempt from limits that clients elsewhere can use up.
pub(crate) async fn sign_in(
    state: &AppState,
    address: Option<Address>,
    headers: &HeaderMap,
    credentials: Credentials,
) -> ApiResult<Player> {
    check_name_length(&credentials.name)?;
    let Credentials { name, password } = credentials;
    let is_signed_in = is_signed_in(state, headers, &name).await;
    state.rate_limits.sign_in_from(address, (!is_signed_in).then_some(&name))?;
    let (player, hash) = state.store.players().password_hash(&name).await?.unzip();
    let hashed_address = address.zip(hash.as_deref()).map(|(address, key)| keyed(address, key));
    if !is_signed_in && !is_known(state, player.as_ref(), hashed_address.as_ref()).await? {
        state.rate_limits.sign_in_from_unknown(address, &name)?;
    }
    let is_correct = state.passwords.verify(password, hash).await?;
    if let Some(player) = player.as_ref().filter(|_| !is_correct) {
        state.failed_attempts.count(player.id, SecurityEventKind::SignInFailed);
    }
    let player = player
        .filter(|_| is_correct)
        .ok_or_else(|| ApiError::new(Code::Unauthorized, Reason::CredentialsWrong))?;
    if let Some(hashed_address) = hashed_address {
        let now = state.live.time().now();
        state.store.known_addresses().add(player.id, &hashed_address, now).await?;
    }
    Ok(player)
}

/// Checks the password of a player who is signed in, within the limits of sign-ins. Somebody may
/// have stolen the token. An account without a password confirms by a recent sign-in instead.
/// Returns the hash of the password.
pub(crate) async fn confirm_password<P>(
    state: &AppState,
    address: Option<Address>,
    bearer: &Bearer<P>,
    password: String,
) -> ApiResult<String> {
    let player = &bearer.player;
    state.rate_limits.sign_in_from(address, Some(&player.name))?;
    if state.store.players().has_no_password(player.id).await? {
        return confirm_sign_in(state, player.id, &bearer.hash).await;
    }
    let hash = state.store.players().password_hash(&player.name).await?.map(|(_, hash)| hash);
    let hashed_address = address.zip(hash.as_deref()).map(|(address, key)| keyed(address, key));
    if !is_known(state, Some(player), hashed_address.as_ref()).await? {
        state.rate_limits.sign_in_from_unknown(address, &player.name)?;
    }
    let is_correct = state.passwords.verify(password, hash.clone()).await?;
    hash.filter(|_| is_correct).ok_or_else(|| {
        state.failed_attempts.count(player.id, SecurityEventKind::SignInFailed);
        ApiError::new(Code::Unauthorized, Reason::PasswordWrong)
    })
}

/// Checks that the token is one of a sign-in in the last minutes.
async fn confirm_sign_in(
    state: &AppState,
    player: PlayerId,
    token: &TokenHash,
) -> ApiResult<String> {
    let now = state.live.time().now();
    let sign_ins = state.store.tokens().sign_ins(player, Scopes::EVERYTHING, now).await?;
    let is_recent = |it: &SignIn| it.hash == *token && it.created_at + RECENT > now;
    match sign_ins.iter().any(is_recent) {
        true => Ok(NO_PASSWORD.to_owned()),
        false => Err(ApiError::new(Code::Forbidden, Reason::SignInTooOld)),
    }
}

/// Stores the address of a client that set the password of an account, with the password hash of the account.
pub(crate) async fn add_address(
    state: &AppState,
    player: PlayerId,
    address: Option<Address>,
    password_hash: &str,
) -> Result<(), StoreError> {
    let Some(address) = address else { return Ok(()) };
    let (hashed, now) = (keyed(address, password_hash), state.live.time().now());
    state.store.known_addresses().add(player, &hashed, now).await
}

/// True if the request has a token of that account with every scope. Other tokens are ignored,
/// because a client may sign in again after its token expired.
async fn is_signed_in(state: &AppState, headers: &HeaderMap, name: &str) -> bool {
    let Some(token) = token_of(headers).flatten() else { return false };
    identify(state, token).await.is_ok_and(|owner| {
        name_key(&owner.player.name) == name_key(name) && owner.scopes.check(Scope::ALL).is_ok()
    })
}

async fn is_known(
    state: &AppState,
    player: Option<&Player>,
    address: Option<&AddressHash>,
) -> Result<bool, StoreError> {
    match player.zip(address) {
        Some((player, address)) => state.store.known_addresses().is_known(player.id, address).await,
        None => Ok(false),
    }
}

/// The hash of an address with the account's password hash as the key, which has a random salt.
/// Equal addresses of different accounts therefore have different hashes.
fn keyed(address: Address, password_hash: &str) -> AddressHash {
    let key = password_hash.as_bytes();
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length");
    mac.update(address.ip().to_string().as_bytes());
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn the_hash_of_an_address_depends_on_its_network_and_on_the_account() {
        let keyed = |address: &str, key: &str| {
            keyed(Address::from(address.parse::<IpAddr>().unwrap()), key)
        };
        assert_eq!(keyed("2001:db8::1", "a"), keyed("2001:db8::2", "a"));
        assert_ne!(keyed("2001:db8::1", "a"), keyed("2001:db8:1::", "a"));
        assert_ne!(keyed("192.0.2.1", "a"), keyed("192.0.2.1", "b"));
    }
}
