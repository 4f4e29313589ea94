//! Explanations of pairings for players and arbiters.

use std::fmt;

use super::input::PairingInput;
use super::record::{Bye, ByeReason};
use crate::formats::arena_tables::ArenaTablesInput;
use crate::formats::knockout::Branch;
use crate::formats::tables::TablesInput;
use crate::formats::{arena, knockout};
use crate::ids::{EntrantId, PairingId};
use crate::plan::edition::Edition;
use crate::swiss::{self, ColorRule, Criterion, SwissInput};
use crate::tournament::state::{PairingRun, RoundSlot, Tournament};

/// The explanation of one entrant's pairing in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingExplanation {
    /// The entrant.
    pub entrant: EntrantId,
    /// The pairing. `None` for a bye.
    pub pairing: Option<PairingId>,
    /// The name and version of the algorithm.
    pub algorithm: String,
    /// The seed of the lots.
    pub seed: u64,
    /// The reasons, in the order of the algorithm's steps.
    pub reasons: Vec<PairingReason>,
}

/// A reason for a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairingReason {
    /// The entrant had a bye.
    Bye(ByeReason),
    /// The entrant was left over, because the number was no multiple of the seats
    /// of a table.
    LeftOver {
        /// The number of seats.
        seats: usize,
    },
    /// The entrant shared a table of more than two players.
    SharedTable {
        /// The lowest score at the table, in half points.
        lowest: u32,
        /// The highest score at the table, in half points.
        highest: u32,
        /// The opponents whom the entrant had met before.
        met: usize,
    },
    /// The director fixed the pair.
    Fixed,
    /// The Berger table determined the pair.
    BergerTable {
        /// The round of the table.
        round: u16,
        /// The entrant's number in the group, from 1.
        number: usize,
        /// The opponent's number. `None` for a free round.
        opponent: Option<usize>,
    },
    /// The pair met at a node of the bracket.
    BracketNode {
        /// The node.
        node: usize,
        /// The part of the bracket.
        branch: Branch,
    },
    /// The pair belonged to a score bracket.
    ScoreBracket {
        /// The score of the residents, in half points.
        points: u32,
        /// The residents of the bracket.
        residents: Vec<EntrantId>,
        /// The players who were moved down into the bracket.
        moved_down: Vec<EntrantId>,
    },
    /// The entrant floated down from a higher bracket.
    Downfloated {
        /// The score of the higher bracket, in half points.
        from_points: u32,
    },
    /// The bracket was collapsed with lower ones, or had to leave specific
    /// players unpaired, to complete the round (C.4).
    CompletionRequired,
    /// The bracket violated a criterion that many times.
    CriterionFailed {
        /// The edition of the rules.
        edition: Edition,
        /// The criterion.
        criterion: Criterion,
        /// The number of violations.
        count: u32,
    },
    /// A player of the same bracket was not a possible opponent.
    CouldNotMeet(EntrantId, Obstacle),
    /// The rule of the color allocation.
    ColorAllocation(ColorRule),
    /// The result of the arena pairing.
    ArenaMatch {
        /// The entrant's place.
        place: u32,
        /// The opponent's.
        opponent: u32,
        /// Waves that the entrant had waited.
        waited: u32,
        /// The cost of the pair in places.
        cost: i64,
    },
    /// Another version of the algorithm paired the round, so that no reasons
    /// are available.
    OtherAlgorithm,
}

/// A reason for which two players could not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// They had met (C.1).
    HaveMet,
    /// The director forbade the pair.
    Forbidden,
    /// Both had an absolute preference for the same side (C.3).
    SameColorDue,
}

impl Tournament {
    /// Explains the pairing of an entrant in a round. `None` if the entrant was
    /// not in the round.
    #[must_use]
    pub fn explain_pairing(
        &self,
        stage: usize,
        round: u16,
        entrant: EntrantId,
    ) -> Option<PairingExplanation> {
        let round = self.stages().get(stage)?.round(round)?;
        let place = round.slots.get(&entrant)?;
        let pairing = match place {
            RoundSlot::Pairing(id) => Some(*id),
            RoundSlot::Bye => None,
        };
        let paired = pairing.and_then(|id| self.pairing(id)).map(|pairing| &pairing.pair);
        let opponent = paired.map(|it| if it.first == entrant { it.second } else { it.first });
        // After an undo, the last run determined the pairing.
        let pairing_run = round.pairing_runs.last()?;
        let bye = round.byes.iter().find(|bye| bye.entrant == entrant);
        let of_bye = |bye: &Bye| match &*pairing_run.input {
            PairingInput::Tables { input } if bye.why == ByeReason::Pairing => {
                PairingReason::LeftOver { seats: input.seats }
            }
            _ => PairingReason::Bye(bye.why),
        };
        let mut reasons: Vec<PairingReason> = bye.map(of_bye).into_iter().collect();
        if bye.is_none_or(|bye| bye.why == ByeReason::Pairing) {
            let node = paired.and_then(|it| it.node);
            reasons.extend(match (&*pairing_run.input, paired) {
                (PairingInput::Tables { input }, Some(paired)) => {
                    vec![table_reason(input, &paired.entrants(), entrant)]
                }
                (PairingInput::ArenaTables { input }, Some(paired)) => {
                    vec![arena_table_reason(input, &paired.entrants(), entrant)]
                }
                _ => reasons_of(pairing_run, entrant, opponent, node),
            });
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
        PairingInput::Reported { .. } => vec![PairingReason::OtherAlgorithm],
        PairingInput::Tables { .. } | PairingInput::ArenaTables { .. } => Vec::new(),
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

fn table_reason(input: &TablesInput, table: &[EntrantId], own: EntrantId) -> PairingReason {
    let players = || input.players.iter().filter(|player| table.contains(&player.id));
    let scores = || players().map(|player| player.points);
    let met = players().find(|player| player.id == own).map_or(&[][..], |player| &player.met);
    PairingReason::SharedTable {
        lowest: scores().min().unwrap_or_default(),
        highest: scores().max().unwrap_or_default(),
        met: table.iter().filter(|id| met.contains(id)).count(),
    }
}

/// The reason for a table of an arena. Meetings are those in recent games.
fn arena_table_reason(
    input: &ArenaTablesInput,
    table: &[EntrantId],
    own: EntrantId,
) -> PairingReason {
    let waiting = || input.waiting.iter().filter(|waiter| table.contains(&waiter.id));
    let scores = || waiting().map(|waiter| waiter.points);
    let recent = waiting().find(|waiter| waiter.id == own).map_or(&[][..], |it| &it.recent);
    let has_met = |id: &&EntrantId| recent.iter().any(|opponents| opponents.contains(id));
    PairingReason::SharedTable {
        lowest: scores().min().unwrap_or_default(),
        highest: scores().max().unwrap_or_default(),
        met: table.iter().filter(has_met).count(),
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
    let edition = input.edition;
    let failed = |(criterion, count): &(Criterion, u32)| PairingReason::CriterionFailed {
        edition,
        criterion: *criterion,
        count: *count,
    };
    reasons.extend(note.failures.iter().map(failed));
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

fn branch_name(branch: Branch) -> String {
    match branch {
        Branch::Winners(round) => format!("round {round} of the winners"),
        Branch::Losers(round) => format!("round {round} of the losers"),
        Branch::ThirdPlace => "the third place".to_owned(),
        Branch::Final => "the final".to_owned(),
        Branch::FinalAgain => "the final again".to_owned(),
    }
}

impl fmt::Display for PairingReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PairingReason::Bye(ByeReason::Pairing) => f.write_str("the number was odd"),
            PairingReason::Bye(ByeReason::Requested) => {
                f.write_str("the round was left out on request")
            }
            PairingReason::Bye(ByeReason::Late) => f.write_str("the round was over on entering"),
            PairingReason::LeftOver { seats } => {
                write!(f, "the number was no multiple of the {seats} seats of a table")
            }
            PairingReason::SharedTable { lowest, highest, met } => write!(
                f,
                "a table of scores from {} to {}, at which {met} had met the entrant before",
                f64::from(*lowest) / 2.0,
                f64::from(*highest) / 2.0
            ),
            PairingReason::Fixed => f.write_str("the director fixed the pair"),
            PairingReason::BergerTable { round, number, opponent: Some(opponent) } => write!(
                f,
                "in round {round} of the Berger table, number {number} meets number {opponent}"
            ),
            PairingReason::BergerTable { round, number, opponent: None } => {
                write!(f, "round {round} of the Berger table leaves number {number} out")
            }
            PairingReason::BracketNode { node, branch } => {
                write!(f, "node {} of the bracket, {}", node + 1, branch_name(*branch))
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
            PairingReason::CriterionFailed { edition, criterion, count } => {
                write!(f, "{} could not be kept, {count} times", criterion.clause(*edition))
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
                ColorRule::Both => "both have the side that was due to them",
                ColorRule::Stronger => "the side was more due to one of them",
                ColorRule::Alternate => "other sides than when they last differed",
                ColorRule::Higher => "the higher ranked has the side due",
                ColorRule::Lot => "sides by the lot of the first round",
            }),
            PairingReason::ArenaMatch { place, opponent, waited, cost } => write!(
                f,
                "place {place} and place {opponent}, after {waited} waves, at a cost of {cost}"
            ),
            PairingReason::OtherAlgorithm => f.write_str("paired by another version"),
        }
    }
}
