//! Swiss pairings by the FIDE (Dutch) system.
//!
//! The rules are those of the FIDE Handbook, C.04.3, in the version in force
//! from July 2017, with the general rules C.04.1 and C.04.2; clauses are cited
//! as `A.9` or `C.6`. Players are paired bracket by bracket. In each, the
//! criteria `C.5` to `C.19` are the digits of one number, the most important
//! first, and a matching of the greatest weight is the best candidate
//! (`criteria`); among the best, the first in the order of section D is
//! found by further digits below them (`sequence`).

mod bracket;
mod candidate_order;
mod criteria;
mod graph;
mod lexicographic_matching;
mod player;
#[cfg(test)]
mod tests;
mod wide_int;

use serde::{Deserialize, Serialize};

use chivalry_rules::Team;

use super::{EntrantId, color};

pub use player::ColorRule;

/// The version of the pairing: what the same input gives changes only with it.
pub const SWISS_VERSION: &str = "fide-dutch-2017/1";

/// All that a round's pairing is worked out from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwissInput {
    /// The round to be paired, from 1.
    pub round: u16,
    /// Rounds in all: topscorers are looked after in the last (A.7).
    pub rounds: u16,
    /// Half points for a win.
    pub win: u32,
    /// The side drawn by lot for odd numbers in the first round (section E).
    #[serde(with = "color")]
    pub initial: Team,
    /// Who is to be paired.
    pub players: Vec<SwissPlayer>,
    /// Pairs that the director has forbidden.
    pub forbidden: Vec<(EntrantId, EntrantId)>,
}

/// A player who is to be paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwissPlayer {
    /// The entrant.
    pub id: EntrantId,
    /// The place in the initial order, from 1 (A.1).
    pub number: u32,
    /// The score, in half points.
    pub points: u32,
    /// The rounds before, the first in front.
    pub past: Vec<PastRound>,
}

/// One of the rounds before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastRound {
    /// The opponent, played or not.
    pub opponent: Option<EntrantId>,
    /// The side; `None` when there was no game.
    #[serde(with = "color::optional")]
    pub side: Option<Team>,
    /// The float received.
    pub float: Float,
    /// Whether it was a bye by the pairing, or a win without a game, after
    /// which there is no such bye (C.2).
    pub had_bye: bool,
}

/// What a player received from a game with one of another score (A.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Float {
    /// Nothing: the scores were the same.
    None,
    /// A downfloat: the opponent had less, or there was no game.
    Down,
    /// An upfloat: the opponent had more.
    Up,
}

/// The pairing of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissRound {
    /// The pairs, by table (C.04.2 D.9).
    pub pairs: Vec<SwissPair>,
    /// Who has the bye, if the number is odd.
    pub bye: Option<EntrantId>,
    /// The brackets, in the order of their pairing.
    pub brackets: Vec<BracketSummary>,
}

/// A pair, and where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissPair {
    /// Who has the first side.
    pub first: EntrantId,
    /// Who has the second side.
    pub second: EntrantId,
    /// By which rule.
    pub colors: ColorRule,
    /// The bracket in which it was made, from 0.
    pub bracket: usize,
}

/// How a bracket was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketSummary {
    /// The score of its residents, in half points; of the highest when lower
    /// scores were collapsed into it (A.9).
    pub points: u32,
    /// Who came down from the bracket before.
    pub moved_down: Vec<EntrantId>,
    /// Who belongs to it by score.
    pub residents: Vec<EntrantId>,
    /// Who remained, and moved down to the next.
    pub downfloaters: Vec<EntrantId>,
    /// Whether it had to be paired so that the rest could be (C.4).
    pub completing: bool,
    /// Whether lower scores were collapsed into it (A.9).
    pub collapsed: bool,
    /// The criteria that could not be kept whole, with what they cost.
    pub failures: Vec<(Criterion, u32)>,
}

pub use criteria::Criterion;

/// There is no pairing that keeps the absolute criteria (C.1 to C.3): the
/// director has to decide (A.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no pairing of this round keeps the absolute criteria C.1 to C.3")]
pub struct Unpairable;

/// Pairs a round.
///
/// # Errors
/// When no pairing keeps the absolute criteria.
pub fn pair(input: &SwissInput) -> Result<SwissRound, Unpairable> {
    bracket::pair(input)
}

/// Whether two of the players may meet at all (C.1 and C.3); `None` when one
/// of them is not among the players.
#[must_use]
pub fn may_meet(input: &SwissInput, one: EntrantId, other: EntrantId) -> Option<bool> {
    let find = |id| input.players.iter().find(|player| player.id == id);
    let [one, other] = [find(one)?, find(other)?].map(|it| player::Player::of(it, input));
    Some(one.may_meet(&other))
}
