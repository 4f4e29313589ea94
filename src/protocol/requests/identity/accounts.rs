//! Requests about accounts and sessions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;
use crate::protocol::views::match_view::PlayerView;
use chivalry_play::player::{LONGEST_NAME, NameError, check_account_name, normalized_name};

/// The most frequent passwords, in small letters. Guesses begin with them.
const COMMON_PASSWORDS: &str = include_str!("common_passwords.txt");

/// A name and a password. Not `Debug`, so that passwords cannot be logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct Credentials {
    /// The account's name: 2 to 20 letters of one script, digits, `_` and `-`. It begins with a
    /// letter, and not with `guest` or `ghost-`. It is stored in Unicode's normalization form KC, and
    /// two names that differ by case or look alike are equal.
    #[schema(example = "Lancelot", min_length = 2, max_length = 20)]
    pub name: String,
    /// The password, of 8 to 128 characters. Frequent passwords are refused.
    #[schema(format = Password, min_length = 8, max_length = 128)]
    pub password: String,
}

/// A player and the token that authenticates a client as this player.
#[derive(Clone, Serialize, ToSchema)]
pub struct SessionView {
    /// The player.
    pub player: PlayerView,
    /// The access token, sent as `Authorization: Bearer TOKEN`. It is shown only once.
    pub token: String,
    /// New recovery codes, which are shown only once; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub recovery_codes: Vec<String>,
}

/// The password of the account to erase. Not `Debug`, so that passwords cannot be logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ErasureRequest {
    /// The account's password; omitted for a guest.
    #[schema(format = Password)]
    #[serde(default)]
    pub password: Option<String>,
}

impl Credentials {
    /// Checks that a new account can have this name and password. Normalizes the name.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn checked(mut self) -> Result<Credentials, RequestError> {
        self.name = checked_name(&self.name)?;
        check_password("password", &self.password)?;
        Ok(self)
    }
}

/// Checks that a new account can have the name. Returns its normal form.
///
/// # Errors
/// `bad_field` for the name.
pub fn checked_name(name: &str) -> Result<String, RequestError> {
    let name = normalized_name(name);
    check_account_name(&name).map_err(|error| {
        let reason = match error {
            NameError::Form => Reason::NameForm,
            NameError::MixedScripts => Reason::NameOfMixedScripts,
            NameError::Confusable => Reason::NameConfusable,
            NameError::OfGuests => Reason::NameOfGuests,
            NameError::OfErased => Reason::NameOfErased,
        };
        RequestError::unmet("name", reason)
    })?;
    Ok(name)
}

/// Checks that an account can have a name of this length, before a limit keeps the name.
///
/// # Errors
/// `bad_field` for a name that is too long.
pub fn check_name_length(name: &str) -> Result<(), RequestError> {
    match normalized_name(name).chars().count() {
        ..=LONGEST_NAME => Ok(()),
        _ => Err(RequestError::field("name", Reason::NameForm)),
    }
}

/// Checks that an account can have the password in `field`.
pub(crate) fn check_password(field: &str, password: &str) -> Result<(), RequestError> {
    if !(8..=128).contains(&password.chars().count()) {
        return Err(RequestError::field(field, Reason::PasswordLength));
    }
    let password = password.to_lowercase();
    if COMMON_PASSWORDS.lines().any(|common| common == password) {
        return Err(RequestError::unmet(field, Reason::PasswordCommon));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(name: &str, password: &str) -> Option<String> {
        let credentials = Credentials { name: name.to_owned(), password: password.to_owned() };
        credentials.checked().err().and_then(|error| error.more.field)
    }

    #[test]
    fn names_and_passwords_are_checked() {
        let password = "excalibur";
        assert_eq!(fault("Ga\u{eb}l", password), None);
        let long = "e\u{301}".repeat(20);
        assert_eq!(fault(&long, password), None);
        for name in ["", "Sir Kay", "guesTs", "Ghost-7", "L\u{430}ncelot", &"x".repeat(100)] {
            assert_eq!(fault(name, password).as_deref(), Some("name"), "{name}");
        }
        for common in ["password", "12345678", "PassWord1", "Qwertyuiop"] {
            assert_eq!(fault("Kay", common).as_deref(), Some("password"), "{common}");
        }
        assert_eq!(fault("Kay", "password-of-the-lake"), None);
        assert_eq!(fault("Kay", "1234567").as_deref(), Some("password"));
        assert_eq!(fault("Kay", &"\u{e9}".repeat(128)), None);
        assert_eq!(fault("Kay", &"x".repeat(129)).as_deref(), Some("password"));
    }
}
