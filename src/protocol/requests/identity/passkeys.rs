//! Requests and options of passkeys. Their fields have the names of WebAuthn (Level 3, 5.1 and 5.4).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::protocol::requests::identity::security::ClientView;

/// The kind of every credential.
const PUBLIC_KEY: &str = "public-key";

/// A new credential (`RegistrationResponseJSON`).
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct NewPasskeyRequest {
    /// The id of the credential, in base64url.
    pub id: String,
    /// The answer of the authenticator.
    pub response: NewPasskeyResponse,
}

/// The answer of the authenticator to a registration.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct NewPasskeyResponse {
    /// The JSON that the browser made, in base64url.
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    /// The data with the new key, in base64url.
    #[serde(rename = "authenticatorData")]
    pub authenticator_data: String,
}

/// A signed sign-in (`AuthenticationResponseJSON`).
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct PasskeySignInRequest {
    /// The id of the credential, in base64url.
    pub id: String,
    /// The answer of the authenticator.
    pub response: PasskeySignInResponse,
}

/// The answer of the authenticator to a sign-in.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct PasskeySignInResponse {
    /// The JSON that the browser made, in base64url.
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    /// The data that was signed, in base64url.
    #[serde(rename = "authenticatorData")]
    pub authenticator_data: String,
    /// The signature, in base64url.
    pub signature: String,
    /// The `user.id` of the options, in base64url.
    #[serde(rename = "userHandle")]
    pub user_handle: Option<String>,
}

/// The options of a new credential (`PublicKeyCredentialCreationOptionsJSON`).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreationOptions {
    /// The site.
    pub rp: RelyingPartyEntity,
    /// The player.
    pub user: UserEntity,
    /// The challenge, in base64url.
    pub challenge: String,
    /// The accepted algorithms, by preference.
    pub pub_key_cred_params: Vec<CredentialParam>,
    /// The time in which the challenge has to be answered, in milliseconds.
    pub timeout: i64,
    /// The credentials that the player has.
    pub exclude_credentials: Vec<CredentialRef>,
    /// The demands on the authenticator.
    pub authenticator_selection: AuthenticatorSelection,
    /// `none`.
    pub attestation: &'static str,
}

/// The site of a credential.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RelyingPartyEntity {
    /// The host of the server's public URL.
    pub id: String,
    /// The same.
    pub name: String,
}

/// The player of a credential.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserEntity {
    /// The player's id, in base64url.
    pub id: String,
    /// The player's name.
    pub name: String,
    /// The player's name.
    pub display_name: String,
}

/// An accepted algorithm.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CredentialParam {
    /// `public-key`.
    pub r#type: &'static str,
    /// The COSE number: -7 for ES256, -8 for EdDSA, -257 for RS256.
    pub alg: i32,
}

/// A credential by its id.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CredentialRef {
    /// `public-key`.
    pub r#type: &'static str,
    /// The id, in base64url.
    pub id: String,
}

/// The demands on an authenticator.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthenticatorSelection {
    /// `required`: the authenticator finds the player's credential without a name.
    pub resident_key: &'static str,
    /// True, for authenticators that do not know `residentKey`.
    pub require_resident_key: bool,
    /// `required`: the authenticator identifies the user.
    pub user_verification: &'static str,
}

/// The options of a sign-in (`PublicKeyCredentialRequestOptionsJSON`).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestOptions {
    /// The host of the server's public URL.
    pub rp_id: String,
    /// The challenge, in base64url.
    pub challenge: String,
    /// The time in which the challenge has to be answered, in milliseconds.
    pub timeout: i64,
    /// `required`.
    pub user_verification: &'static str,
}

/// A passkey of the player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PasskeyView {
    /// The id of the credential.
    pub id: String,
    /// The client that made it.
    pub client: ClientView,
    /// The creation time.
    pub created_at: String,
    /// The day of the last use, in UTC; `null` before the first.
    #[schema(required = true, example = "2026-07-28")]
    pub used_on: Option<String>,
}

impl CreationOptions {
    /// Options without other credentials of the player.
    #[must_use]
    pub fn new(site: &str, user: &str, name: &str, challenge: String) -> CreationOptions {
        CreationOptions {
            rp: RelyingPartyEntity { id: site.to_owned(), name: site.to_owned() },
            user: UserEntity {
                id: user.to_owned(),
                name: name.to_owned(),
                display_name: name.to_owned(),
            },
            challenge,
            pub_key_cred_params: Vec::new(),
            timeout: 0,
            exclude_credentials: Vec::new(),
            authenticator_selection: AuthenticatorSelection {
                resident_key: "required",
                require_resident_key: true,
                user_verification: "required",
            },
            attestation: "none",
        }
    }

    /// Accepts these algorithms, by preference.
    pub fn allow(&mut self, algorithms: &[i32]) {
        let param = |alg: &i32| CredentialParam { r#type: PUBLIC_KEY, alg: *alg };
        self.pub_key_cred_params = algorithms.iter().map(param).collect();
    }
}

impl CredentialRef {
    /// The credential with an id in base64url.
    #[must_use]
    pub fn of(id: String) -> CredentialRef {
        CredentialRef { r#type: PUBLIC_KEY, id }
    }
}

impl RequestOptions {
    /// Options for every credential of a site.
    #[must_use]
    pub fn new(site: &str, challenge: String, timeout: i64) -> RequestOptions {
        let user_verification = "required";
        RequestOptions { rp_id: site.to_owned(), challenge, timeout, user_verification }
    }
}
