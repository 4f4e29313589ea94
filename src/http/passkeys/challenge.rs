//! Challenges. They carry a code of the server, so that a request for one costs no write.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::protocol::proofs::keys::Signer;
use crate::random;
use crate::store::PasskeyChallenge;

/// Time within which a challenge has to be answered.
pub(crate) const CHALLENGE_LIFETIME_MS: i64 = 5 * 60 * 1_000;

/// Lengths of the parts of a challenge, in bytes.
const ID: usize = 16;
const TIME: usize = 8;
const CODE: usize = 32;

/// The use of a challenge. A challenge for one is invalid for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A player adds a passkey.
    Registration(PlayerId),
    SignIn,
}

impl Purpose {
    fn bytes(self) -> Vec<u8> {
        match self {
            Purpose::Registration(player) => player.0.as_bytes().to_vec(),
            Purpose::SignIn => Vec::new(),
        }
    }
}

/// Issues and reads challenges.
#[derive(Clone)]
pub(crate) struct Challenges(Hmac<Sha256>);

impl fmt::Debug for Challenges {
    /// Omits the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Challenges(..)")
    }
}

impl Challenges {
    /// Derives the key from the signing key, which all nodes share.
    pub(crate) fn new(signer: &Signer) -> Challenges {
        let key = signer.derive_key("chivalry passkey challenges");
        Challenges(Hmac::new_from_slice(&key).expect("HMAC accepts keys of any length"))
    }

    /// A new challenge in base64url.
    pub(crate) fn issue(&self, purpose: Purpose, now: Timestamp) -> String {
        let mut bytes = random::value::<[u8; ID]>().to_vec();
        bytes.extend_from_slice(&(now.0 + CHALLENGE_LIFETIME_MS).to_be_bytes());
        let code = self.code(&bytes, purpose).finalize().into_bytes();
        bytes.extend_from_slice(&code);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads a challenge that this site issued for `purpose` and that has not expired.
    pub(crate) fn read(
        &self,
        text: &str,
        purpose: Purpose,
        now: Timestamp,
    ) -> Option<PasskeyChallenge> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let bytes: &[u8; ID + TIME + CODE] = bytes.as_slice().try_into().ok()?;
        let (signed, code) = bytes.split_at(ID + TIME);
        self.code(signed, purpose).verify_slice(code).ok()?;
        let (id, time) = signed.split_first_chunk::<ID>()?;
        let expires_at = Timestamp(i64::from_be_bytes(time.try_into().ok()?));
        (expires_at > now).then_some(PasskeyChallenge { id: *id, expires_at })
    }

    fn code(&self, signed: &[u8], purpose: Purpose) -> Hmac<Sha256> {
        self.0.clone().chain_update(signed).chain_update(purpose.bytes())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const NOW: Timestamp = Timestamp(1_000);

    #[test]
    fn a_challenge_is_valid_for_its_purpose_and_for_five_minutes() {
        let challenges = Challenges::new(&Signer::from_secret(&[1; 32]));
        let [arthur, kay] = [1, 2].map(|id| Purpose::Registration(PlayerId(Uuid::from_u128(id))));
        let text = challenges.issue(arthur, NOW);
        let read = challenges.read(&text, arthur, NOW).unwrap();
        assert_eq!(read.expires_at, Timestamp(NOW.0 + CHALLENGE_LIFETIME_MS));
        assert_eq!(challenges.read(&text, arthur, read.expires_at), None);
        for other in [kay, Purpose::SignIn] {
            assert_eq!(challenges.read(&text, other, NOW), None);
        }
        let elsewhere = Challenges::new(&Signer::from_secret(&[2; 32]));
        assert_eq!(elsewhere.read(&text, arthur, NOW), None);
        assert_ne!(challenges.issue(arthur, NOW), text);
        assert_eq!(challenges.read("", arthur, NOW), None);
    }
}
