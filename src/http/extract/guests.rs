//! The tokens of guests. They carry the player and a code of the server, so that a visitor beyond
//! the limits of new guests costs no write until the first command.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId, PlayerKind};

use crate::http::extract::token::Token;
use crate::protocol::proofs::keys::Signer;
use crate::random;

/// Maximum time within which a guest has to send the first command.
const MAX_VALID_DAYS: u32 = 30;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A generated name is this prefix and a number of this many digits.
const PREFIX: &str = "Guest-";
const DIGITS: usize = 6;

/// Number of different generated names.
const NAMES: u32 = 10_u32.pow(DIGITS as u32);

/// Lengths of the parts of a token, in bytes.
const ID: usize = 16;
const NUMBER: usize = 4;
const CODE: usize = 32;

/// Issues and reads the tokens of guests that are not stored yet.
#[derive(Clone)]
pub(crate) struct GuestTokens {
    key: Hmac<Sha256>,
    /// Time within which a guest has to send the first command. The token is unknown afterwards.
    valid_for: Duration,
}

impl std::fmt::Debug for GuestTokens {
    /// Omits the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GuestTokens(..)")
    }
}

impl GuestTokens {
    /// Derives the key from the signing key, which all nodes share. Tokens are valid for at most the
    /// retention of guests, so that a deleted guest does not come back. 0 days are no limit.
    pub(crate) fn new(signer: &Signer, guests_kept_days: u32) -> GuestTokens {
        let key = signer.derive_key("chivalry guest tokens");
        let key = Hmac::new_from_slice(&key).expect("HMAC accepts keys of any length");
        let days = match guests_kept_days {
            0 => MAX_VALID_DAYS,
            kept => kept.min(MAX_VALID_DAYS),
        };
        GuestTokens { key, valid_for: DAY * days }
    }

    /// A new guest with a random name, and its token.
    pub(crate) fn issue(&self) -> (Player, Token) {
        let (id, number) = (random::new_id(), random::below(NAMES));
        let mut bytes = [id.as_bytes().as_slice(), &number.to_be_bytes()].concat();
        let code = self.key.clone().chain_update(&bytes).finalize().into_bytes();
        bytes.extend_from_slice(&code);
        (guest(id, number), Token::from_text(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// The guest of a token that this site issued recently.
    pub(crate) fn read(&self, token: &str, now: Timestamp) -> Option<Player> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let bytes: &[u8; ID + NUMBER + CODE] = bytes.as_slice().try_into().ok()?;
        let (signed, code) = bytes.split_at(ID + NUMBER);
        self.key.clone().chain_update(signed).verify_slice(code).ok()?;
        let (id, number) = signed.split_first_chunk::<ID>()?;
        let (id, number) = (Uuid::from_bytes(*id), u32::from_be_bytes(number.try_into().ok()?));
        let (seconds, _) = id.get_timestamp()?.to_unix();
        let age = now.0.saturating_sub(i64::try_from(seconds).ok()?.saturating_mul(1_000));
        (age <= self.valid_for.as_millis() as i64).then(|| guest(id, number))
    }
}

/// A generated name.
pub(crate) fn random_name() -> String {
    name(random::below(NAMES))
}

/// True if the server may have generated the name.
pub(crate) fn is_guest_name(name: &str) -> bool {
    let digits = name.strip_prefix(PREFIX).unwrap_or_default();
    digits.len() == DIGITS && digits.bytes().all(|it| it.is_ascii_digit())
}

fn guest(id: Uuid, number: u32) -> Player {
    Player { id: PlayerId(id), name: name(number), kind: PlayerKind::Guest }
}

fn name(number: u32) -> String {
    format!("{PREFIX}{number:0DIGITS$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(secret: u8) -> GuestTokens {
        GuestTokens::new(&Signer::from_secret(&[secret; 32]), 90)
    }

    fn now() -> Timestamp {
        let (seconds, _) = Uuid::now_v7().get_timestamp().unwrap().to_unix();
        Timestamp(seconds as i64 * 1_000)
    }

    #[test]
    fn a_token_carries_the_guest_for_thirty_days() {
        let (guest, token) = tokens(1).issue();
        assert_eq!(tokens(1).read(token.as_str(), now()), Some(guest));
        let after = |days: u32| Timestamp(now().0 + (DAY * days).as_millis() as i64 + 1_000);
        assert_eq!(tokens(1).read(token.as_str(), after(30)), None);
        let short = GuestTokens::new(&Signer::from_secret(&[1; 32]), 2);
        assert_eq!(short.read(token.as_str(), after(2)), None);
        assert!(short.read(token.as_str(), after(1)).is_some());
    }

    #[test]
    fn generated_names_are_recognized() {
        assert!(is_guest_name(&random_name()));
        assert!(!is_guest_name("Guest-12345") && !is_guest_name("Guest-12345x"));
    }

    #[test]
    fn tokens_of_other_keys_and_altered_tokens_are_unknown() {
        let (_, token) = tokens(1).issue();
        assert_eq!(tokens(2).read(token.as_str(), now()), None);
        let bytes = URL_SAFE_NO_PAD.decode(token.as_str()).unwrap();
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            assert_eq!(tokens(1).read(&URL_SAFE_NO_PAD.encode(altered), now()), None, "byte {at}");
        }
        assert_eq!(tokens(1).read("", now()), None);
        assert_eq!(tokens(1).read(&URL_SAFE_NO_PAD.encode([0; 20]), now()), None);
    }
}
