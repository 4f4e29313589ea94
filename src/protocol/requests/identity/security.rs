//! Requests and views about the security of an account.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::protocol::codec::error::RequestError;
use crate::protocol::requests::identity::accounts::{check_name_length, check_password};

/// A new password. Not `Debug`, so that passwords cannot be logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct PasswordRequest {
    /// The present password. Empty for an account without one.
    #[schema(format = Password)]
    pub password: String,
    /// The new password, of 8 to 128 characters. Frequent passwords are refused.
    #[schema(format = Password, min_length = 8, max_length = 128)]
    pub new_password: String,
    /// True to end the player's other sign-ins.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub end_sessions: bool,
}

fn yes() -> bool {
    true
}

impl PasswordRequest {
    /// Checks that an account can have the new password.
    ///
    /// # Errors
    /// `bad_field` for the new password.
    pub fn checked(self) -> Result<PasswordRequest, RequestError> {
        check_password("new_password", &self.new_password)?;
        Ok(self)
    }
}

/// The password of the player, for a change that a stolen token must not permit. Not `Debug`, so
/// that passwords cannot be logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ConfirmRequest {
    /// The password of the account. Empty for an account without one.
    #[schema(format = Password)]
    pub password: String,
}

/// A recovery code, and the password that it sets. Not `Debug`, so that neither can be logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct RecoveryRequest {
    /// The account's name, in any case.
    #[schema(max_length = 20)]
    pub name: String,
    /// The code. Case, spaces and hyphens are ignored.
    #[schema(example = "7K3M-0QZD-W8HE-4T2C", format = Password)]
    pub code: String,
    /// The new password, of 8 to 128 characters. Frequent passwords are refused.
    #[schema(format = Password, min_length = 8, max_length = 128)]
    pub password: String,
}

impl RecoveryRequest {
    /// Checks that an account can have the name and the password.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn checked(self) -> Result<RecoveryRequest, RequestError> {
        check_name_length(&self.name)?;
        check_password("password", &self.password)?;
        Ok(self)
    }
}

/// New recovery codes. They are shown only once.
#[derive(Clone, Serialize, ToSchema)]
pub struct RecoveryCodesView {
    /// The codes. Each sets a new password once.
    pub codes: Vec<String>,
}

/// The number of recovery codes.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CodesLeftView {
    /// The codes that are left.
    pub left: u32,
}

/// The browser and the system of a client, as it states them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClientView {
    /// The browser; `null` for other programs.
    #[schema(required = true)]
    pub browser: Option<String>,
    /// The operating system; `null` if it is unknown.
    #[schema(required = true)]
    pub system: Option<String>,
}

/// A sign-in of the player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SignInView {
    /// The id. It does not authenticate.
    pub id: String,
    /// The client.
    pub client: ClientView,
    /// The time of the sign-in.
    pub created_at: String,
    /// The day of the last use, in UTC.
    #[schema(example = "2026-07-28")]
    pub seen_on: String,
    /// True for the sign-in of this request.
    pub current: bool,
}

/// An entry of the security log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SecurityEventView {
    /// The time of the last of the equal events.
    pub at: String,
    /// `signed_in`, `signed_in_by_passkey`, `sign_in_failed`, `password_changed`, `recovered`,
    /// `recovery_failed`, `codes_made`, `operator_reset`, `sign_ins_ended`, `passkey_added`,
    /// `passkey_removed`, `token_made`, `token_revoked`, `program_allowed`,
    /// `program_ended`, `signed_in_by_provider`, `recovery_mailed`, `mail_changed`,
    /// `mail_verified`, `mail_removed`, `mail_disabled`, `identity_linked` or
    /// `identity_unlinked`.
    pub event: &'static str,
    /// The number of equal events.
    pub times: u32,
    /// The client that caused it.
    pub client: ClientView,
}
