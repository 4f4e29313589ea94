//! Recovery codes: their text, and their hash as stored.

use sha2::{Digest as _, Sha256};

use crate::random;
use crate::store::TokenHash;

/// Digits and letters without those that look alike (Crockford's base 32).
const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Signs of a code: 80 bits, which nobody guesses within the limits. A fast hash is enough.
const LENGTH: usize = 16;

/// Signs between two hyphens.
const GROUP: usize = 4;

/// The number of codes that a player has at most.
pub(crate) const CODES: usize = 8;

/// A new code. It is shown once.
pub(crate) struct RecoveryCode(String);

impl RecoveryCode {
    pub(crate) fn new() -> RecoveryCode {
        let bytes = random::value::<[u8; LENGTH]>();
        let sign = |byte: u8| char::from(SIGNS[usize::from(byte) % SIGNS.len()]);
        let signs: Vec<char> = bytes.into_iter().map(sign).collect();
        let groups: Vec<String> = signs.chunks(GROUP).map(|group| group.iter().collect()).collect();
        RecoveryCode(groups.join("-"))
    }

    /// Returns [`CODES`] new codes.
    pub(crate) fn set() -> [RecoveryCode; CODES] {
        std::array::from_fn(|_| RecoveryCode::new())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The hash of a code as a player types it. Case, spaces and hyphens are ignored, and letters
    /// that look like digits are read as those.
    pub(crate) fn hash(text: &str) -> TokenHash {
        let signs = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
        let read: String = signs.map(digit_alike).collect();
        Sha256::digest(read.as_bytes()).into()
    }
}

fn digit_alike(sign: char) -> char {
    match sign.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        sign => sign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_players_type_it() {
        let code = RecoveryCode("0123-45AB-CDEF-GHJK".to_owned());
        let hash = RecoveryCode::hash(code.as_str());
        for typed in ["0123-45ab-cdef-ghjk", " oi23 45AB cdefghjk ", "OL23-45AB-CDEF-GHJK"] {
            assert_eq!(RecoveryCode::hash(typed), hash, "{typed}");
        }
        assert_ne!(RecoveryCode::hash("0123-45AB-CDEF-GHJM"), hash);
    }

    #[test]
    fn new_codes_differ_and_have_four_groups() {
        let codes = RecoveryCode::set();
        for (at, code) in codes.iter().enumerate() {
            let groups: Vec<&str> = code.as_str().split('-').collect();
            assert_eq!(groups.iter().map(|group| group.len()).collect::<Vec<_>>(), [GROUP; 4]);
            assert!(groups.concat().bytes().all(|sign| SIGNS.contains(&sign)), "{}", code.as_str());
            assert!(codes[..at].iter().all(|other| other.as_str() != code.as_str()));
        }
    }
}
