//! The secret keys that the nodes of a cluster share.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use ring::aead::{CHACHA20_POLY1305, LessSafeKey, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Prk, Salt};
use ring::hmac;

/// Length of a key, in bytes.
const KEY_LENGTH: usize = 32;

/// Length of the public id of a key, in bytes.
pub(super) const KEY_ID_LENGTH: usize = 4;

/// Separates the keys of node messages from other uses of a secret.
const PURPOSE: &[u8] = b"chivalry node messages";

/// Standard base64, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The keys of a cluster. The first seals messages, and all of them open messages, so that nodes
/// can change their key one after another.
#[derive(Clone)]
pub struct ClusterKeys(Arc<[ClusterKey]>);

/// A key of a cluster.
pub(super) struct ClusterKey {
    /// Names the key in messages. It reveals nothing about the key.
    pub(super) id: [u8; KEY_ID_LENGTH],
    secret: Prk,
}

/// The reason why a text contains no keys. It does not quote the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// There is no key.
    #[error("there is no key")]
    Missing,
    /// A key is malformed.
    #[error("a key is 32 bytes in base64 or hexadecimal digits")]
    Malformed,
}

impl ClusterKeys {
    /// Reads keys that are separated by commas or white space.
    ///
    /// # Errors
    /// See [`KeyError`].
    pub fn read(text: &str) -> Result<ClusterKeys, KeyError> {
        let words = text.split(|c: char| c == ',' || c.is_whitespace());
        let words = words.filter(|word| !word.is_empty());
        let keys = words.map(|word| bytes_of(word).map(|bytes| ClusterKey::new(&bytes)));
        let keys: Arc<[ClusterKey]> = keys.collect::<Option<_>>().ok_or(KeyError::Malformed)?;
        if keys.is_empty() { Err(KeyError::Missing) } else { Ok(ClusterKeys(keys)) }
    }

    /// Returns the key that seals messages.
    pub(super) fn sealing(&self) -> &ClusterKey {
        &self.0[0]
    }

    /// Returns the key with that id.
    pub(super) fn named(&self, id: [u8; KEY_ID_LENGTH]) -> Option<&ClusterKey> {
        self.0.iter().find(|key| key.id == id)
    }
}

impl fmt::Debug for ClusterKeys {
    /// Omits the keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterKeys").field("count", &self.0.len()).finish()
    }
}

impl ClusterKey {
    fn new(bytes: &[u8; KEY_LENGTH]) -> ClusterKey {
        let hashed = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, bytes), b"id");
        let mut id = [0; KEY_ID_LENGTH];
        id.copy_from_slice(&hashed.as_ref()[..KEY_ID_LENGTH]);
        ClusterKey { id, secret: Salt::new(HKDF_SHA256, PURPOSE).extract(bytes) }
    }

    /// Derives the key of one sender. Senders therefore never use a nonce with the same key.
    pub(super) fn of_sender(&self, sender: &[u8]) -> LessSafeKey {
        let info = [sender];
        let derived = self.secret.expand(&info, &CHACHA20_POLY1305);
        LessSafeKey::new(UnboundKey::from(derived.expect("the length of a key is derivable")))
    }
}

fn bytes_of(word: &str) -> Option<[u8; KEY_LENGTH]> {
    let bytes = match word.len() {
        64 => (0..word.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(word.get(at..at + 2)?, 16).ok())
            .collect::<Option<Vec<u8>>>()?,
        _ => BASE64.decode(word).ok()?,
    };
    bytes.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    const HEX: &str = "000102030405060708090A0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    #[test]
    fn a_key_is_read_as_base64_and_as_hexadecimal_digits() {
        let ids = [BASE, BASE.trim_end_matches('='), HEX]
            .map(|text| ClusterKeys::read(text).unwrap().sealing().id);
        assert_eq!(ids, [ids[0]; 3]);
    }

    #[test]
    fn the_first_of_several_keys_seals_and_all_are_found() {
        let other = "/".repeat(42) + "8";
        let keys = ClusterKeys::read(&format!("{other}\n{BASE}, \n")).unwrap();
        let first = ClusterKeys::read(&other).unwrap().sealing().id;
        let second = ClusterKeys::read(BASE).unwrap().sealing().id;
        assert_eq!(keys.sealing().id, first);
        assert!(keys.named(second).is_some());
        assert!(keys.named([9; 4]).is_none());
    }

    #[test]
    fn a_malformed_key_is_refused_without_being_shown() {
        assert_eq!(ClusterKeys::read(" ,\n").unwrap_err(), KeyError::Missing);
        let zz = "z".repeat(64);
        for text in ["secret", &BASE[4..], &HEX[2..], &zz, &format!("{BASE},short")] {
            let error = ClusterKeys::read(text).unwrap_err();
            assert_eq!(error, KeyError::Malformed, "{text}");
        }
        assert!(!format!("{:?}", ClusterKeys::read(BASE)).contains("AAEC"));
    }
}
