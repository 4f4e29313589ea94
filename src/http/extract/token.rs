//! Secret tokens. The server stores only their hashes.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::random;
use crate::store::TokenHash;

/// A secret that authenticates a client as a player.
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn new() -> Token {
        Token(secret::<32>())
    }

    pub(crate) fn from_text(text: String) -> Token {
        Token(text)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(text: &str) -> TokenHash {
        Sha256::digest(text.as_bytes()).into()
    }
}

/// A random URL-safe text of `BYTES` random bytes.
pub(crate) fn secret<const BYTES: usize>() -> String
where
    rand::distr::StandardUniform: rand::distr::Distribution<[u8; BYTES]>,
{
    URL_SAFE_NO_PAD.encode(random::value::<[u8; BYTES]>())
}

/// The token in the header `Authorization: Bearer TOKEN`. `None` without the header, and
/// `Some(None)` for a header in another form.
pub(crate) fn token_of(headers: &HeaderMap) -> Option<Option<&str>> {
    let header = headers.get(AUTHORIZATION)?;
    let parts = header.to_str().ok().and_then(|text| text.split_once(' '));
    let is_bearer = |scheme: &str| scheme.eq_ignore_ascii_case("bearer");
    Some(parts.filter(|(scheme, _)| is_bearer(scheme)).map(|(_, token)| token.trim()))
}
