//! Passwords, of which only a slow hash is kept: Argon2id with the
//! parameters that OWASP recommends, which are the library's own.

use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};

use crate::protocol::{Code, Reason};

use crate::http::error::{ApiError, ApiResult};
use crate::http::workbench::Workbench;

/// Hashes made at once: each takes 19 MiB.
const AT_ONCE: usize = 2;

/// Sign-ins that may wait for their turn.
const WAITING: usize = 64;

/// What is verified in place of the hash of a name that nobody has, so that
/// the answer takes as long. It is the hash of no known password.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$c29tZWJvZHkncyBzYWx0\
                       $MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY";

/// Hashes and verifies, a few at a time.
#[derive(Clone, Debug)]
pub(crate) struct Passwords(Workbench);

impl Passwords {
    pub(crate) fn new() -> Passwords {
        Passwords(Workbench::new(AT_ONCE, WAITING))
    }

    /// The hash to keep, with salt and parameters in it.
    pub(crate) async fn hash(&self, password: String) -> ApiResult<String> {
        let hash = move || Argon2::default().hash_password(password.as_bytes());
        match self.0.run(hash).await? {
            Ok(hash) => Ok(hash.to_string()),
            Err(error) => {
                tracing::error!(%error, "a password could not be hashed");
                Err(ApiError::new(Code::Internal, Reason::PasswordUnstorable))
            }
        }
    }

    /// Whether the password is the one of which `hash` was kept. Where there
    /// is no hash, it is not, and finding out takes as long.
    pub(crate) async fn verify(&self, password: String, hash: Option<String>) -> ApiResult<bool> {
        let hash = hash.unwrap_or_else(|| NOBODYS.to_owned());
        let verify = move || Argon2::default().verify_password(password.as_bytes(), hash.as_str());
        Ok(self.0.run(verify).await?.is_ok())
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::Error;

    use super::*;

    #[tokio::test]
    async fn a_password_is_known_by_its_hash() {
        let passwords = Passwords::new();
        let hash = passwords.hash("excalibur".to_owned()).await.unwrap();
        let (verified, other) = tokio::join!(
            passwords.verify("excalibur".to_owned(), Some(hash.clone())),
            passwords.verify("Excalibur".to_owned(), Some(hash.clone())),
        );
        assert!(verified.unwrap() && !other.unwrap());
        assert!(!passwords.verify("excalibur".to_owned(), None).await.unwrap());
        let parameters = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        assert_eq!(parameters(&hash), parameters(NOBODYS));
    }

    #[test]
    fn verifying_nobodys_hash_is_the_whole_work() {
        let verified = Argon2::default().verify_password(b"x", NOBODYS);
        assert_eq!(verified, Err(Error::PasswordInvalid));
    }
}
