//! Premoves as clients write them: a move, or a tree of conditional moves.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use chivalry_rules::{Move, Violation};

/// The maximum number of branches of a tree, on all levels together.
pub const MAX_BRANCHES: usize = 64;

/// The maximum depth of a tree.
pub const MAX_DEPTH: usize = 20;

/// A premove bound to a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premove {
    /// The number of the seat's next ply.
    pub ply: u32,
    /// The move or the conditional moves.
    pub tree: PremoveTree,
}

/// A move, or conditional moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PremoveTree {
    /// A move, whatever the other seats play.
    Move(Move),
    /// Branches by the other seats' moves. At most one is followed.
    Tree(Vec<Branch>),
}

/// A move of another seat and the answer to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Branch {
    /// The other seat's move. Any route with the same result matches.
    #[serde(rename = "if", with = "move_text")]
    #[cfg_attr(feature = "schema", schema(schema_with = super::move_schema::move_schema))]
    pub when: Move,
    /// The own answer; absent where yet another seat moves next.
    #[serde(default, with = "optional_move_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = super::move_schema::optional_move_schema, required = false))]
    pub then: Option<Move>,
    /// The branches after that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    pub next: Vec<Branch>,
}

/// The reason for which a premove tree is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PremoveTreeError {
    /// A move breaks a rule (`rules.md 7`).
    #[error("{0}")]
    Illegal(Violation),
    /// The game is over before the move.
    #[error("the game is over before that")]
    GameOver,
    /// An earlier branch has the same result.
    #[error("an earlier branch has the same result")]
    DuplicateBranch,
    /// The own move is missing although it would be the seat's turn.
    #[error("`then` is missing: the seat itself moves next")]
    MissingMove,
    /// Another seat moves before the seat's turn.
    #[error("another seat moves next: branches on its moves belong in `next`")]
    EarlyMove,
    /// No other seat moves before the seat's next turn.
    #[error("no other seat moves before the seat's next turn")]
    NoMoveBetween,
    /// A branch is missing.
    #[error("a branch is missing")]
    NoBranch,
    /// The tree has more than [`MAX_BRANCHES`] branches.
    #[error("a line has at most 64 branches")]
    TooManyBranches,
    /// The tree is deeper than [`MAX_DEPTH`].
    #[error("a premove tree has at most 20 levels")]
    TooDeep,
}

impl Serialize for PremoveTree {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            PremoveTree::Move(written) => to.collect_str(written),
            PremoveTree::Tree(branches) => branches.serialize(to),
        }
    }
}

/// Implemented by hand so that errors name the branch.
impl<'de> Deserialize<'de> for PremoveTree {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PremoveTree, D::Error> {
        struct LineVisitor;

        impl<'de> Visitor<'de> for LineVisitor {
            type Value = PremoveTree;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move, or a list of branches")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<PremoveTree, E> {
                text.parse().map(PremoveTree::Move).map_err(E::custom)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, branches: A) -> Result<PremoveTree, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(branches)).map(PremoveTree::Tree)
            }
        }

        from.deserialize_any(LineVisitor)
    }
}

mod move_text {
    use super::{Deserialize as _, Deserializer, Move, Serializer};

    pub(in crate::matches) fn serialize<S: Serializer>(
        written: &Move,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(written)
    }

    pub(in crate::matches) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Move, D::Error> {
        String::deserialize(from)?.parse().map_err(super::unreadable)
    }
}

mod optional_move_text {
    use super::{Deserialize as _, Deserializer, Move, Serialize as _, Serializer};

    pub(in crate::matches) fn serialize<S: Serializer>(
        written: &Option<Move>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        written.as_ref().map(ToString::to_string).serialize(to)
    }

    pub(in crate::matches) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Move>, D::Error> {
        let text: Option<String> = Option::deserialize(from)?;
        text.map(|text| text.parse().map_err(super::unreadable)).transpose()
    }
}

fn unreadable<E: serde::de::Error>(error: impl fmt::Display) -> E {
    E::custom(format!("the move cannot be read: {error}"))
}
