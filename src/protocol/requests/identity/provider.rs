//! Requests and views about sign-ins through the operator's provider.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The ways to sign in that the operator offers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SignInOptionsView {
    /// The name of the OpenID Connect provider; `null` if there is none.
    #[schema(required = true)]
    pub provider: Option<String>,
    /// True if the server sends e-mail.
    pub mail: bool,
}

/// The beginning of a sign-in at the provider.
#[derive(Clone, Serialize, ToSchema)]
pub struct ProviderFlowView {
    /// The address at the provider, which returns to the page `/signed-in` with a `code` and the
    /// `state`.
    pub url: String,
    /// The secret of this attempt, which the client stores until then. It is valid for 15 minutes.
    pub flow: String,
    /// The state with which the provider has to return.
    pub state: String,
}

/// The answer of the provider. Not `Debug`, so that it cannot be logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ProviderAnswerRequest {
    /// The secret of the attempt.
    pub flow: String,
    /// The state with which the provider returned.
    pub state: String,
    /// The code with which the provider returned.
    pub code: String,
}

/// An account of the provider that signs in to no account here.
#[derive(Clone, Serialize, ToSchema)]
pub struct ProviderSignUpView {
    /// The secret that makes an account for it. It is valid for 15 minutes.
    pub ticket: String,
    /// The name at the provider, if an account can have it and nobody does; otherwise `null`.
    #[schema(required = true)]
    pub name: Option<String>,
}

/// A new account without a password. Not `Debug`, so that the ticket cannot be logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ProviderSignUpRequest {
    /// The ticket.
    pub ticket: String,
    /// The name, as for `POST /accounts`.
    #[schema(example = "Lancelot", min_length = 2, max_length = 20)]
    pub name: String,
}

/// An account of a provider that is linked to the player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct IdentityView {
    /// The id. It does not authenticate.
    pub id: String,
    /// The URL of the provider.
    pub issuer: String,
    /// The time when it was linked.
    pub created_at: String,
    /// The day of the last sign-in, in UTC; `null` before the first.
    #[schema(required = true)]
    pub used_on: Option<String>,
}
