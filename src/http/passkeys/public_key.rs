//! Public keys of authenticators, and their signatures.
//!
//! An authenticator encodes its key as a COSE key in the canonical form of CTAP2. Each algorithm
//! therefore has one sequence of bytes, with the numbers of the key in between.

use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};

/// The COSE numbers of the accepted algorithms, by preference: ES256, EdDSA and RS256.
pub(crate) const ALGORITHMS: [i32; 3] = [-7, -8, -257];

/// Length of a coordinate of P-256, and of a key of Ed25519.
const COORDINATE: usize = 32;

/// `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`, up to `x`.
const ES256: &[u8] = &[0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];

/// Between `x` and `y`.
const ES256_Y: &[u8] = &[0x22, 0x58, 0x20];

/// `{1: 1, 3: -8, -1: 6, -2: x}`, up to `x`.
const EDDSA: &[u8] = &[0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20];

/// `{1: 3, 3: -257, -1: n, -2: e}`, up to the length of `n`.
const RS256: &[u8] = &[0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59];

/// The exponent 65537, which every authenticator uses, after `n`.
const RS256_E: &[u8] = &[0x21, 0x43, 0x01, 0x00, 0x01];

/// A key with which an authenticator signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PublicKey<'a> {
    Es256 { x: &'a [u8], y: &'a [u8] },
    EdDsa(&'a [u8]),
    Rs256 { n: &'a [u8] },
}

impl<'a> PublicKey<'a> {
    /// Reads the key at the beginning of `bytes`. Returns it with the bytes after it.
    pub(crate) fn read(bytes: &'a [u8]) -> Option<(PublicKey<'a>, &'a [u8])> {
        if let Some(rest) = bytes.strip_prefix(ES256) {
            let (x, rest) = rest.split_at_checked(COORDINATE)?;
            let (y, rest) = rest.strip_prefix(ES256_Y)?.split_at_checked(COORDINATE)?;
            return Some((PublicKey::Es256 { x, y }, rest));
        }
        if let Some(rest) = bytes.strip_prefix(EDDSA) {
            let (key, rest) = rest.split_at_checked(COORDINATE)?;
            return Some((PublicKey::EdDsa(key), rest));
        }
        let (length, rest) = bytes.strip_prefix(RS256)?.split_first_chunk::<2>()?;
        let (n, rest) = rest.split_at_checked(u16::from_be_bytes(*length).into())?;
        Some((PublicKey::Rs256 { n }, rest.strip_prefix(RS256_E)?))
    }

    /// True if the signature of `message` was made with the private key.
    pub(crate) fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let verified = match self {
            PublicKey::Es256 { x, y } => {
                let point = [&[0x04], *x, *y].concat();
                let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point);
                key.verify(message, signature)
            }
            PublicKey::EdDsa(key) => {
                UnparsedPublicKey::new(&ED25519, key).verify(message, signature)
            }
            PublicKey::Rs256 { n } => {
                let key = RsaPublicKeyComponents { n: *n, e: &RS256_E[2..] };
                key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
        };
        verified.is_ok()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use ring::rand::SystemRandom;
    use ring::signature::{
        ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _,
    };

    use super::*;

    /// An authenticator that signs with ES256.
    pub(crate) struct TestKey(EcdsaKeyPair);

    impl TestKey {
        pub(crate) fn new() -> TestKey {
            let random = SystemRandom::new();
            let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
            let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
            TestKey(EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).unwrap())
        }

        pub(crate) fn cose(&self) -> Vec<u8> {
            let (x, y) = self.0.public_key().as_ref()[1..].split_at(COORDINATE);
            [ES256, x, ES256_Y, y].concat()
        }

        pub(crate) fn sign(&self, message: &[u8]) -> Vec<u8> {
            self.0.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec()
        }
    }

    #[test]
    fn signatures_of_es256_are_verified() {
        let key = TestKey::new();
        let cose = [key.cose().as_slice(), b"rest"].concat();
        let (read, rest) = PublicKey::read(&cose).unwrap();
        assert_eq!(rest, b"rest");
        let signature = key.sign(b"message");
        assert!(read.verifies(b"message", &signature));
        assert!(!read.verifies(b"another", &signature));
        assert!(!read.verifies(b"message", &TestKey::new().sign(b"message")));
        assert!(!read.verifies(b"message", b""));
    }

    #[test]
    fn signatures_of_eddsa_are_verified() {
        let key = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap();
        let cose = [EDDSA, key.public_key().as_ref()].concat();
        let (read, rest) = PublicKey::read(&cose).unwrap();
        assert!(rest.is_empty());
        assert!(read.verifies(b"message", key.sign(b"message").as_ref()));
        assert!(!read.verifies(b"another", key.sign(b"message").as_ref()));
    }

    #[test]
    fn keys_of_rs256_are_read_and_others_are_not() {
        let n = [0xff; 256];
        let cose = [RS256, &[0x01, 0x00], &n, RS256_E].concat();
        assert_eq!(PublicKey::read(&cose), Some((PublicKey::Rs256 { n: &n }, &[][..])));
        assert!(!PublicKey::read(&cose).unwrap().0.verifies(b"message", &[1; 256]));
        for length in 0..cose.len() {
            assert_eq!(PublicKey::read(&cose[..length]), None, "{length}");
        }
        // ES384 on P-384.
        let other = [&[0xa5, 0x01, 0x02, 0x03, 0x38, 0x22, 0x20, 0x02], &[0; 100][..]].concat();
        assert_eq!(PublicKey::read(&other), None);
    }
}
