//! Decisions about codes and tokens of other programs. Nothing here reads a clock or a database.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::protocol::{OAuthError, Scope, Scopes};
use crate::store::{AppDevice, AppGrant, TokenHash};

/// Lifetime of an authorization code.
pub(crate) const CODE_LIFETIME_MS: i64 = 60_000;

/// Lifetime of an access token. Connections end with their token, so a day is longer than a game.
pub(crate) const ACCESS_LIFETIME_MS: i64 = 24 * 60 * 60 * 1_000;

/// Lifetime of the codes of a device.
pub(crate) const DEVICE_LIFETIME_MS: i64 = 10 * 60 * 1_000;

/// Least time between two requests of a device, and its extension for a device that asks too often
/// (RFC 8628, 3.5).
pub(crate) const DEVICE_INTERVAL_MS: i64 = 5_000;

/// Length of a challenge: SHA-256 in base64url.
const CHALLENGE_LENGTH: usize = 43;

/// The longest name of a client.
const LONGEST_CLIENT: usize = 100;

/// A refusal of the token endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Plain(OAuthError),
    /// The code or the refresh token was used before, so another program may have it. All tokens
    /// of the grant end.
    Reused,
}

/// The state of a device that asks for its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeviceState {
    Allowed(PlayerId),
    /// The device waits, and may ask again after that time with that interval.
    Waiting {
        error: OAuthError,
        next_at: Timestamp,
        interval_ms: i64,
    },
    Ended(OAuthError),
}

/// An error of RFC 6749.
pub(crate) const fn error(error: &'static str, error_description: &'static str) -> OAuthError {
    OAuthError { error, error_description }
}

/// The error of a code or token that is not valid.
pub(crate) const INVALID_GRANT: OAuthError =
    error("invalid_grant", "the code or token is unknown, used, expired, or of another client");

/// The error of an unknown scope, or of one that programs cannot have.
pub(crate) const INVALID_SCOPE: OAuthError =
    error("invalid_scope", "the scopes are read, play, challenge and records");

/// True for a name that a client may give itself: printable characters of ASCII.
pub(crate) fn is_client(name: &str) -> bool {
    (1..=LONGEST_CLIENT).contains(&name.len()) && name.bytes().all(|it| matches!(it, b' '..=b'~'))
}

/// Reads scopes separated by spaces. Programs cannot have `account`, with which they could make
/// tokens that stay after their own end.
pub(crate) fn read_scopes(text: &str) -> Result<Scopes, OAuthError> {
    let words = text.split(' ').filter(|word| !word.is_empty());
    let scope = |word: &str| {
        let mut known = Scope::ALL.into_iter().filter(|scope| *scope != Scope::Account);
        known.find(|scope| scope.as_str() == word).ok_or(INVALID_SCOPE)
    };
    words.map(scope).collect()
}

/// Checks the challenge of a request (RFC 7636).
pub(crate) fn check_challenge(
    challenge: Option<&str>,
    method: Option<&str>,
) -> Result<String, OAuthError> {
    let is_base64url = |text: &&str| {
        let is_of_it = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_');
        text.len() == CHALLENGE_LENGTH && text.bytes().all(is_of_it)
    };
    match (challenge.filter(is_base64url), method) {
        (Some(challenge), Some("S256")) => Ok(challenge.to_owned()),
        _ => Err(error("invalid_request", "a code_challenge with the method S256 is required")),
    }
}

/// Checks a code that a client presents with its verifier.
pub(crate) fn check_code(
    grant: &AppGrant,
    client: &str,
    redirect_uri: &str,
    verifier: &str,
    now: Timestamp,
) -> Result<(), Refusal> {
    let invalid = Refusal::Plain(INVALID_GRANT);
    let code = grant.code.as_ref().ok_or(invalid)?;
    if code.used_at.is_some() {
        return Err(Refusal::Reused);
    }
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    let is_valid = code.expires_at > now
        && grant.client == client
        && grant.redirect_uri.as_deref() == Some(redirect_uri)
        && code.challenge == challenge;
    if is_valid { Ok(()) } else { Err(invalid) }
}

/// Checks a refresh token that a client presents.
pub(crate) fn check_refresh(
    grant: &AppGrant,
    client: &str,
    presented: &TokenHash,
    now: Timestamp,
) -> Result<(), Refusal> {
    let invalid = Refusal::Plain(INVALID_GRANT);
    let refresh = grant.refresh.ok_or(invalid)?;
    if refresh.hash != *presented {
        return Err(Refusal::Reused);
    }
    let is_valid = refresh.expires_at > now && grant.client == client;
    if is_valid { Ok(()) } else { Err(invalid) }
}

/// The state of a device that asks at `now`.
pub(crate) fn device_state(device: &AppDevice, client: &str, now: Timestamp) -> DeviceState {
    if device.client != client {
        return DeviceState::Ended(INVALID_GRANT);
    }
    if device.expires_at <= now {
        return DeviceState::Ended(error("expired_token", "the codes of the device have expired"));
    }
    match device.decision {
        Some((player, true)) => return DeviceState::Allowed(player),
        Some((_, false)) => {
            return DeviceState::Ended(error("access_denied", "the player denied the request"));
        }
        None => {}
    }
    let is_early = now < device.next_at;
    let interval_ms = device.interval_ms + if is_early { DEVICE_INTERVAL_MS } else { 0 };
    let error = match is_early {
        true => error("slow_down", "the interval is five seconds longer now"),
        false => error("authorization_pending", "the player has not entered the code yet"),
    };
    DeviceState::Waiting { error, next_at: Timestamp(now.0 + interval_ms), interval_ms }
}

/// The user code without the characters that players may leave out.
pub(crate) fn normalized_user_code(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_uppercase()).take(16).collect()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use crate::store::{AppCode, AppRefresh};

    use super::*;

    /// The example of RFC 7636, appendix B.
    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    const REDIRECT: &str = "https://example.org/back";

    fn grant() -> AppGrant {
        let code = AppCode {
            hash: [1; 32],
            challenge: CHALLENGE.to_owned(),
            expires_at: Timestamp(1_000),
            used_at: None,
        };
        AppGrant {
            id: Uuid::nil(),
            player: PlayerId(Uuid::nil()),
            client: "app".to_owned(),
            redirect_uri: Some(REDIRECT.to_owned()),
            scopes: "play".to_owned(),
            created_at: Timestamp(0),
            used_at: Timestamp(0),
            code: Some(code),
            refresh: None,
        }
    }

    #[test]
    fn a_code_belongs_to_a_client_an_address_a_challenge_and_a_minute() {
        let check = |client, redirect, verifier, at| {
            check_code(&grant(), client, redirect, verifier, Timestamp(at))
        };
        let invalid = Err(Refusal::Plain(INVALID_GRANT));
        assert_eq!(check("app", REDIRECT, VERIFIER, 999), Ok(()));
        assert_eq!(check("app", REDIRECT, VERIFIER, 1_000), invalid);
        assert_eq!(check("other", REDIRECT, VERIFIER, 999), invalid);
        assert_eq!(check("app", "https://example.org/back/", VERIFIER, 999), invalid);
        assert_eq!(check("app", REDIRECT, CHALLENGE, 999), invalid);
        assert_eq!(check("app", REDIRECT, "", 999), invalid);
        let mut used = grant();
        used.code.as_mut().unwrap().used_at = Some(Timestamp(5));
        let again = check_code(&used, "other", "", "", Timestamp(999));
        assert_eq!(again, Err(Refusal::Reused));
        let of_device = AppGrant { code: None, ..grant() };
        assert_eq!(check_code(&of_device, "app", REDIRECT, VERIFIER, Timestamp(9)), invalid);
    }

    #[test]
    fn an_earlier_refresh_token_ends_the_grant() {
        let refresh = AppRefresh { hash: [2; 32], expires_at: Timestamp(1_000) };
        let grant = AppGrant { refresh: Some(refresh), ..grant() };
        let check =
            |client, hash: u8, at| check_refresh(&grant, client, &[hash; 32], Timestamp(at));
        assert_eq!(check("app", 2, 999), Ok(()));
        assert_eq!(check("app", 2, 1_000), Err(Refusal::Plain(INVALID_GRANT)));
        assert_eq!(check("other", 2, 999), Err(Refusal::Plain(INVALID_GRANT)));
        assert_eq!(check("app", 1, 999), Err(Refusal::Reused));
    }

    #[test]
    fn a_device_waits_and_is_slowed_down() {
        let mut device = AppDevice {
            code: [1; 32],
            user_code: "BCDFGHJK".to_owned(),
            client: "console".to_owned(),
            scopes: String::new(),
            created_at: Timestamp(0),
            expires_at: Timestamp(100_000),
            next_at: Timestamp(5_000),
            interval_ms: 5_000,
            decision: None,
        };
        let waiting = |device: &AppDevice, at| match device_state(device, "console", Timestamp(at))
        {
            DeviceState::Waiting { error, next_at, interval_ms } => {
                (error.error, next_at.0, interval_ms)
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(waiting(&device, 5_000), ("authorization_pending", 10_000, 5_000));
        assert_eq!(waiting(&device, 4_999), ("slow_down", 14_999, 10_000));
        let ended =
            |device: &AppDevice, client, at| match device_state(device, client, Timestamp(at)) {
                DeviceState::Ended(error) => error.error,
                other => panic!("{other:?}"),
            };
        assert_eq!(ended(&device, "other", 5_000), "invalid_grant");
        assert_eq!(ended(&device, "console", 100_000), "expired_token");
        let player = PlayerId(Uuid::nil());
        device.decision = Some((player, false));
        assert_eq!(ended(&device, "console", 5_000), "access_denied");
        device.decision = Some((player, true));
        let allowed = device_state(&device, "console", Timestamp(0));
        assert_eq!(allowed, DeviceState::Allowed(player));
    }

    #[test]
    fn programs_cannot_have_the_scope_of_accounts() {
        assert_eq!(read_scopes("play  read"), Ok([Scope::Play, Scope::Read].into_iter().collect()));
        assert_eq!(read_scopes(""), Ok(Scopes::default()));
        for text in ["account", "play account", "fly", "*", "PLAY"] {
            assert_eq!(read_scopes(text), Err(INVALID_SCOPE), "{text}");
        }
    }

    #[test]
    fn a_challenge_is_a_hash() {
        assert!(check_challenge(Some(CHALLENGE), Some("S256")).is_ok());
        for (challenge, method) in [
            (Some(CHALLENGE), None),
            (Some(CHALLENGE), Some("plain")),
            (None, Some("S256")),
            (Some("short"), Some("S256")),
        ] {
            assert_eq!(check_challenge(challenge, method).unwrap_err().error, "invalid_request");
        }
    }

    #[test]
    fn a_user_code_is_read_as_people_write_it() {
        assert_eq!(normalized_user_code(" bcdf-ghjk "), "BCDFGHJK");
        assert_eq!(normalized_user_code("bcdf ghjk"), "BCDFGHJK");
    }
}
