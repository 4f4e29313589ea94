//! Requests about accounts and sessions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;
use crate::protocol::views::match_view::PlayerView;
use chivalry_play::player::ERASED_NAME_PREFIX;

/// Maximum length of a player name, in bytes.
pub const LONGEST_NAME: usize = 20;

/// The most frequent passwords, in small letters. Guesses begin with them.
const COMMON_PASSWORDS: &str = include_str!("common_passwords.txt");

/// A name and a password. Not `Debug`, so that passwords cannot be logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct Credentials {
    /// The account's name: 2 to 20 letters (A to Z), digits, `_` and `-`. It begins with a
    /// letter, and not with `guest` or `ghost-`.
    #[schema(example = "Lancelot", pattern = "^[A-Za-z][A-Za-z0-9_-]{1,19}$")]
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
    /// Checks that an account can have a name of this length, before a sign-in keeps the name.
    ///
    /// # Errors
    /// `bad_field` for a name that is too long.
    pub fn check_name_length(&self) -> Result<(), RequestError> {
        match self.name.len() {
            ..=LONGEST_NAME => Ok(()),
            _ => Err(RequestError::field("name", Reason::NameForm)),
        }
    }

    /// Checks that a new account can have this name and password.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn check(&self) -> Result<(), RequestError> {
        let name = self.name.as_bytes();
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let is_guest = name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"guest"));
        if !(2..=LONGEST_NAME).contains(&name.len())
            || !name[0].is_ascii_alphabetic()
            || !name.iter().all(is_plain)
        {
            let reason = Reason::NameForm;
            return Err(RequestError::field("name", reason));
        }
        if is_guest {
            return Err(RequestError::unmet("name", Reason::NameOfGuests));
        }
        // The prefix is reserved for the names of erased players.
        let start = self.name.get(..ERASED_NAME_PREFIX.len());
        if start.is_some_and(|start| start.eq_ignore_ascii_case(ERASED_NAME_PREFIX)) {
            let reason = Reason::NameOfErased;
            return Err(RequestError::unmet("name", reason));
        }
        if !(8..=128).contains(&self.password.chars().count()) {
            return Err(RequestError::field("password", Reason::PasswordLength));
        }
        let password = self.password.to_lowercase();
        if COMMON_PASSWORDS.lines().any(|common| common == password) {
            return Err(RequestError::unmet("password", Reason::PasswordCommon));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(name: &str, password: &str) -> Option<String> {
        let credentials = Credentials { name: name.to_owned(), password: password.to_owned() };
        credentials.check().err().and_then(|error| error.more.field)
    }

    #[test]
    fn names_and_passwords_are_limited_in_length() {
        let password = "excalibur";
        for name in ["Al", "Lancelot", "sir_Kay-2", "abcdefghijklmnopqrst", "Gues-T", "Ghost"] {
            assert_eq!(fault(name, password), None, "{name}");
        }
        for name in [
            "",
            "A",
            "2Kay",
            "_Kay",
            "Sir Kay",
            "Ga\u{eb}l",
            "abcdefghijklmnopqrstu",
            "guesTs",
            "Ghost-7",
        ] {
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
