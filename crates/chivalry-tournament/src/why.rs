//! Why an entrant was paired as they were.

use std::fmt;

use super::EntrantId;
use super::arena;
use super::contest::{Drawing, Place, Tournament};
use super::input::PairingInput;
use super::knockout::{self, Branch};
use super::pairing::{ByeReason, PairingId};
use super::swiss::{self, ColourRule, Criterion, SwissInput};

/// Why an entrant was paired as they were in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// Who.
    pub entrant: EntrantId,
    /// The pairing, where there was an opponent.
    pub pairing: Option<PairingId>,
    /// The algorithm, with its version.
    pub algorithm: String,
    /// What it drew lots from.
    pub seed: u64,
    /// What spoke for it, in the order of the work.
    pub reasons: Vec<Reason>,
}

/// Something that spoke for a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The round was left out.
    Rested(ByeReason),
    /// The director had fixed the pair.
    Fixed,
    /// The tables of the round robin say so.
    Table {
        /// The round of the tables.
        round: u16,
        /// The entrant's number in the group, from 1.
        number: usize,
        /// The opponent's number; none where the table leaves the entrant out.
        opponent: Option<usize>,
    },
    /// They met at a node of the bracket.
    Node {
        /// The node.
        node: usize,
        /// The part of the bracket.
        branch: Branch,
    },
    /// They were paired in a score bracket (C.04.3 A.3).
    Bracket {
        /// The score of its residents, in half points.
        points: u32,
        /// Who belongs to it by score.
        residents: Vec<EntrantId>,
        /// Who came down from the one before.
        moved_down: Vec<EntrantId>,
    },
    /// The entrant came down from a bracket, in which they were left over.
    MovedDown {
        /// The score of that bracket, in half points.
        from_points: u32,
    },
    /// Lower scores were collapsed into the bracket, or it had to leave over
    /// whom the rest needed, so that all could be paired (A.9, C.4).
    Completed,
    /// The bracket could not keep a criterion whole.
    NotKept(Criterion, u32),
    /// Somebody of the same bracket could not be the opponent.
    CouldNotMeet(EntrantId, Obstacle),
    /// How the sides were given.
    Sides(ColourRule),
    /// In an arena: the places in the standing, the intervals between waves that
    /// the entrant had waited, and what the pair cost.
    Nearest {
        /// The entrant's place.
        place: u32,
        /// The opponent's.
        opponent: u32,
        /// Intervals that the entrant had waited.
        waited: u32,
        /// What the pair cost, in places.
        cost: i64,
    },
    /// The round was paired by another version, which cannot be asked any more.
    OtherVersion,
}

/// Why two could not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// They had met (C.1).
    HaveMet,
    /// The director had forbidden it.
    Forbidden,
    /// Both have to have the same side (C.3).
    Sides,
}

impl Tournament {
    /// Why an entrant was paired as they were; `None` when they were not in the
    /// round.
    #[must_use]
    pub fn why(&self, stage: usize, round: u16, entrant: EntrantId) -> Option<Why> {
        let rounds = &self.stages().get(stage)?.rounds;
        let round = rounds.iter().find(|known| known.number == round)?;
        let place = round.places.get(&entrant)?;
        let pairing = match place {
            Place::Pairing(id) => Some(*id),
            Place::Bye => None,
        };
        let paired = pairing.and_then(|id| self.pairing(id)).map(|pairing| &pairing.paired);
        let opponent = paired.map(|it| if it.first == entrant { it.second } else { it.first });
        // What was paired last counts, where pairings had been taken back.
        let drawing = round.drawings.last()?;
        let bye = round.byes.iter().find(|bye| bye.entrant == entrant);
        let mut reasons: Vec<Reason> = bye.map(|bye| Reason::Rested(bye.why)).into_iter().collect();
        if bye.is_none_or(|bye| bye.why == ByeReason::Pairing) {
            let node = paired.and_then(|it| it.node);
            reasons.extend(reasons_of(drawing, entrant, opponent, node));
        }
        let (algorithm, seed) = (drawing.algorithm.clone(), drawing.seed);
        Some(Why { entrant, pairing, algorithm, seed, reasons })
    }
}

fn reasons_of(
    drawing: &Drawing,
    own: EntrantId,
    opponent: Option<EntrantId>,
    node: Option<usize>,
) -> Vec<Reason> {
    if drawing.algorithm != drawing.input.algorithm() {
        return vec![Reason::OtherVersion];
    }
    match &*drawing.input {
        PairingInput::RoundRobin { round, groups, .. } => {
            let Some(group) = groups.iter().find(|group| group.contains(&own)) else {
                return Vec::new();
            };
            let number = |id| group.iter().position(|other| *other == id).map(|at| at + 1);
            let opponent = opponent.and_then(number);
            let table = |number| Reason::Table { round: *round, number, opponent };
            number(own).map(table).into_iter().collect()
        }
        PairingInput::Knockout { input } => {
            let nodes = knockout::nodes(input.seeds.len(), input.double, input.third_place);
            let reason = |node: usize| Reason::Node { node, branch: nodes[node].branch };
            node.map(reason).into_iter().collect()
        }
        PairingInput::Swiss { fixed, .. } if fixed.iter().any(|pair| pair.contains(&own)) => {
            vec![Reason::Fixed]
        }
        PairingInput::Swiss { input, .. } => swiss_reasons(input, own, opponent),
        PairingInput::Arena { input } => {
            let waiter = |id| input.waiting.iter().find(|waiter| waiter.id == id);
            let pairs = arena::pair(input, drawing.seed);
            let pair = pairs.iter().find(|pair| pair.first == own || pair.second == own);
            let (Some(waiter), Some(other), Some(pair)) =
                (waiter(own), opponent.and_then(waiter), pair)
            else {
                return Vec::new();
            };
            vec![Reason::Nearest {
                place: waiter.place,
                opponent: other.place,
                waited: waiter.waited,
                cost: pair.cost,
            }]
        }
    }
}

fn swiss_reasons(input: &SwissInput, own: EntrantId, opponent: Option<EntrantId>) -> Vec<Reason> {
    let Ok(round) = swiss::pair(input) else { return Vec::new() };
    let mut reasons = Vec::new();
    for bracket in &round.brackets {
        if bracket.downfloaters.contains(&own) && round.bye != Some(own) {
            reasons.push(Reason::MovedDown { from_points: bracket.points });
        }
    }
    let pair = round.pairs.iter().find(|pair| pair.first == own || pair.second == own);
    let is_in = |note: &&swiss::BracketNote| {
        note.residents.contains(&own) || note.moved_down.contains(&own)
    };
    let last = round.brackets.iter().rev().find(is_in);
    let Some(note) = pair.map_or(last, |pair| round.brackets.get(pair.bracket)) else {
        return reasons;
    };
    reasons.push(Reason::Bracket {
        points: note.points,
        residents: note.residents.clone(),
        moved_down: note.moved_down.clone(),
    });
    if note.completing || note.collapsed {
        reasons.push(Reason::Completed);
    }
    let others = note.moved_down.iter().chain(&note.residents).copied();
    for other in others.filter(|id| *id != own && Some(*id) != opponent) {
        if let Some(obstacle) = obstacle(input, own, other) {
            reasons.push(Reason::CouldNotMeet(other, obstacle));
        }
    }
    reasons
        .extend(note.failures.iter().map(|(criterion, count)| Reason::NotKept(*criterion, *count)));
    reasons.extend(pair.map(|pair| Reason::Sides(pair.colours)));
    reasons
}

fn obstacle(input: &SwissInput, own: EntrantId, other: EntrantId) -> Option<Obstacle> {
    if input.forbidden.contains(&(own, other)) || input.forbidden.contains(&(other, own)) {
        return Some(Obstacle::Forbidden);
    }
    let find = |id| input.players.iter().find(|player| player.id == id);
    let met =
        find(own)?.past.iter().any(|past| past.side.is_some() && past.opponent == Some(other));
    if met {
        return Some(Obstacle::HaveMet);
    }
    (!swiss::may_meet(input, own, other)?).then_some(Obstacle::Sides)
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rested(ByeReason::Pairing) => f.write_str("the number was odd"),
            Reason::Rested(ByeReason::Asked) => f.write_str("the round was left out on request"),
            Reason::Rested(ByeReason::Late) => f.write_str("the round was over on entering"),
            Reason::Fixed => f.write_str("the director fixed the pair"),
            Reason::Table { round, number, opponent: Some(opponent) } => write!(
                f,
                "in round {round} of the Berger table, number {number} meets number {opponent}"
            ),
            Reason::Table { round, number, opponent: None } => {
                write!(f, "round {round} of the Berger table leaves number {number} out")
            }
            Reason::Node { node, branch } => {
                let node = node + 1;
                match branch {
                    Branch::Winners(round) => {
                        write!(f, "node {node} of the bracket, round {round} of the winners")
                    }
                    Branch::Losers(round) => {
                        write!(f, "node {node} of the bracket, round {round} of the losers")
                    }
                    Branch::ThirdPlace => write!(f, "node {node} of the bracket, the third place"),
                    Branch::Final => write!(f, "node {node} of the bracket, the final"),
                    Branch::FinalAgain => write!(f, "node {node} of the bracket, the final again"),
                }
            }
            Reason::Bracket { points, residents, moved_down } => write!(
                f,
                "paired in the bracket of {} points: {} of that score, {} moved down",
                f64::from(*points) / 2.0,
                residents.len(),
                moved_down.len()
            ),
            Reason::MovedDown { from_points } => {
                write!(f, "left over in the bracket of {} points", f64::from(*from_points) / 2.0)
            }
            Reason::Completed => f.write_str("so that everybody could be paired (C.4)"),
            Reason::NotKept(criterion, count) => {
                write!(f, "{} could not be kept, {count} times", criterion.clause())
            }
            Reason::CouldNotMeet(other, obstacle) => {
                let why = match obstacle {
                    Obstacle::HaveMet => "they had met (C.1)",
                    Obstacle::Forbidden => "the director forbade it",
                    Obstacle::Sides => "both had to have the same side (C.3)",
                };
                write!(f, "not with entrant {}: {why}", other.0)
            }
            Reason::Sides(rule) => f.write_str(match rule {
                ColourRule::Both => "both have the side that was due to them (E.1)",
                ColourRule::Stronger => "the side was more due to one of them (E.2)",
                ColourRule::Alternate => "other sides than when they last differed (E.3)",
                ColourRule::Higher => "the higher ranked has the side due (E.4)",
                ColourRule::Lot => "sides by the lot of the first round (E.5)",
            }),
            Reason::Nearest { place, opponent, waited, cost } => write!(
                f,
                "place {place} and place {opponent}, after {waited} waves, at a cost of {cost}"
            ),
            Reason::OtherVersion => f.write_str("paired by another version"),
        }
    }
}
