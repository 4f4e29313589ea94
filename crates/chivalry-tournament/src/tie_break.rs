//! Tie-breaks by name, each with its working.
//!
//! | name | what it is |
//! |---|---|
//! | `direct_encounter` | points against those who have as much, when all of them have met |
//! | `wins` | games won |
//! | `buchholz` | the opponents' points; `cut_lowest` and `cut_highest` leave some out (cut, median) |
//! | `sonneborn_berger` | the points of opponents beaten, and half of those drawn with |
//! | `progressive` | the points after each round, added up |
//! | `average_rating` | the mean rating of opponents |
//! | `second_side_games` | games with the second side |
//! | `castle_entries` | pieces brought into the goal castle |
//! | `captures_difference` | pieces captured less pieces lost |
//!
//! For Buchholz and Sonneborn-Berger, a round that an opponent chose not to
//! play counts as a draw in that opponent's points; and a round without a game
//! is a game with an opponent who has as many points as the player.

use serde::{Deserialize, Serialize};

use super::EntrantId;
use super::plan::Scoring;
use super::table::{Line, Outing, OutingKind};

/// What decides among those with as many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TieBreak {
    /// Points against those who have as much, when all of them have met.
    DirectEncounter {},
    /// Games won.
    Wins {},
    /// The opponents' points.
    Buchholz {
        /// How many of the lowest are left out.
        #[serde(default)]
        cut_lowest: u8,
        /// How many of the highest are left out.
        #[serde(default)]
        cut_highest: u8,
    },
    /// The points of opponents beaten, and half of those drawn with.
    SonnebornBerger {},
    /// The points after each round, added up.
    Progressive {},
    /// The mean rating of opponents.
    AverageRating {},
    /// Games with the second side.
    SecondSideGames {},
    /// Pieces brought into the goal castle.
    CastleEntries {},
    /// Pieces captured less pieces lost.
    CapturesDifference {},
}

impl TieBreak {
    /// Every tie-break, Buchholz without cuts.
    pub const ALL: [TieBreak; 9] = [
        TieBreak::DirectEncounter {},
        TieBreak::Wins {},
        TieBreak::Buchholz { cut_lowest: 0, cut_highest: 0 },
        TieBreak::SonnebornBerger {},
        TieBreak::Progressive {},
        TieBreak::AverageRating {},
        TieBreak::SecondSideGames {},
        TieBreak::CastleEntries {},
        TieBreak::CapturesDifference {},
    ];

    /// The unit of its value.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            TieBreak::DirectEncounter {} | TieBreak::Buchholz { .. } | TieBreak::Progressive {} => {
                Unit::HalfPoints
            }
            TieBreak::SonnebornBerger {} => Unit::QuarterPoints,
            TieBreak::AverageRating {} => Unit::Rating,
            TieBreak::Wins {}
            | TieBreak::SecondSideGames {}
            | TieBreak::CastleEntries {}
            | TieBreak::CapturesDifference {} => Unit::Count,
        }
    }
}

/// What a tie-break's value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Half points.
    HalfPoints,
    /// Quarters of a point.
    QuarterPoints,
    /// Rating points.
    Rating,
    /// Games or pieces.
    Count,
}

/// The value of a tie-break, and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Working {
    /// The tie-break.
    pub tie_break: TieBreak,
    /// The value, in its unit; `None` where it tells nothing: a direct
    /// encounter that has not taken place, opponents without ratings.
    pub value: Option<i64>,
    /// What it is made of.
    pub terms: Vec<Term>,
}

/// A part of a tie-break's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The round, where it is about one.
    pub round: u16,
    /// The opponent; none for a round without a game.
    pub opponent: Option<EntrantId>,
    /// What it adds, in the tie-break's unit.
    pub amount: i64,
    /// Whether it was left out as one of the lowest or highest.
    pub cut: bool,
}

/// The value of a tie-break for `line`, who is among `tied`, with as many
/// points and all tie-breaks before the same; `all` is everybody.
#[must_use]
pub(super) fn work_out(
    tie_break: TieBreak,
    line: &Line,
    tied: &[&Line],
    all: &[Line],
    scoring: &Scoring,
) -> Working {
    let played = || line.outings.iter().filter(|outing| outing.kind == OutingKind::Played);
    let count = |amount: &dyn Fn(&Outing) -> i64| {
        played().map(|outing| term(outing, amount(outing))).collect()
    };
    let terms: Vec<Term> = match tie_break {
        TieBreak::DirectEncounter {} => return direct_encounter(line, tied),
        TieBreak::AverageRating {} => return average_rating(line, all),
        TieBreak::Wins {} => count(&|outing| i64::from(outing.wins)),
        TieBreak::SecondSideGames {} => count(&|outing| i64::from(outing.sides[1])),
        TieBreak::CastleEntries {} => count(&|outing| i64::from(outing.castle_entries)),
        TieBreak::CapturesDifference {} => {
            count(&|outing| i64::from(outing.captures) - i64::from(outing.losses))
        }
        TieBreak::Buchholz { cut_lowest, cut_highest } => {
            let over = line.outings.iter().filter(|outing| outing.kind != OutingKind::Open);
            let mut terms: Vec<Term> = over
                .map(|outing| term(outing, opponents_points(outing, line, all, scoring)))
                .collect();
            cut(&mut terms, cut_lowest, cut_highest);
            terms
        }
        TieBreak::SonnebornBerger {} => {
            let over = line.outings.iter().filter(|outing| outing.kind != OutingKind::Open);
            let worth = |outing: &Outing| {
                let theirs = opponents_points(outing, line, all, scoring);
                // The share of a win that the round was, in halves.
                let share = i64::from((2 * outing.points).min(2 * scoring.win));
                theirs * share / i64::from(scoring.win)
            };
            over.map(|outing| term(outing, worth(outing))).collect()
        }
        TieBreak::Progressive {} => {
            let mut sum = 0;
            let after = |outing: &Outing| {
                sum += i64::from(outing.points);
                Term { opponent: outing.opponent, ..term(outing, sum) }
            };
            line.outings.iter().map(after).collect()
        }
    };
    let value = terms.iter().filter(|term| !term.cut).map(|term| term.amount).sum();
    Working { tie_break, value: Some(value), terms }
}

fn term(outing: &Outing, amount: i64) -> Term {
    let was_played = outing.kind == OutingKind::Played;
    let opponent = outing.opponent.filter(|_| was_played);
    Term { round: outing.round, opponent, amount, cut: false }
}

/// The points of the opponent, as far as they count for others.
fn opponents_points(outing: &Outing, line: &Line, all: &[Line], scoring: &Scoring) -> i64 {
    let opponent = outing.opponent.filter(|_| outing.kind == OutingKind::Played);
    let Some(other) = opponent.and_then(|id| all.iter().find(|line| line.entrant == id)) else {
        return i64::from(line.points());
    };
    let counted = |outing: &Outing| match outing.kind.is_own_choice() {
        true => scoring.draw,
        false => outing.points,
    };
    other.outings.iter().map(|outing| i64::from(counted(outing))).sum()
}

fn cut(terms: &mut [Term], lowest: u8, highest: u8) {
    let mut order: Vec<usize> = (0..terms.len()).collect();
    order.sort_by_key(|at| (terms[*at].amount, *at));
    let low = order.iter().take(lowest.into());
    let high = order.iter().rev().take(highest.into());
    for at in low.chain(high) {
        terms[*at].cut = true;
    }
}

fn direct_encounter(line: &Line, tied: &[&Line]) -> Working {
    let is_tied = |id: EntrantId| tied.iter().any(|other| other.entrant == id);
    let has_met = |own: &Line, other: &Line| {
        own.outings
            .iter()
            .any(|it| it.opponent == Some(other.entrant) && it.kind == OutingKind::Played)
    };
    let all_met = tied
        .iter()
        .all(|own| tied.iter().all(|other| own.entrant == other.entrant || has_met(own, other)));
    let among = line
        .outings
        .iter()
        .filter(|outing| outing.kind == OutingKind::Played && outing.opponent.is_some_and(is_tied));
    let terms: Vec<Term> = among.map(|outing| term(outing, i64::from(outing.points))).collect();
    let value = (all_met && tied.len() > 1).then(|| terms.iter().map(|term| term.amount).sum());
    Working { tie_break: TieBreak::DirectEncounter {}, value, terms }
}

/// Rounded to the nearest whole, halves up.
fn average_rating(line: &Line, all: &[Line]) -> Working {
    let rating = |outing: &Outing| {
        let other = all.iter().find(|line| Some(line.entrant) == outing.opponent);
        other.and_then(|line| line.rating)
    };
    let played = line.outings.iter().filter(|outing| outing.kind == OutingKind::Played);
    let terms: Vec<Term> = played
        .filter_map(|outing| rating(outing).map(|rating| term(outing, i64::from(rating))))
        .collect();
    let (sum, count) = (terms.iter().map(|term| term.amount).sum::<i64>(), terms.len() as i64);
    let value = (count > 0).then(|| (2 * sum + count).div_euclid(2 * count));
    Working { tie_break: TieBreak::AverageRating {}, value, terms }
}
