//! Players: guests, accounts and bots, and the rules of their names.

mod name;
mod player;

pub use name::{
    ERASED_NAME_PREFIX, LONGEST_NAME, NameError, check_account_name, name_key, normalized_name,
};
pub use player::{Player, PlayerId, PlayerKind};
