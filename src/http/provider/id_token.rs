//! ID tokens: signed statements of the provider about one sign-in (OpenID Connect Core 1.0,
//! 3.1.3.7).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;

use chivalry_play::clock::Timestamp;

/// The difference of two clocks that is accepted, in seconds.
const LEEWAY_S: i64 = 60;

/// The longest id of an account (OpenID Connect Core 1.0, 2).
const LONGEST_SUBJECT: usize = 255;

/// The keys of the provider (RFC 7517).
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Keys {
    keys: Vec<Key>,
}

#[derive(Clone, Debug, Deserialize)]
struct Key {
    kty: String,
    kid: Option<String>,
    r#use: Option<String>,
    alg: Option<String>,
    crv: Option<String>,
    x: Option<String>,
    y: Option<String>,
    n: Option<String>,
    e: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
}

/// The values that a token must have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected<'a> {
    pub(crate) issuer: &'a str,
    pub(crate) client_id: &'a str,
    pub(crate) nonce: &'a str,
    pub(crate) now: Timestamp,
}

/// The statements of a token.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Claims {
    iss: String,
    /// The id of the account at the provider.
    pub(crate) sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    iat: f64,
    nonce: Option<String>,
    /// The name of the account, which is not unique.
    pub(crate) preferred_username: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

/// The reason why a token is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenFault {
    /// No known key could have signed it. The provider may have new keys.
    UnknownKey,
    /// It is not signed, or not for this sign-in.
    Invalid,
}

/// Verifies a token.
pub(crate) fn verify(
    token: &str,
    keys: &Keys,
    expected: Expected<'_>,
) -> Result<Claims, TokenFault> {
    let parts: Vec<&str> = token.split('.').collect();
    let [header, claims, signature] = parts.as_slice() else { return Err(TokenFault::Invalid) };
    let signed = &token[..header.len() + 1 + claims.len()];
    let header: Header = decoded(header)?;
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| TokenFault::Invalid)?;
    let candidates: Vec<&Key> = keys.keys.iter().filter(|key| key.may_verify(&header)).collect();
    if candidates.is_empty() && matches!(header.alg.as_str(), "RS256" | "ES256") {
        return Err(TokenFault::UnknownKey);
    }
    if !candidates.iter().any(|key| key.verifies(signed.as_bytes(), &signature)) {
        return Err(TokenFault::Invalid);
    }
    let claims: Claims = decoded(claims)?;
    if claims.are_for(expected) { Ok(claims) } else { Err(TokenFault::Invalid) }
}

fn decoded<T: serde::de::DeserializeOwned>(part: &str) -> Result<T, TokenFault> {
    let bytes = URL_SAFE_NO_PAD.decode(part).map_err(|_| TokenFault::Invalid)?;
    serde_json::from_slice(&bytes).map_err(|_| TokenFault::Invalid)
}

impl Key {
    /// True if the key is for the algorithm of the header, and has its id if it has one.
    fn may_verify(&self, header: &Header) -> bool {
        let kty = match header.alg.as_str() {
            "RS256" => "RSA",
            "ES256" => "EC",
            _ => return false,
        };
        self.kty == kty
            && self.r#use.as_deref().is_none_or(|it| it == "sig")
            && self.alg.as_deref().is_none_or(|alg| alg == header.alg)
            && (header.kid.is_none() || header.kid == self.kid)
    }

    fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let number = |text: &Option<String>| URL_SAFE_NO_PAD.decode(text.as_deref()?).ok();
        if self.kty == "RSA" {
            let Some((n, e)) = number(&self.n).zip(number(&self.e)) else { return false };
            let key = RsaPublicKeyComponents { n, e };
            return key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature).is_ok();
        }
        let Some((x, y)) = number(&self.x).zip(number(&self.y)) else { return false };
        let point = [&[0x04], x.as_slice(), y.as_slice()].concat();
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
        self.crv.as_deref() == Some("P-256") && key.verify(message, signature).is_ok()
    }
}

impl Claims {
    fn are_for(&self, expected: Expected<'_>) -> bool {
        let Expected { issuer, client_id, nonce, now } = expected;
        let (is_audience, is_sole) = match &self.aud {
            Audience::One(audience) => (audience == client_id, true),
            Audience::Many(all) => (all.iter().any(|it| it == client_id), all.len() == 1),
        };
        let is_party = match self.azp.as_deref() {
            Some(party) => party == client_id,
            None => is_sole,
        };
        let now_s = now.0 as f64 / 1_000.0;
        self.iss == issuer
            && is_audience
            && is_party
            && self.nonce.as_deref() == Some(nonce)
            && self.exp + LEEWAY_S as f64 > now_s
            && self.iat - LEEWAY_S as f64 <= now_s
            && (1..=LONGEST_SUBJECT).contains(&self.sub.len())
    }
}

#[cfg(test)]
mod tests {
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
    use serde_json::{Value, json};

    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000);

    /// A token that OpenSSL signed with RS256, and the modulus of its key.
    const RS256_TOKEN: &str = "eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYSJ9.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUub3JnIiw\
        ic3ViIjoiNyIsImF1ZCI6ImNoaXZhbHJ5IiwiZXhwIjoxMTAwLCJpYXQiOjk5MCwibm9uY2UiOiJvbmN\
        lIn0.vMEzxj4uniigngJ_WkJcapWjasat2I1dgIG87TgkkugUei3SI0VM2u8KQB1YHWDvlf7QZjU7FRQ\
        UNGJsoM91T752uA-NeOa1nv5rmXCQgW0KNvbPKMArjyGi7s7K5OBsV1tqwkRBEMjWuy6cC2I7EwL5fGS\
        iyc-xbxcP7dz29XW93f9ODi8xzfI2mVLcRwWBtlSP9qke22AVucLzaH2JEPyRvK13RKwNqMan3vHcv5J\
        zHspP3jVypm3p8ZO7lcK6w9yZ46VmOWxlGIOFSy704--fxCEom4x8AIy8C8uU7SycHiBZe9ts2hYgYzd\
        _lV7touGnYYFSFJBigpYOLkfd5A";
    const RS256_MODULUS: &str = "9bPHlxljc8-LFdETmhX7uPOww4HpcHuttW1PaTmDemwrWZKrTOJkbevj5YcWUWPKbyoDfrjSLg5N9wpf\
        tyIcjEPW7WlCkwSPArfhlmgK0JJ2V-Z9IA1O7WS0_HvREUAKzhDvziRwa25SLaiNF8aFGHqWhfLXYyfp\
        B1P77Gbk4CkF0evouNtSP05R37Yy5lrK96JenylMjUcS1L27_DyMQBzLJgKtoRqXG4Kj_7-D4cbY--O0\
        Q7Ig4sIJ4bPI1BZrrocgsDpJLDPhDY2IzaIr7Tz4zKxnq380QmWJuswxiuaKaNQehMY4zVhJye7j2e08\
        lSIHQCz_3v-vTjtXQgI6uw";

    fn expected() -> Expected<'static> {
        let (issuer, client_id) = ("https://id.example.org", "chivalry");
        Expected { issuer, client_id, nonce: "once", now: NOW }
    }

    fn claims() -> Value {
        json!({"iss": "https://id.example.org", "sub": "7", "aud": "chivalry", "exp": 1_100,
            "iat": 990, "nonce": "once", "preferred_username": "arthur"})
    }

    fn encoded(value: &Value) -> String {
        URL_SAFE_NO_PAD.encode(value.to_string())
    }

    struct Provider(EcdsaKeyPair);

    impl Provider {
        fn new() -> Provider {
            let (random, algorithm) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
            let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
            Provider(EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).unwrap())
        }

        fn keys(&self) -> Keys {
            let point = &self.0.public_key().as_ref()[1..];
            let [x, y] = [&point[..32], &point[32..]].map(|it| URL_SAFE_NO_PAD.encode(it));
            let key = json!({"kty": "EC", "crv": "P-256", "kid": "one", "x": x, "y": y});
            serde_json::from_value(json!({"keys": [key]})).unwrap()
        }

        fn sign(&self, header: &Value, claims: &Value) -> String {
            let signed = format!("{}.{}", encoded(header), encoded(claims));
            let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
            format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
        }
    }

    #[test]
    fn only_tokens_for_this_sign_in_are_accepted() {
        let provider = Provider::new();
        let keys = provider.keys();
        let header = json!({"alg": "ES256", "kid": "one"});
        let fault =
            |claims: &Value| verify(&provider.sign(&header, claims), &keys, expected()).err();
        let accepted = verify(&provider.sign(&header, &claims()), &keys, expected()).unwrap();
        assert_eq!(
            (accepted.sub.as_str(), accepted.preferred_username.as_deref()),
            ("7", Some("arthur"))
        );
        for (field, value) in [
            ("iss", json!("https://other.example.org")),
            ("sub", json!("")),
            ("aud", json!("another")),
            ("aud", json!(["chivalry", "another"])),
            ("azp", json!("another")),
            ("exp", json!(940)),
            ("iat", json!(1_061)),
            ("nonce", json!("twice")),
            ("nonce", Value::Null),
        ] {
            let mut changed = claims();
            changed[field] = value.clone();
            assert_eq!(fault(&changed), Some(TokenFault::Invalid), "{field} {value}");
        }
        let mut many = claims();
        many["aud"] = json!(["chivalry", "another"]);
        many["azp"] = json!("chivalry");
        assert_eq!(fault(&many), None);
    }

    #[test]
    fn only_tokens_with_a_signature_of_the_provider_are_accepted() {
        let provider = Provider::new();
        let keys = provider.keys();
        let fault = |token: &str| verify(token, &keys, expected()).err();
        let with = |header: Value| provider.sign(&header, &claims());
        assert_eq!(fault(&with(json!({"alg": "ES256"}))), None);
        assert_eq!(
            fault(&with(json!({"alg": "ES256", "kid": "two"}))),
            Some(TokenFault::UnknownKey)
        );
        for alg in ["none", "HS256", "es256", "ES384"] {
            let token = with(json!({"alg": alg, "kid": "one"}));
            assert_eq!(fault(&token), Some(TokenFault::Invalid), "{alg}");
        }
        let other = Provider::new().sign(&json!({"alg": "ES256", "kid": "one"}), &claims());
        assert_eq!(fault(&other), Some(TokenFault::Invalid));
        let token = with(json!({"alg": "ES256", "kid": "one"}));
        let unsigned = token.rsplit_once('.').unwrap().0;
        for token in ["", "a.b", "a.b.c", unsigned, &format!("{unsigned}."), &format!("{token}.x")]
        {
            assert_eq!(fault(token), Some(TokenFault::Invalid), "{token}");
        }
    }

    #[test]
    fn tokens_of_rs256_are_accepted() {
        let key = json!({"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "rsa",
            "n": RS256_MODULUS, "e": "AQAB"});
        let keys = |key: Value| serde_json::from_value(json!({"keys": [key]})).unwrap();
        let accepted = verify(RS256_TOKEN, &keys(key.clone()), expected());
        assert_eq!(accepted.unwrap().sub, "7");
        let (signed, signature) = RS256_TOKEN.rsplit_once('.').unwrap();
        let altered = format!("{signed}.B{}", &signature[1..]);
        let fault = verify(&altered, &keys(key.clone()), expected()).err();
        assert_eq!(fault, Some(TokenFault::Invalid));
        for (field, value) in [("use", "enc"), ("alg", "PS256"), ("kid", "other"), ("kty", "EC")] {
            let mut other = key.clone();
            other[field] = json!(value);
            let fault = verify(RS256_TOKEN, &keys(other), expected()).err();
            assert_eq!(fault, Some(TokenFault::UnknownKey), "{field}");
        }
    }
}
