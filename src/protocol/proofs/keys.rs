//! Ed25519 keys: secret signing keys and public verification keys.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::pkcs8::{DecodePrivateKey as _, DecodePublicKey as _};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use crate::protocol::proofs::{ProofKey, hex};

/// A public key and its period of use.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeyView {
    /// The key id: the first 16 bytes of the SHA-256 of the public key, in hexadecimal digits.
    pub id: String,
    /// The public key, 32 bytes in base64.
    pub public: String,
    /// The time since which the site has had the key.
    pub made_at: String,
    /// The time since which the key is no longer used; omitted for the current key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retired_at: Option<String>,
}

/// The response of `GET /keys`.
#[derive(Deserialize)]
struct Listed {
    items: Vec<ListedKey>,
}

#[derive(Deserialize)]
struct ListedKey {
    public: String,
}

/// A text that is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyFault {
    /// The text is not a secret key.
    #[error("a signing key is an Ed25519 key in PEM (PKCS #8), or its 32 bytes in base64")]
    Secret,
    /// The text is not a public key.
    #[error(
        "a public key is an Ed25519 key in PEM, its 32 bytes in base64, or the answer of GET /keys"
    )]
    Public,
}

/// A public verification key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Returns the key with these 32 bytes. Returns `None` for invalid bytes and for weak keys,
    /// which verify any signature.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Option<PublicKey> {
        VerifyingKey::from_bytes(bytes).ok().filter(|key| !key.is_weak()).map(PublicKey)
    }

    /// Reads keys: one in PEM or base64, or the response of `GET /keys`.
    ///
    /// # Errors
    /// The text is neither.
    pub fn read(text: &str) -> Result<Vec<PublicKey>, KeyFault> {
        let text = text.trim();
        if text.starts_with('{') {
            let listed: Listed = serde_json::from_str(text).map_err(|_| KeyFault::Public)?;
            let keys = listed.items.iter().map(|key| PublicKey::of_base64(&key.public));
            return keys.collect::<Option<Vec<_>>>().ok_or(KeyFault::Public);
        }
        let key = if text.starts_with("-----") {
            let key = VerifyingKey::from_public_key_pem(text).ok();
            key.and_then(|key| PublicKey::from_bytes(key.as_bytes()))
        } else {
            PublicKey::of_base64(text)
        };
        key.map(|key| vec![key]).ok_or(KeyFault::Public)
    }

    pub(crate) fn of_base64(text: &str) -> Option<PublicKey> {
        PublicKey::from_bytes(&STANDARD.decode(text).ok()?.try_into().ok()?)
    }

    /// The bytes of the key.
    #[must_use]
    pub fn bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// The key id: the first 16 bytes of the SHA-256 of the key.
    #[must_use]
    pub fn id(&self) -> [u8; 16] {
        let hash: [u8; 32] = Sha256::digest(self.0.as_bytes()).into();
        std::array::from_fn(|at| hash[at])
    }

    /// [`PublicKey::id`] in hexadecimal digits.
    #[must_use]
    pub fn name(&self) -> String {
        hex(&self.id())
    }

    pub(crate) fn view(&self) -> ProofKey {
        ProofKey { id: self.name(), public: self.text() }
    }

    /// The key in base64.
    #[must_use]
    pub fn text(&self) -> String {
        STANDARD.encode(self.bytes())
    }

    /// Verifies the signature of `message` by the strict rules, which accept one signature
    /// only.
    pub(crate) fn has_signed(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        self.0.verify_strict(message, &Signature::from_bytes(signature)).is_ok()
    }
}

/// A secret signing key.
#[derive(Clone)]
pub struct Signer(SigningKey);

impl fmt::Debug for Signer {
    /// Prints the public key only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Signer").field(&self.public().name()).finish()
    }
}

impl Signer {
    /// Creates a signer from the 32 bytes of a secret key. All values are valid.
    #[must_use]
    pub fn from_secret(secret: &[u8; 32]) -> Signer {
        Signer(SigningKey::from_bytes(secret))
    }

    /// Reads a secret key: in PEM (PKCS #8), as written by `openssl genpkey -algorithm
    /// ed25519`, or 32 bytes in base64.
    ///
    /// # Errors
    /// The text is neither.
    pub fn read(text: &str) -> Result<Signer, KeyFault> {
        let text = text.trim();
        let key = if text.starts_with("-----") {
            SigningKey::from_pkcs8_pem(text).ok()
        } else {
            let bytes = STANDARD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
            bytes.map(|bytes: [u8; 32]| SigningKey::from_bytes(&bytes))
        };
        key.map(Signer).ok_or(KeyFault::Secret)
    }

    /// The public key of the signer.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Derives a secret key for another purpose. Signatures are deterministic (RFC 8032, 5.1.6),
    /// so that all nodes derive the same key.
    pub(crate) fn derive_key(&self, purpose: &str) -> [u8; 32] {
        Sha256::digest(self.sign(purpose.as_bytes())).into()
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8032, 7.1, TEST 1, and the same key as written by `openssl`.
    const SECRET: &str = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
    const PUBLIC: &str = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
    const SECRET_PEM: &str = "-----BEGIN PRIVATE KEY-----\n\
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n\
        -----END PRIVATE KEY-----\n";
    const PUBLIC_PEM: &str = "-----BEGIN PUBLIC KEY-----\n\
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n\
        -----END PUBLIC KEY-----\n";

    #[test]
    fn keys_are_read_from_pem_base64_and_json() {
        let signer = Signer::read(&format!("{SECRET}\n")).unwrap();
        assert_eq!(signer.public().text(), PUBLIC);
        assert_eq!(Signer::read(SECRET_PEM).unwrap().public(), signer.public());
        let listed = format!(r#"{{"items":[{{"id":"x","public":"{PUBLIC}"}}],"next":null}}"#);
        for text in [PUBLIC, PUBLIC_PEM, &listed] {
            assert_eq!(PublicKey::read(text), Ok(vec![signer.public()]), "{text}");
        }
        for text in ["", "{}", "AAAA", PUBLIC_PEM] {
            assert_eq!(Signer::read(text).unwrap_err(), KeyFault::Secret, "{text}");
        }
        // The last text is a key of small order, which verifies any signature.
        for text in ["", "{}", "AAAA", SECRET_PEM, "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="] {
            assert_eq!(PublicKey::read(text), Err(KeyFault::Public), "{text}");
        }
    }

    #[test]
    fn signatures_match_rfc_8032_and_the_secret_is_not_printed() {
        let signer = Signer::read(SECRET).unwrap();
        let signature = signer.sign(b"");
        assert_eq!(hex(&signature[..8]), "e5564300c360ac72");
        assert!(signer.public().has_signed(b"", &signature));
        assert!(!signer.public().has_signed(b"x", &signature));
        let written = format!("{signer:?}");
        assert_eq!(written, format!("Signer({:?})", signer.public().name()));
    }
}
