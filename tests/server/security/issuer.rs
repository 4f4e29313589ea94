//! An OpenID Connect provider, whose user consents at once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chivalry::http::{HttpOptions, ProviderOptions};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use url::Url;
use url::form_urlencoded;

use crate::support::unlimited;

const CLIENT: &str = "chivalry";
const SECRET: &str = "lake & sword";

/// A sign-in whose code was not exchanged.
#[derive(Clone, Debug, Default)]
struct Pending {
    subject: String,
    params: BTreeMap<String, String>,
}

/// The state of the provider.
#[derive(Debug)]
struct Shared {
    url: String,
    key: EcdsaKeyPair,
    key_id: String,
    pending: BTreeMap<String, Pending>,
    /// Claims that replace those of the next ID token.
    changes: BTreeMap<String, Value>,
    fetches: u32,
}

type Users = Arc<Mutex<Shared>>;

/// A running provider.
#[derive(Debug)]
pub(crate) struct Issuer {
    shared: Users,
    _running: JoinSet<()>,
}

impl Issuer {
    pub(crate) async fn start() -> Issuer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let shared = Arc::new(Mutex::new(Shared {
            url,
            key: new_key(),
            key_id: "first".to_owned(),
            pending: BTreeMap::new(),
            changes: BTreeMap::new(),
            fetches: 0,
        }));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(metadata))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(Arc::clone(&shared));
        let mut running = JoinSet::new();
        running.spawn(async move { axum::serve(listener, router).await.expect("a server") });
        Issuer { shared, _running: running }
    }

    /// The options of a server whose players sign in here.
    pub(crate) fn options(&self) -> HttpOptions {
        let provider = ProviderOptions {
            oidc_issuer: Some(self.shared.lock().unwrap().url.clone()),
            oidc_client_id: Some(CLIENT.to_owned()),
            oidc_client_secret: Some(SECRET.to_owned()),
            oidc_name: Some("Camelot ID".to_owned()),
        };
        HttpOptions { provider, ..unlimited() }
    }

    /// The user signs in and returns. Answers the code and the state of the return address.
    pub(crate) fn consent(&self, subject: &str, authorization_url: &str) -> (String, String) {
        let url = Url::parse(authorization_url).expect("a URL");
        assert_eq!(url.path(), "/authorize");
        let params: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
        for (name, value) in [
            ("response_type", "code"),
            ("client_id", CLIENT),
            ("scope", "openid profile"),
            ("code_challenge_method", "S256"),
        ] {
            assert_eq!(params[name], value, "{authorization_url}");
        }
        let mut shared = self.shared.lock().unwrap();
        let (code, state) = (format!("code-{}", shared.pending.len()), params["state"].clone());
        let pending = Pending { subject: subject.to_owned(), params };
        shared.pending.insert(code.clone(), pending);
        (code, state)
    }

    /// Replaces a claim of the ID tokens from now on.
    pub(crate) fn change(&self, claim: &str, value: Value) {
        self.shared.lock().unwrap().changes.insert(claim.to_owned(), value);
    }

    /// Issues correct tokens again.
    pub(crate) fn reset(&self) {
        self.shared.lock().unwrap().changes.clear();
    }

    /// Signs with another key, under an id that nobody has seen.
    pub(crate) fn replace_key(&self) {
        let mut shared = self.shared.lock().unwrap();
        (shared.key, shared.key_id) = (new_key(), "second".to_owned());
    }

    /// The number of fetches of the keys.
    pub(crate) fn fetches(&self) -> u32 {
        self.shared.lock().unwrap().fetches
    }
}

fn new_key() -> EcdsaKeyPair {
    let (random, algorithm) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).unwrap()
}

async fn metadata(State(users): State<Users>) -> Json<Value> {
    let url = users.lock().unwrap().url.clone();
    Json(json!({
        "issuer": url,
        "authorization_endpoint": format!("{url}/authorize?prompt=login"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/keys"),
        "id_token_signing_alg_values_supported": ["ES256"],
    }))
}

async fn keys(State(users): State<Users>) -> Json<Value> {
    let mut shared = users.lock().unwrap();
    shared.fetches += 1;
    let point = &shared.key.public_key().as_ref()[1..];
    let [x, y] = [&point[..32], &point[32..]].map(|it| URL_SAFE_NO_PAD.encode(it));
    let id = &shared.key_id;
    Json(json!({"keys": [
        {"kty": "oct", "kid": "other", "k": "AAAA"},
        {"kty": "EC", "crv": "P-256", "use": "sig", "kid": id, "x": x, "y": y},
    ]}))
}

async fn token(
    State(users): State<Users>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
    body: String,
) -> Response {
    assert!(query.is_empty());
    let form: BTreeMap<String, String> =
        form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let secret: String = form_urlencoded::byte_serialize(SECRET.as_bytes()).collect();
    let expected = format!("Basic {}", STANDARD.encode(format!("{CLIENT}:{secret}")));
    let refused =
        |error: &str| (StatusCode::BAD_REQUEST, Json(json!({"error": error}))).into_response();
    if headers.get("authorization").and_then(|it| it.to_str().ok()) != Some(&expected) {
        return refused("invalid_client");
    }
    let mut shared = users.lock().unwrap();
    // A code is valid once.
    let code = form.get("code").cloned().unwrap_or_default();
    let Some(Pending { subject, params }) = shared.pending.get_mut(&code).map(std::mem::take)
    else {
        return refused("invalid_grant");
    };
    let verifier = form.get("code_verifier").cloned().unwrap_or_default();
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
    let is_same = |name: &str| params.contains_key(name) && params.get(name) == form.get(name);
    if params.get("code_challenge") != Some(&challenge)
        || !is_same("redirect_uri")
        || form.get("grant_type").map(String::as_str) != Some("authorization_code")
    {
        return refused("invalid_grant");
    }
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let mut claims = json!({
        "iss": shared.url, "sub": subject, "aud": CLIENT, "iat": now, "exp": now + 300,
        "nonce": params["nonce"], "preferred_username": subject,
    });
    for (claim, value) in &shared.changes {
        claims[claim] = value.clone();
    }
    let header = json!({"alg": "ES256", "kid": shared.key_id, "typ": "JWT"});
    let encoded = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", encoded(&header), encoded(&claims));
    let signature = shared.key.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
    let id_token = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature));
    let tokens = json!({"access_token": "unused", "token_type": "Bearer", "id_token": id_token});
    Json(tokens).into_response()
}
