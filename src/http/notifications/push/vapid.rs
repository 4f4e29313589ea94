//! The identification of the site at push services (VAPID, RFC 8292). The key is generated once,
//! and the database stores it.

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

use chivalry_play::clock::Timestamp;

use crate::store::{Store, StoreError};

/// The validity of a signature. Push services accept at most a day.
const VALID_FOR: Duration = Duration::from_secs(12 * 60 * 60);

/// The key by which push services identify this site.
pub(crate) struct VapidKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl fmt::Debug for VapidKey {
    /// Omits the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VapidKey(..)")
    }
}

/// The key of the site cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum PushKeyError {
    /// The system has no random numbers, or the stored key is damaged.
    #[error("the key for push services cannot be used")]
    Unusable,
    /// The store returned an error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl VapidKey {
    /// Loads the key of the site, or generates and stores one.
    pub(crate) async fn load(store: &Store, now: Timestamp) -> Result<VapidKey, PushKeyError> {
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let fresh = EcdsaKeyPair::generate_pkcs8(algorithm, &random);
        let fresh = fresh.map_err(|_| PushKeyError::Unusable)?;
        let secret = store.push().own_key(fresh.as_ref(), now).await?;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, &secret, &random);
        Ok(VapidKey { pair: pair.map_err(|_| PushKeyError::Unusable)?, random })
    }

    /// The public key in base64url.
    pub(crate) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key().as_ref())
    }

    /// The header `Authorization` of a message to the push service `audience`. `contact` is the
    /// address of the site.
    pub(crate) fn authorization(
        &self,
        audience: &str,
        contact: &str,
        now: Timestamp,
    ) -> Option<String> {
        let expires_at = (now + VALID_FOR).0 / 1_000;
        let claims = json!({ "aud": audience, "exp": expires_at, "sub": contact });
        let header = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{header}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature = self.pair.sign(&self.random, signed.as_bytes()).ok()?;
        let signature = URL_SAFE_NO_PAD.encode(signature.as_ref());
        Some(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}
