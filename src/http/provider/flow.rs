//! The secrets of a sign-in at the provider. They carry a code of the server, so that they cost no
//! write.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::protocol::proofs::keys::Signer;
use crate::random;

/// Time within which a player signs in at the provider, and chooses a name after it.
const LIFETIME_MS: i64 = 15 * 60 * 1_000;

/// Lengths of the parts of a secret, in bytes.
const RANDOM: usize = 32;
const TIME: usize = 8;
const CODE: usize = 32;

/// The use of a secret. A secret for one is invalid for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Somebody signs in.
    SignIn,
    /// A player links an account of the provider.
    Link(PlayerId),
    /// An account of the provider signs up.
    SignUp,
}

impl Purpose {
    fn bytes(self) -> Vec<u8> {
        match self {
            Purpose::SignIn => b"sign-in".to_vec(),
            Purpose::Link(player) => [b"link".as_slice(), player.0.as_bytes()].concat(),
            Purpose::SignUp => b"sign-up".to_vec(),
        }
    }
}

/// A value that follows from the secret of an attempt. Only this server computes it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Derived {
    State,
    Nonce,
    /// The verifier of PKCE.
    Verifier,
}

/// Issues and reads secrets.
#[derive(Clone)]
pub(crate) struct Flows(Hmac<Sha256>);

impl fmt::Debug for Flows {
    /// Omits the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Flows(..)")
    }
}

impl Flows {
    /// Derives the key from the signing key, which all nodes share.
    pub(crate) fn new(signer: &Signer) -> Flows {
        let key = signer.derive_key("chivalry provider flows");
        Flows(Hmac::new_from_slice(&key).expect("HMAC accepts keys of any length"))
    }

    /// A new secret with a content that its holder can read.
    pub(crate) fn issue(&self, purpose: Purpose, content: &[u8], now: Timestamp) -> String {
        let mut bytes = random::value::<[u8; RANDOM]>().to_vec();
        bytes.extend_from_slice(&(now.0 + LIFETIME_MS).to_be_bytes());
        bytes.extend_from_slice(content);
        let code = self.code(&bytes, purpose).finalize().into_bytes();
        bytes.extend_from_slice(&code);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Returns the content of a secret that this site issued for `purpose` and that has not expired.
    pub(crate) fn read(&self, text: &str, purpose: Purpose, now: Timestamp) -> Option<Vec<u8>> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (signed, code) = bytes.split_last_chunk::<CODE>()?;
        self.code(signed, purpose).verify_slice(code).ok()?;
        let (_, rest) = signed.split_first_chunk::<RANDOM>()?;
        let (time, content) = rest.split_first_chunk::<TIME>()?;
        (i64::from_be_bytes(*time) > now.0).then(|| content.to_vec())
    }

    /// Returns a value that follows from a secret.
    pub(crate) fn derive(&self, secret: &str, derived: Derived) -> String {
        let label: &[u8] = match derived {
            Derived::State => b"state\0",
            Derived::Nonce => b"nonce\0",
            Derived::Verifier => b"verifier\0",
        };
        let mac = self.0.clone().chain_update(label).chain_update(secret);
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
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
    fn a_secret_is_valid_for_its_purpose_and_for_fifteen_minutes() {
        let flows = Flows::new(&Signer::from_secret(&[1; 32]));
        let [arthur, kay] = [1, 2].map(|id| Purpose::Link(PlayerId(Uuid::from_u128(id))));
        let secret = flows.issue(arthur, b"content", NOW);
        assert_eq!(flows.read(&secret, arthur, NOW).as_deref(), Some(b"content".as_slice()));
        let late = Timestamp(NOW.0 + LIFETIME_MS);
        assert_eq!(flows.read(&secret, arthur, late), None);
        for other in [kay, Purpose::SignIn, Purpose::SignUp] {
            assert_eq!(flows.read(&secret, other, NOW), None);
        }
        let elsewhere = Flows::new(&Signer::from_secret(&[2; 32]));
        assert_eq!(elsewhere.read(&secret, arthur, NOW), None);
        for text in ["", "AAAA", &secret[1..]] {
            assert_eq!(flows.read(text, arthur, NOW), None, "{text}");
        }
        let derived = [Derived::State, Derived::Nonce, Derived::Verifier];
        let derived = derived.map(|it| flows.derive(&secret, it));
        assert!(derived[0] != derived[1] && derived[1] != derived[2] && derived[0] != derived[2]);
        // The least length of a verifier (RFC 7636, 4.1).
        assert_eq!(derived[2].len(), 43);
    }
}
