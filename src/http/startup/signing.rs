//! The key that signs records: a generated key in the database, or the operator's own.

use std::fs;
use std::io;
use std::path::PathBuf;

use crate::protocol::proofs::keys::{KeyFault, PublicKey, Signer};
use crate::random;
use crate::store::{KeyRow, SecretKey, Store, StoreError};
use chivalry_play::clock::Timestamp;

/// Location of the signing key.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SigningOptions {
    /// Sign records with the Ed25519 key in this file (PEM, or 32 bytes in base64), instead of
    /// one that the server generates and stores in the database
    #[arg(long, env = "CHIVALRY_SIGNING_KEY", value_name = "FILE")]
    pub signing_key: Option<PathBuf>,
}

/// An error while the signing key is loaded.
#[derive(Debug, thiserror::Error)]
pub enum SigningError {
    /// The operator's key could not be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
    /// The operator's key is invalid.
    #[error("{}: {fault}", path.display())]
    Key {
        /// The file.
        path: PathBuf,
        /// The fault of the key.
        fault: KeyFault,
    },
    /// The store returned an error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SigningOptions {
    /// Loads or creates the signing key and stores its public half.
    ///
    /// # Errors
    ///
    /// Fails if the operator's key cannot be read, or the store returns an error.
    pub(crate) async fn signer(
        &self,
        store: &Store,
        now: Timestamp,
    ) -> Result<Signer, SigningError> {
        // An empty environment variable counts as unset.
        if let Some(path) = self.signing_key.clone().filter(|path| !path.as_os_str().is_empty()) {
            let text = match fs::read_to_string(&path) {
                Ok(text) => text,
                Err(source) => return Err(SigningError::File { path, source }),
            };
            let signer = Signer::read(&text).map_err(|fault| SigningError::Key { path, fault })?;
            store.signing_keys().activate(&row(&signer.public(), now)).await?;
            return Ok(signer);
        }
        let fresh = random::value::<[u8; 32]>();
        let public = row(&Signer::from_secret(&fresh).public(), now);
        let SecretKey(secret) = store.signing_keys().own(&public, &SecretKey(fresh)).await?;
        Ok(Signer::from_secret(&secret))
    }
}

fn row(public: &PublicKey, now: Timestamp) -> KeyRow {
    KeyRow { id: public.id(), public: public.bytes(), made_at: now, retired_at: None }
}
