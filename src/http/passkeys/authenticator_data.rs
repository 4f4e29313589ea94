//! The data that an authenticator signs (WebAuthn, 6.1).

use crate::http::passkeys::public_key::PublicKey;

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const HAS_CREDENTIAL: u8 = 0x40;
const HAS_EXTENSIONS: u8 = 0x80;

/// Length of the id of the authenticator's model, which is not used.
const MODEL: usize = 16;

/// The parts of authenticator data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AuthenticatorData<'a> {
    /// SHA-256 of the relying party's id.
    pub(crate) relying_party: &'a [u8; 32],
    flags: u8,
    /// The number of signatures; 0 if the authenticator does not count them.
    pub(crate) sign_count: u32,
    /// The new credential of a registration.
    pub(crate) credential: Option<NewCredential<'a>>,
}

/// A new credential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NewCredential<'a> {
    pub(crate) id: &'a [u8],
    /// The COSE key.
    pub(crate) public_key: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    pub(crate) fn read(bytes: &'a [u8]) -> Option<AuthenticatorData<'a>> {
        let (relying_party, rest) = bytes.split_first_chunk::<32>()?;
        let (&flags, rest) = rest.split_first()?;
        let (count, mut rest) = rest.split_first_chunk::<4>()?;
        let mut credential = None;
        if flags & HAS_CREDENTIAL != 0 {
            let (_, after) = rest.split_first_chunk::<MODEL>()?;
            let (length, after) = after.split_first_chunk::<2>()?;
            let (id, key) = after.split_at_checked(u16::from_be_bytes(*length).into())?;
            let (_, after) = PublicKey::read(key)?;
            let public_key = &key[..key.len() - after.len()];
            credential = Some(NewCredential { id, public_key });
            rest = after;
        }
        let sign_count = u32::from_be_bytes(*count);
        let has_extensions = flags & HAS_EXTENSIONS != 0;
        let data = AuthenticatorData { relying_party, flags, sign_count, credential };
        // Extensions are not requested. A browser may add some, which are ignored.
        (has_extensions != rest.is_empty()).then_some(data)
    }

    /// True if the user touched the authenticator, and identified themselves to it.
    pub(crate) fn is_verified(&self) -> bool {
        let needed = USER_PRESENT | USER_VERIFIED;
        self.flags & needed == needed
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::http::passkeys::public_key::tests::TestKey;

    /// The data of an authenticator whose user is verified.
    pub(crate) fn data(
        relying_party: &[u8],
        sign_count: u32,
        new: Option<(&[u8], &[u8])>,
    ) -> Vec<u8> {
        let mut bytes = relying_party.to_vec();
        let credential = if new.is_some() { HAS_CREDENTIAL } else { 0 };
        bytes.push(USER_PRESENT | USER_VERIFIED | credential);
        bytes.extend_from_slice(&sign_count.to_be_bytes());
        if let Some((id, key)) = new {
            bytes.extend_from_slice(&[0; MODEL]);
            bytes.extend_from_slice(&(id.len() as u16).to_be_bytes());
            bytes.extend_from_slice(id);
            bytes.extend_from_slice(key);
        }
        bytes
    }

    #[test]
    fn the_parts_of_a_registration_are_read_and_truncated_ones_are_not() {
        let key = TestKey::new().cose();
        let bytes = data(&[7; 32], 5, Some((b"credential", &key)));
        let read = AuthenticatorData::read(&bytes).unwrap();
        assert!(read.is_verified());
        assert_eq!((read.relying_party, read.sign_count), (&[7; 32], 5));
        let credential = read.credential.unwrap();
        assert_eq!((credential.id, credential.public_key), (&b"credential"[..], key.as_slice()));
        for length in 0..bytes.len() {
            assert_eq!(AuthenticatorData::read(&bytes[..length]), None, "{length}");
        }
        assert_eq!(AuthenticatorData::read(&[bytes, vec![0]].concat()), None);
    }

    #[test]
    fn extensions_are_ignored_and_verification_needs_both_flags() {
        let mut bytes = data(&[7; 32], 0, None);
        assert_eq!(AuthenticatorData::read(&bytes).unwrap().credential, None);
        bytes[32] = USER_PRESENT;
        assert!(!AuthenticatorData::read(&bytes).unwrap().is_verified());
        bytes[32] |= HAS_EXTENSIONS;
        assert_eq!(AuthenticatorData::read(&bytes), None);
        bytes.push(0xa0);
        assert!(AuthenticatorData::read(&bytes).is_some());
    }
}
