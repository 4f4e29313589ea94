//! Sign-in of other programs by OAuth 2.0 (`docs/protocol.md`, "Sign in from another program").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::protocol::requests::identity::tokens::Scope;

/// A request of a program, as in the address of the consent page, and the decision on it.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct AuthorizeRequest {
    /// `code`.
    pub response_type: Option<String>,
    /// The name that the program gives itself: 1 to 100 printable characters of ASCII.
    pub client_id: Option<String>,
    /// The address to which the code is sent.
    pub redirect_uri: Option<String>,
    /// The scopes, separated by spaces.
    pub scope: Option<String>,
    /// A value that is returned unchanged.
    pub state: Option<String>,
    /// The base64url of the SHA-256 of the verifier.
    pub code_challenge: Option<String>,
    /// `S256`.
    pub code_challenge_method: Option<String>,
    /// The decision of the player. Without it, the request is only described.
    pub allow: Option<bool>,
}

/// The code of a device, and the decision on it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct DeviceDecision {
    /// The code that the device shows. Case, spaces and hyphens are ignored.
    pub user_code: String,
    /// The decision of the player. Without it, the device is only described.
    pub allow: Option<bool>,
}

/// The kind of a program, by the address to which its code is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AppKind {
    /// A site, with its host.
    Site,
    /// A program on the machine of the player.
    Program,
    /// A device, or a program without a browser.
    Device,
}

/// A program, as it is shown to the player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AppSummary {
    /// The name that the program gave itself. Nobody has checked it.
    pub client: String,
    /// The kind of the program.
    pub kind: AppKind,
    /// The host of a site, or the scheme of a program; `null` for a device.
    #[schema(required = true)]
    pub host: Option<String>,
    /// The scopes.
    pub scopes: Vec<Scope>,
}

/// The description of a request, or the answer to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConsentView {
    /// The program; omitted if the request is faulty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<AppSummary>,
    /// The address with the answer for the program, which the browser opens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirect: Option<String>,
}

/// A program to which a player signed in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AppView {
    /// The id. It does not authenticate.
    pub id: String,
    /// The program.
    #[serde(flatten)]
    pub app: AppSummary,
    /// The time of the consent.
    pub created_at: String,
    /// The time of the last new token.
    pub used_at: String,
}

/// The request of a new token (RFC 6749), as a form.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct TokenForm {
    /// `authorization_code`, `refresh_token` or `urn:ietf:params:oauth:grant-type:device_code`.
    pub grant_type: String,
    /// The name that the program gave itself.
    pub client_id: String,
    /// The authorization code.
    pub code: Option<String>,
    /// The address to which the code was sent.
    pub redirect_uri: Option<String>,
    /// The verifier (RFC 7636).
    pub code_verifier: Option<String>,
    /// The refresh token.
    pub refresh_token: Option<String>,
    /// Scopes of the new access token, among those of the refresh token.
    pub scope: Option<String>,
    /// The code of the device (RFC 8628).
    pub device_code: Option<String>,
}

/// New tokens (RFC 6749).
#[derive(Clone, Serialize, ToSchema)]
pub struct IssuedTokens {
    /// The access token, sent as `Authorization: Bearer TOKEN`.
    pub access_token: String,
    /// `Bearer`.
    pub token_type: &'static str,
    /// The lifetime of the access token, in seconds.
    pub expires_in: i64,
    /// The next refresh token. The one of the request is no longer valid.
    pub refresh_token: String,
    /// The scopes, separated by spaces.
    pub scope: String,
}

/// The revocation of a token (RFC 7009), as a form.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct RevocationForm {
    /// An access token or a refresh token.
    pub token: String,
    /// The kind of the token. It is ignored.
    pub token_type_hint: Option<String>,
    /// The name that the program gave itself.
    pub client_id: Option<String>,
}

/// The request of a device (RFC 8628), as a form.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct DeviceForm {
    /// The name that the program gives itself: 1 to 100 printable characters of ASCII.
    pub client_id: String,
    /// The scopes, separated by spaces.
    pub scope: Option<String>,
}

/// The codes of a device (RFC 8628).
#[derive(Clone, Serialize, ToSchema)]
pub struct DeviceCodes {
    /// The code with which the device asks for its token.
    pub device_code: String,
    /// The code that the player enters.
    pub user_code: String,
    /// The page where the player enters it.
    pub verification_uri: String,
    /// The same page with the code.
    pub verification_uri_complete: String,
    /// The lifetime of the codes, in seconds.
    pub expires_in: i64,
    /// The least time between two requests of the device, in seconds.
    pub interval: i64,
}

/// An error of the token endpoint (RFC 6749, 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OAuthError {
    /// The code.
    pub error: &'static str,
    /// One English sentence.
    pub error_description: &'static str,
}
