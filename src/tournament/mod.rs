//! Tournaments: who meets whom, and where they stand.

mod side;
pub mod swiss;

use serde::{Deserialize, Serialize};

/// Names an entrant of a tournament: the order of entering, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntrantId(pub u32);
