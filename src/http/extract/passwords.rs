//! Password hashing with Argon2id and the library's default parameters, which OWASP
//! recommends.

use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use prometheus_client::metrics::counter::Counter;

use crate::live::compute::cpu_pool::{CpuPool, ThreadClass};
use crate::protocol::{Code, Reason};

use crate::http::error::{ApiError, ApiResult};

/// Maximum concurrent hashes. Each takes 19 MiB.
const MAX_CONCURRENT: usize = 2;

/// Sign-ins that may be queued.
const MAX_QUEUED: usize = 64;

/// A hash that is verified for unknown names, so that the response takes as long. It is
/// the hash of no known password.
const DUMMY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$c29tZWJvZHkncyBzYWx0\
                       $MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY";

/// Hashes and verifies passwords with limited concurrency.
#[derive(Clone, Debug)]
pub(crate) struct Passwords {
    threads: CpuPool,
    /// The number of hashes, each of which takes as long.
    hashes: Counter,
}

impl Passwords {
    /// Uses up to `threads` threads.
    pub(crate) fn new(threads: usize, hashes: Counter) -> Passwords {
        let threads = threads.min(MAX_CONCURRENT);
        let threads = CpuPool::start("password", threads, MAX_QUEUED, ThreadClass::Low);
        Passwords { threads, hashes }
    }

    /// Returns the hash to store, with its salt and parameters.
    pub(crate) async fn hash(&self, password: String) -> ApiResult<String> {
        let hash = move || Argon2::default().hash_password(password.as_bytes());
        self.hashes.inc();
        match self.threads.run(hash).await? {
            Ok(hash) => Ok(hash.to_string()),
            Err(error) => {
                tracing::error!(%error, "a password could not be hashed");
                Err(ApiError::new(Code::Internal, Reason::PasswordUnstorable))
            }
        }
    }

    /// True if the password matches `hash`. Without a hash the result is false after the
    /// same time.
    pub(crate) async fn verify(&self, password: String, hash: Option<String>) -> ApiResult<bool> {
        let hash = hash.unwrap_or_else(|| DUMMY_HASH.to_owned());
        let verify = move || Argon2::default().verify_password(password.as_bytes(), hash.as_str());
        self.hashes.inc();
        Ok(self.threads.run(verify).await?.is_ok())
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::Error;

    use super::*;

    #[tokio::test]
    async fn a_password_verifies_against_its_hash() {
        let passwords = Passwords::new(2, Counter::default());
        let hash = passwords.hash("excalibur".to_owned()).await.unwrap();
        let (verified, other) = tokio::join!(
            passwords.verify("excalibur".to_owned(), Some(hash.clone())),
            passwords.verify("Excalibur".to_owned(), Some(hash.clone())),
        );
        assert!(verified.unwrap() && !other.unwrap());
        assert!(!passwords.verify("excalibur".to_owned(), None).await.unwrap());
        let parameters = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        assert_eq!(parameters(&hash), parameters(DUMMY_HASH));
    }

    #[test]
    fn verifying_the_dummy_hash_costs_as_much_as_a_real_one() {
        let verified = Argon2::default().verify_password(b"x", DUMMY_HASH);
        assert_eq!(verified, Err(Error::PasswordInvalid));
    }
}
