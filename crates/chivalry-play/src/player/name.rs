//! The form of account names, and their comparison.
//!
//! A name may use the letters of any script that Unicode recommends for identifiers. Unicode
//! Technical Standard 39 defines the checks that keep names apart that look alike: the profile of
//! allowed characters, the restriction of mixed scripts, and the skeleton of a text.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{
    GeneralSecurityProfile as _, RestrictionLevel, RestrictionLevelDetection as _, skeleton,
};

/// The prefix of the names of erased players. It is reserved.
pub const ERASED_NAME_PREFIX: &str = "ghost-";

/// The prefix of the names of guests. It is reserved.
const GUEST_NAME_PREFIX: &str = "guest";

/// Minimum length of an account name, in characters.
const SHORTEST_NAME: usize = 2;

/// Maximum length of an account name, in characters.
pub const LONGEST_NAME: usize = 20;

/// Maximum number of combining marks in succession.
const MOST_MARKS: usize = 2;

/// A name that no account can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The name has a wrong length or a character that is not allowed.
    #[error("a name has 2 to 20 letters, digits, `_` and `-`, a letter first")]
    Form,
    /// The name mixes scripts, such as Latin and Cyrillic.
    #[error("the name mixes scripts")]
    MixedScripts,
    /// The name looks like one of Latin letters, and has others.
    #[error("the name looks like one of other letters")]
    Confusable,
    /// The name begins like those of guests.
    #[error("names that begin with `guest` are reserved")]
    OfGuests,
    /// The name begins like those of erased players.
    #[error("names that begin with `ghost-` are reserved")]
    OfErased,
}

/// Returns the name in Unicode's normalization form KC, in which names are stored.
#[must_use]
pub fn normalized_name(name: &str) -> String {
    name.nfkc().collect()
}

/// Returns the key by which names are compared. Names that differ by case, by normalization or by
/// characters that look alike have one key.
///
/// The key of an ASCII name is the name in small letters. The key of another name is never ASCII
/// if [`check_account_name`] accepts the name.
#[must_use]
pub fn name_key(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    let small = normalized_name(name).to_lowercase();
    if small.is_ascii() { small } else { skeleton(&small).collect() }
}

/// Checks that a new account can have a name, given in the form of [`normalized_name`].
///
/// # Errors
/// Returns the first violated condition.
pub fn check_account_name(name: &str) -> Result<(), NameError> {
    let length = name.chars().count();
    let starts_with_letter = name.starts_with(char::is_alphabetic);
    if !(SHORTEST_NAME..=LONGEST_NAME).contains(&length)
        || !starts_with_letter
        || !name.chars().all(is_allowed)
        || most_marks(name) > MOST_MARKS
    {
        return Err(NameError::Form);
    }
    let key = name_key(name);
    if !name.is_ascii() {
        if !name.check_restriction_level(RestrictionLevel::HighlyRestrictive) {
            return Err(NameError::MixedScripts);
        }
        if key.is_ascii() {
            return Err(NameError::Confusable);
        }
    }
    if key.starts_with(GUEST_NAME_PREFIX) {
        return Err(NameError::OfGuests);
    }
    if key.starts_with(ERASED_NAME_PREFIX) {
        return Err(NameError::OfErased);
    }
    Ok(())
}

fn is_allowed(letter: char) -> bool {
    match letter {
        '_' | '-' => true,
        _ => (letter.is_alphanumeric() || is_combining_mark(letter)) && letter.identifier_allowed(),
    }
}

/// The length of the longest run of combining marks.
fn most_marks(name: &str) -> usize {
    let mut run = 0;
    let runs = name.chars().map(|letter| {
        run = if is_combining_mark(letter) { run + 1 } else { 0 };
        run
    });
    runs.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str) -> Result<(), NameError> {
        check_account_name(&normalized_name(name))
    }

    #[test]
    fn names_of_every_script_are_allowed() {
        for name in [
            "Al",
            "Lancelot",
            "sir_Kay-2",
            "abcdefghijklmnopqrst",
            "Gues-T",
            "Ghost",
            "Jos\u{e9}",
            "Jose\u{301}",
            "Zo\u{eb}",
            "\u{141}ukasz",
            "\u{418}\u{432}\u{430}\u{43d}",
            "\u{391}\u{3b8}\u{3b7}\u{3bd}\u{3ac}",
            "\u{30e9}\u{30f3}\u{30b9}\u{9a0e}\u{58eb}",
            "\u{5d3}\u{5d5}\u{5d3}",
            "\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}",
        ] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn names_of_a_wrong_form_are_refused() {
        for name in [
            "",
            "A",
            "2Kay",
            "_Kay",
            "Sir Kay",
            "abcdefghijklmnopqrstu",
            "Kay\u{200b}",
            "Kay\u{202e}",
            "Kay\0",
            "Kay\u{2665}",
            "K\u{301}\u{302}\u{303}ay",
            "\u{301}Kay",
        ] {
            assert_eq!(check(name), Err(NameError::Form), "{name:?}");
        }
    }

    #[test]
    fn names_that_look_like_others_are_refused_or_equal() {
        // Latin with a Cyrillic o, and Cyrillic alone that reads as Latin.
        assert_eq!(check("L\u{430}ncelot"), Err(NameError::MixedScripts));
        assert_eq!(check("\u{441}\u{43e}\u{440}\u{430}"), Err(NameError::Confusable));
        assert_eq!(check("guesTs"), Err(NameError::OfGuests));
        assert_eq!(check("Gu\u{435}st7"), Err(NameError::MixedScripts));
        assert_eq!(check("Ghost-7"), Err(NameError::OfErased));
        // Full-width letters become the plain ones.
        assert_eq!(normalized_name("\u{ff2b}\u{ff41}\u{ff59}"), "Kay");
        assert_eq!(name_key("\u{ff2b}\u{ff41}\u{ff59}"), name_key("kay"));
        assert_eq!(name_key("JOS\u{c9}"), name_key("jose\u{301}"));
        assert_ne!(name_key("Jos\u{e9}"), name_key("Jose"));
        // Greek and Coptic letters that look alike share a key.
        assert_eq!(name_key("\u{3bf}\u{3bb}\u{3b1}"), name_key("\u{2c9f}\u{3bb}\u{3b1}"));
    }

    #[test]
    fn keys_of_ascii_names_are_their_small_letters() {
        for name in ["Lancelot", "sir_Kay-2", "O0l1Im"] {
            assert_eq!(name_key(name), name.to_lowercase());
        }
    }
}
