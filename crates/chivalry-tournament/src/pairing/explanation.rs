//! PairingExplanation an entrant was paired as they were.

use std::fmt;

use super::input::PairingInput;
use super::record::ByeReason;
use crate::formats::knockout::Branch;
use crate::formats::{arena, knockout};
use crate::ids::{EntrantId, PairingId};
use crate::swiss::{self, ColorRule, Criterion, SwissInput};
use crate::tournament::state::{PairingRun, RoundSlot, Tournament};

/// PairingExplanation an entrant was paired as they were in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingExplanation {
    /// Who.
    pub entrant: EntrantId,
    /// The pairing, where there was an opponent.
    pub pairing: Option<PairingId>,
    /// The algorithm, with its version.
    pub algorithm: String,
    /// What it drew lots from.
    pub seed: u64,
    /// What spoke for it, in the order of the work.
    pub reasons: Vec<PairingReason>,
}

/// Something that spoke for a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairingReason {
    /// The round was left out.
    Bye(ByeReason),
    /// The director had fixed the pair.
    Fixed,
    /// The tables of the round robin say so.
    BergerTable {
        /// The round of the tables.
        round: u16,
        /// The entrant's number in the group, from 1.
        number: usize,
        /// The opponent's number; none where the table leaves the entrant out.
        opponent: Option<usize>,
    },
    /// They met at a node of the bracket.
    BracketNode {
        /// The node.
        node: usize,
        /// The part of the bracket.
        branch: Branch,
    },
    /// They were paired in a score bracket (C.04.3 A.3).
    ScoreBracket {
        /// The score of its residents, in half points.
        points: u32,
        /// Who belongs to it by score.
        residents: Vec<EntrantId>,
        /// Who came down from the one before.
        moved_down: Vec<EntrantId>,
    },
    /// The entrant came down from a bracket, in which they were left over.
    Downfloated {
        /// The score of that bracket, in half points.
        from_points: u32,
    },
    /// Lower scores were collapsed into the bracket, or it had to leave over
    /// whom the rest needed, so that all could be paired (A.9, C.4).
    CompletionRequired,
    /// The bracket could not keep a criterion whole.
    CriterionFailed(Criterion, u32),
    /// Somebody of the same bracket could not be the opponent.
    CouldNotMeet(EntrantId, Obstacle),
    /// How the sides were given.
    ColorAllocation(ColorRule),
    /// In an arena: the places in the standing, the intervals between waves that
    /// the entrant had waited, and what the pair cost.
    ArenaMatch {
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
    OtherAlgorithm,
}

/// PairingExplanation two could not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// They had met (C.1).
    HaveMet,
    /// The director had forbidden it.
    Forbidden,
    /// Both have to have the same side (C.3).
    SameColorDue,
}

impl Tournament {
    /// PairingExplanation an entrant was paired as they were; `None` when they were not in the
    /// round.
    #[must_use]
    pub fn explain_pairing(
        &self,
        stage: usize,
        round: u16,
        entrant: EntrantId,
    ) -> Option<PairingExplanation> {
        let rounds = &self.stages().get(stage)?.rounds;
        let round = rounds.iter().find(|known| known.number == round)?;
        let place = round.slots.get(&entrant)?;
        let pairing = match place {
            RoundSlot::Pairing(id) => Some(*id),
            RoundSlot::Bye => None,
        };
        let paired = pairing.and_then(|id| self.pairing(id)).map(|pairing| &pairing.pair);
        let opponent = paired.map(|it| if it.first == entrant { it.second } else { it.first });
        // What was paired last counts, where pairings had been taken back.
        let pairing_run = round.pairing_runs.last()?;
        let bye = round.byes.iter().find(|bye| bye.entrant == entrant);
        let mut reasons: Vec<PairingReason> =
            bye.map(|bye| PairingReason::Bye(bye.why)).into_iter().collect();
        if bye.is_none_or(|bye| bye.why == ByeReason::Pairing) {
            let node = paired.and_then(|it| it.node);
            reasons.extend(reasons_of(pairing_run, entrant, opponent, node));
        }
        let (algorithm, seed) = (pairing_run.algorithm.clone(), pairing_run.seed);
        Some(PairingExplanation { entrant, pairing, algorithm, seed, reasons })
    }
}

fn reasons_of(
    pairing_run: &PairingRun,
    own: EntrantId,
    opponent: Option<EntrantId>,
    node: Option<usize>,
) -> Vec<PairingReason> {
    if pairing_run.algorithm != pairing_run.input.algorithm() {
        return vec![PairingReason::OtherAlgorithm];
    }
    match &*pairing_run.input {
        PairingInput::RoundRobin { round, groups, .. } => {
            let Some(group) = groups.iter().find(|group| group.contains(&own)) else {
                return Vec::new();
            };
            let number = |id| group.iter().position(|other| *other == id).map(|at| at + 1);
            let opponent = opponent.and_then(number);
            let table = |number| PairingReason::BergerTable { round: *round, number, opponent };
            number(own).map(table).into_iter().collect()
        }
        PairingInput::Knockout { input } => {
            let nodes = knockout::nodes(input.seeds.len(), input.double, input.third_place);
            let reason =
                |node: usize| PairingReason::BracketNode { node, branch: nodes[node].branch };
            node.map(reason).into_iter().collect()
        }
        PairingInput::Swiss { fixed, .. } if fixed.iter().any(|pair| pair.contains(&own)) => {
            vec![PairingReason::Fixed]
        }
        PairingInput::Swiss { input, .. } => swiss_reasons(input, own, opponent),
        PairingInput::Arena { input } => {
            let waiter = |id| input.waiting.iter().find(|waiter| waiter.id == id);
            let pairs = arena::pair(input, pairing_run.seed);
            let pair = pairs.iter().find(|pair| pair.first == own || pair.second == own);
            let (Some(waiter), Some(other), Some(pair)) =
                (waiter(own), opponent.and_then(waiter), pair)
            else {
                return Vec::new();
            };
            vec![PairingReason::ArenaMatch {
                place: waiter.place,
                opponent: other.place,
                waited: waiter.waited,
                cost: pair.cost,
            }]
        }
    }
}

fn swiss_reasons(
    input: &SwissInput,
    own: EntrantId,
    opponent: Option<EntrantId>,
) -> Vec<PairingReason> {
    let Ok(round) = swiss::pair(input) else { return Vec::new() };
    let mut reasons = Vec::new();
    for bracket in &round.brackets {
        if bracket.downfloaters.contains(&own) && round.bye != Some(own) {
            reasons.push(PairingReason::Downfloated { from_points: bracket.points });
        }
    }
    let pair = round.pairs.iter().find(|pair| pair.first == own || pair.second == own);
    let is_in = |note: &&swiss::BracketSummary| {
        note.residents.contains(&own) || note.moved_down.contains(&own)
    };
    let last = round.brackets.iter().rev().find(is_in);
    let Some(note) = pair.map_or(last, |pair| round.brackets.get(pair.bracket)) else {
        return reasons;
    };
    reasons.push(PairingReason::ScoreBracket {
        points: note.points,
        residents: note.residents.clone(),
        moved_down: note.moved_down.clone(),
    });
    if note.completing || note.collapsed {
        reasons.push(PairingReason::CompletionRequired);
    }
    let others = note.moved_down.iter().chain(&note.residents).copied();
    for other in others.filter(|id| *id != own && Some(*id) != opponent) {
        if let Some(obstacle) = obstacle(input, own, other) {
            reasons.push(PairingReason::CouldNotMeet(other, obstacle));
        }
    }
    reasons.extend(
        note.failures
            .iter()
            .map(|(criterion, count)| PairingReason::CriterionFailed(*criterion, *count)),
    );
    reasons.extend(pair.map(|pair| PairingReason::ColorAllocation(pair.colors)));
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
    (!swiss::may_meet(input, own, other)?).then_some(Obstacle::SameColorDue)
}

impl fmt::Display for PairingReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PairingReason::Bye(ByeReason::Pairing) => f.write_str("the number was odd"),
            PairingReason::Bye(ByeReason::Requested) => {
                f.write_str("the round was left out on request")
            }
            PairingReason::Bye(ByeReason::Late) => f.write_str("the round was over on entering"),
            PairingReason::Fixed => f.write_str("the director fixed the pair"),
            PairingReason::BergerTable { round, number, opponent: Some(opponent) } => write!(
                f,
                "in round {round} of the Berger table, number {number} meets number {opponent}"
            ),
            PairingReason::BergerTable { round, number, opponent: None } => {
                write!(f, "round {round} of the Berger table leaves number {number} out")
            }
            PairingReason::BracketNode { node, branch } => {
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
            PairingReason::ScoreBracket { points, residents, moved_down } => write!(
                f,
                "paired in the bracket of {} points: {} of that score, {} moved down",
                f64::from(*points) / 2.0,
                residents.len(),
                moved_down.len()
            ),
            PairingReason::Downfloated { from_points } => {
                write!(f, "left over in the bracket of {} points", f64::from(*from_points) / 2.0)
            }
            PairingReason::CompletionRequired => {
                f.write_str("so that everybody could be paired (C.4)")
            }
            PairingReason::CriterionFailed(criterion, count) => {
                write!(f, "{} could not be kept, {count} times", criterion.clause())
            }
            PairingReason::CouldNotMeet(other, obstacle) => {
                let why = match obstacle {
                    Obstacle::HaveMet => "they had met (C.1)",
                    Obstacle::Forbidden => "the director forbade it",
                    Obstacle::SameColorDue => "both had to have the same side (C.3)",
                };
                write!(f, "not with entrant {}: {why}", other.0)
            }
            PairingReason::ColorAllocation(rule) => f.write_str(match rule {
                ColorRule::Both => "both have the side that was due to them (E.1)",
                ColorRule::Stronger => "the side was more due to one of them (E.2)",
                ColorRule::Alternate => "other sides than when they last differed (E.3)",
                ColorRule::Higher => "the higher ranked has the side due (E.4)",
                ColorRule::Lot => "sides by the lot of the first round (E.5)",
            }),
            PairingReason::ArenaMatch { place, opponent, waited, cost } => write!(
                f,
                "place {place} and place {opponent}, after {waited} waves, at a cost of {cost}"
            ),
            PairingReason::OtherAlgorithm => f.write_str("paired by another version"),
        }
    }
}
