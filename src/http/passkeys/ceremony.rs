//! The checks of a registration and of a sign-in (WebAuthn, 7.1 and 7.2). Attestation is not
//! requested: the server accepts every authenticator.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use url::{Host, Url};

use crate::http::passkeys::authenticator_data::AuthenticatorData;
use crate::http::passkeys::public_key::PublicKey;

/// The longest id of a credential, in bytes.
const LONGEST_ID: usize = 1_023;

/// The site for which passkeys are valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RelyingParty {
    /// The host of the public URL.
    pub(crate) id: String,
    /// The origin of the page.
    origin: String,
}

/// The answer of an authenticator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer<'a> {
    /// The JSON that the browser made.
    pub(crate) client_data: &'a [u8],
    pub(crate) authenticator_data: &'a [u8],
}

/// The parts of the browser's JSON that are checked.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    r#type: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

/// The step for which an answer was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Registration,
    SignIn,
}

impl RelyingParty {
    /// Returns `None` if browsers offer no passkeys at the public URL: its host has to be a name, and
    /// it needs TLS, except on this machine.
    pub(crate) fn of(public_url: &str) -> Option<RelyingParty> {
        let url = Url::parse(public_url).ok()?;
        let Host::Domain(name) = url.host()? else { return None };
        let is_secure = url.scheme() == "https" || name == "localhost";
        let origin = url.origin().ascii_serialization();
        is_secure.then(|| RelyingParty { id: name.to_owned(), origin })
    }

    /// Reads an answer for this site. Returns its challenge and its data, or `None` if it was made
    /// elsewhere, for another step, or without a check of the user.
    pub(crate) fn read<'a>(
        &self,
        step: Step,
        answer: Answer<'a>,
    ) -> Option<(String, AuthenticatorData<'a>)> {
        let client: ClientData = serde_json::from_slice(answer.client_data).ok()?;
        let expected = match step {
            Step::Registration => "webauthn.create",
            Step::SignIn => "webauthn.get",
        };
        let is_of_page =
            client.r#type == expected && client.origin == self.origin && !client.cross_origin;
        let data = AuthenticatorData::read(answer.authenticator_data)?;
        let is_of_site = *data.relying_party == <[u8; 32]>::from(Sha256::digest(&self.id));
        (is_of_page && is_of_site && data.is_verified()).then_some((client.challenge, data))
    }
}

impl Answer<'_> {
    /// True if the key made the signature of the answer.
    pub(crate) fn is_signed(&self, public_key: &[u8], signature: &[u8]) -> bool {
        let hash = Sha256::digest(self.client_data);
        let message = [self.authenticator_data, hash.as_slice()].concat();
        PublicKey::read(public_key).is_some_and(|(key, _)| key.verifies(&message, signature))
    }
}

/// True if an authenticator that signed `last` times before may sign with the number `count`. A
/// smaller number is a sign of a copied key. Synchronized passkeys do not count.
pub(crate) fn is_next(count: u32, last: u32) -> bool {
    count > last || (count == 0 && last == 0)
}

/// Reads the id of a credential, or another value in base64url.
pub(crate) fn read_base64(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

/// Reads the id of a credential.
pub(crate) fn read_id(text: &str) -> Option<Vec<u8>> {
    read_base64(text).filter(|id| (1..=LONGEST_ID).contains(&id.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::passkeys::authenticator_data::tests::data;
    use crate::http::passkeys::public_key::tests::TestKey;

    fn site() -> RelyingParty {
        RelyingParty::of("https://chivalry.example.org").unwrap()
    }

    fn client_data(r#type: &str, origin: &str, more: &str) -> String {
        format!(r#"{{"type":"{type}","challenge":"abc","origin":"{origin}"{more}}}"#)
    }

    const ORIGIN: &str = "https://chivalry.example.org";

    #[test]
    fn passkeys_need_a_name_and_tls() {
        assert_eq!(site().id, "chivalry.example.org");
        let local = RelyingParty::of("http://localhost:8080").unwrap();
        assert_eq!(
            (local.id.as_str(), local.origin.as_str()),
            ("localhost", "http://localhost:8080")
        );
        for url in ["http://127.0.0.1:8080", "https://[::1]", "http://chivalry.example.org", "x"] {
            assert_eq!(RelyingParty::of(url), None, "{url}");
        }
    }

    #[test]
    fn a_signed_answer_of_the_page_is_read() {
        let key = TestKey::new();
        let client_data = client_data("webauthn.get", ORIGIN, r#","crossOrigin":false,"x":1"#);
        let data = data(&Sha256::digest("chivalry.example.org"), 3, None);
        let answer = Answer { client_data: client_data.as_bytes(), authenticator_data: &data };
        let (challenge, read) = site().read(Step::SignIn, answer).unwrap();
        assert_eq!((challenge.as_str(), read.sign_count), ("abc", 3));
        let message = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature = key.sign(&message);
        assert!(answer.is_signed(&key.cose(), &signature));
        assert!(!answer.is_signed(&TestKey::new().cose(), &signature));
        let altered = client_data.replace("abc", "abd");
        let altered = Answer { client_data: altered.as_bytes(), ..answer };
        assert!(!altered.is_signed(&key.cose(), &signature));
    }

    #[test]
    fn answers_of_other_pages_sites_and_steps_are_refused() {
        let own = Sha256::digest("chivalry.example.org");
        let read = |client_data: &str, site_hash: &[u8]| {
            let data = data(site_hash, 0, None);
            let client_data = client_data.as_bytes();
            let answer = Answer { client_data, authenticator_data: &data };
            site().read(Step::SignIn, answer).is_some()
        };
        assert!(read(&client_data("webauthn.get", ORIGIN, ""), &own));
        assert!(!read(&client_data("webauthn.create", ORIGIN, ""), &own));
        assert!(!read(&client_data("webauthn.get", "https://example.org", ""), &own));
        assert!(!read(&client_data("webauthn.get", ORIGIN, r#","crossOrigin":true"#), &own));
        assert!(!read(&client_data("webauthn.get", ORIGIN, ""), &Sha256::digest("example.org")));
        assert!(!read("not JSON", &own));
        let create = client_data("webauthn.create", ORIGIN, "");
        let mut unverified = data(&own, 0, None);
        unverified[32] = 0x01;
        let answer = Answer { client_data: create.as_bytes(), authenticator_data: &unverified };
        assert_eq!(site().read(Step::Registration, answer), None);
    }

    #[test]
    fn the_count_of_signatures_only_rises() {
        assert!(is_next(0, 0) && is_next(1, 0) && is_next(9, 8));
        assert!(!is_next(8, 8) && !is_next(7, 8) && !is_next(0, 8));
    }
}
