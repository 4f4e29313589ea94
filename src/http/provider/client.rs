//! Requests to the provider. Its metadata and keys are fetched when they are needed, and cached.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use parking_lot::RwLock;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};
use url::Url;
use url::form_urlencoded::{Serializer, byte_serialize};

use crate::protocol::proofs::keys::Signer;
use crate::store::Identity;
use chivalry_play::clock::Timestamp;

use crate::http::provider::flow::{Derived, Flows};
use crate::http::provider::id_token::{Claims, Expected, Keys, TokenFault, verify};
use crate::http::provider::options::{ProviderOptions, is_trusted};
use crate::http::webhooks::client::{Outgoing, PostError, WebhookUrl};

/// The path of the page to which the provider returns.
const RETURN_PATH: &str = "/signed-in";

/// Time after which the metadata and the keys are fetched again.
const CACHED_MS: i64 = 60 * 60 * 1_000;

/// Least time between two fetches because of an unknown key.
const KEYS_EVERY_MS: i64 = 60 * 1_000;

/// The largest accepted response, in bytes.
const LARGEST_RESPONSE: usize = 256 * 1024;

/// The metadata of the provider (OpenID Connect Discovery 1.0, 3).
#[derive(Clone, Debug, Deserialize)]
struct Metadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

#[derive(Debug)]
struct Fetched {
    metadata: Metadata,
    keys: Keys,
    at: Timestamp,
}

/// The reason why the provider identified nobody.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProviderFailure {
    /// The provider does not answer, or not as its specification demands.
    #[error("{0}")]
    Unavailable(String),
    /// The code or its answer is not valid.
    #[error("{0}")]
    Refused(String),
}

impl From<PostError> for ProviderFailure {
    fn from(error: PostError) -> ProviderFailure {
        ProviderFailure::Unavailable(error.to_string())
    }
}

/// The operator's provider.
#[derive(Debug)]
pub(crate) struct Provider {
    /// The name on the page.
    pub(crate) name: String,
    pub(crate) issuer: String,
    pub(crate) flows: Flows,
    client_id: String,
    client_secret: Secret,
    redirect_uri: String,
    /// The lock is held for one look-up.
    fetched: RwLock<Option<Arc<Fetched>>>,
}

/// A secret without a `Debug` form.
struct Secret(Option<String>);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Provider {
    /// Returns `None` if the operator has no provider.
    pub(crate) fn new(
        options: &ProviderOptions,
        public_url: &str,
        signer: &Signer,
    ) -> Option<Provider> {
        // An empty environment variable counts as unset.
        let set = |option: &Option<String>| option.clone().filter(|text| !text.is_empty());
        let (issuer, client_id) = set(&options.oidc_issuer).zip(set(&options.oidc_client_id))?;
        let host = Url::parse(&issuer).ok()?.host_str()?.to_owned();
        Some(Provider {
            name: set(&options.oidc_name).unwrap_or(host),
            issuer,
            flows: Flows::new(signer),
            client_id,
            client_secret: Secret(set(&options.oidc_client_secret)),
            redirect_uri: format!("{}{RETURN_PATH}", public_url.trim_end_matches('/')),
            fetched: RwLock::new(None),
        })
    }

    /// Returns the address at the provider where an attempt begins.
    pub(crate) async fn authorization_url(
        &self,
        flow: &str,
        now: Timestamp,
    ) -> Result<String, ProviderFailure> {
        let fetched = self.fetched(now, CACHED_MS).await?;
        let url = Url::parse(&fetched.metadata.authorization_endpoint);
        let mut url = url.map_err(|error| ProviderFailure::Unavailable(error.to_string()))?;
        let verifier = self.flows.derive(flow, Derived::Verifier);
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.client_id)
            .append_pair("redirect_uri", &self.redirect_uri)
            .append_pair("scope", "openid profile")
            .append_pair("state", &self.flows.derive(flow, Derived::State))
            .append_pair("nonce", &self.flows.derive(flow, Derived::Nonce))
            .append_pair("code_challenge", &URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)))
            .append_pair("code_challenge_method", "S256");
        Ok(url.into())
    }

    /// Returns the account of the provider that signed in, and the name that it has there.
    pub(crate) async fn identify(
        &self,
        flow: &str,
        code: &str,
        now: Timestamp,
    ) -> Result<(Identity, Option<String>), ProviderFailure> {
        let fetched = self.fetched(now, CACHED_MS).await?;
        let token = self.exchange(&fetched.metadata, flow, code).await?;
        let nonce = self.flows.derive(flow, Derived::Nonce);
        let verify = |keys: &Keys| -> Result<Claims, TokenFault> {
            let (issuer, client_id) = (self.issuer.as_str(), self.client_id.as_str());
            verify(&token, keys, Expected { issuer, client_id, nonce: &nonce, now })
        };
        let claims = match verify(&fetched.keys) {
            Err(TokenFault::UnknownKey) => verify(&self.fetched(now, KEYS_EVERY_MS).await?.keys),
            verified => verified,
        };
        let refused = |_| ProviderFailure::Refused("the ID token is not valid".to_owned());
        let claims = claims.map_err(refused)?;
        let identity = Identity { issuer: self.issuer.clone(), subject: claims.sub };
        Ok((identity, claims.preferred_username))
    }

    /// Exchanges the code of an attempt for an ID token.
    async fn exchange(
        &self,
        metadata: &Metadata,
        flow: &str,
        code: &str,
    ) -> Result<String, ProviderFailure> {
        #[derive(Deserialize)]
        struct Tokens {
            id_token: String,
        }
        let (mut headers, body) = self.token_request(metadata, flow, code);
        let body = Bytes::from(body);
        headers.push(("content-type", "application/x-www-form-urlencoded".to_owned()));
        headers.push(("accept", "application/json".to_owned()));
        let outgoing =
            Outgoing { method: Method::POST, headers: &headers, body, most: LARGEST_RESPONSE };
        let (status, body) = read_url(&metadata.token_endpoint)?.exchange(outgoing).await?;
        if status.is_client_error() {
            return Err(ProviderFailure::Refused(format!("the token endpoint answers {status}")));
        }
        let Tokens { id_token } = read_json(status, &body, "token endpoint")?;
        Ok(id_token)
    }

    /// Returns the authentication and the form of a request for an ID token.
    fn token_request(
        &self,
        metadata: &Metadata,
        flow: &str,
        code: &str,
    ) -> (Vec<(&'static str, String)>, String) {
        let mut form = Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code")
            .append_pair("code", code)
            .append_pair("redirect_uri", &self.redirect_uri)
            .append_pair("client_id", &self.client_id)
            .append_pair("code_verifier", &self.flows.derive(flow, Derived::Verifier));
        let mut headers = Vec::new();
        if let Secret(Some(secret)) = &self.client_secret {
            // Providers without a list support this method (OpenID Connect Discovery 1.0, 3).
            let methods = metadata.token_endpoint_auth_methods_supported.as_deref();
            if methods.is_none_or(|all| all.iter().any(|it| it == "client_secret_basic")) {
                let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
                let pair = format!("{}:{}", encoded(&self.client_id), encoded(secret));
                headers.push(("authorization", format!("Basic {}", STANDARD.encode(pair))));
            } else {
                form.append_pair("client_secret", secret);
            }
        }
        (headers, form.finish())
    }

    /// Returns the metadata and the keys, which are at most `age_ms` old.
    async fn fetched(&self, now: Timestamp, age_ms: i64) -> Result<Arc<Fetched>, ProviderFailure> {
        let present = self.fetched.read().clone();
        if let Some(present) = present.filter(|it| now.0 - it.at.0 < age_ms) {
            return Ok(present);
        }
        let issuer = self.issuer.trim_end_matches('/');
        let url = format!("{issuer}/.well-known/openid-configuration");
        let metadata: Metadata = fetch(&url, "metadata").await?;
        let endpoints =
            [&metadata.authorization_endpoint, &metadata.token_endpoint, &metadata.jwks_uri];
        if metadata.issuer != self.issuer || !endpoints.iter().all(|url| is_trusted(url)) {
            let fault = "the metadata is of another issuer, or its endpoints have no TLS";
            return Err(ProviderFailure::Unavailable(fault.to_owned()));
        }
        let keys = fetch(&metadata.jwks_uri, "keys").await?;
        let fetched = Arc::new(Fetched { metadata, keys, at: now });
        *self.fetched.write() = Some(Arc::clone(&fetched));
        Ok(fetched)
    }
}

/// Reads a URL of the provider, which the operator chose.
fn read_url(url: &str) -> Result<WebhookUrl, ProviderFailure> {
    Ok(WebhookUrl::read(url, true)?)
}

async fn fetch<T: DeserializeOwned>(url: &str, what: &str) -> Result<T, ProviderFailure> {
    let headers = [("accept", "application/json".to_owned())];
    let (method, body) = (Method::GET, Bytes::new());
    let outgoing = Outgoing { method, headers: &headers, body, most: LARGEST_RESPONSE };
    let (status, body) = read_url(url)?.exchange(outgoing).await?;
    read_json(status, &body, what)
}

fn read_json<T: DeserializeOwned>(
    status: StatusCode,
    body: &[u8],
    what: &str,
) -> Result<T, ProviderFailure> {
    if !status.is_success() {
        return Err(ProviderFailure::Unavailable(format!("{what}: {status}")));
    }
    // The error may repeat a part of the body.
    let unreadable = |_| ProviderFailure::Unavailable(format!("{what}: not as specified"));
    serde_json::from_slice(body).map_err(unreadable)
}
