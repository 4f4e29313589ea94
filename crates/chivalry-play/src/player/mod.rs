//! Players: guests, accounts and bots, and the rules of their names.

mod identity;
mod name;

pub use identity::{Player, PlayerId, PlayerKind};
pub use name::{
    ERASED_NAME_PREFIX, LONGEST_NAME, NameError, check_account_name, name_key, normalized_name,
};
