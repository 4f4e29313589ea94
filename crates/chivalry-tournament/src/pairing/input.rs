//! Inputs of the pairing algorithms. The same input, version and seed give the
//! same pairs on every machine.

use serde::{Deserialize, Serialize};

use crate::formats::arena::{ARENA_VERSION, ArenaInput};
use crate::formats::arena_tables::{ARENA_TABLES_VERSION, ArenaTablesInput};
use crate::formats::knockout::{KNOCKOUT_VERSION, KnockoutInput};
use crate::formats::round_robin::{BERGER_VERSION, berger};
use crate::formats::tables::{self, TABLES_VERSION, TablesInput};
use crate::formats::{arena, arena_tables, knockout};
use crate::ids::EntrantId;
use crate::swiss::{self, SwissInput, Unpairable};

/// The complete input of a pairing run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PairingInput {
    /// By the tables.
    RoundRobin {
        /// The round of the table, from 1.
        round: u16,
        /// True for a double round robin.
        double: bool,
        /// The groups, in the order of pairing numbers.
        groups: Vec<Vec<EntrantId>>,
    },
    /// By the Swiss system.
    Swiss {
        /// The players to pair, without the fixed pairs.
        input: SwissInput,
        /// Pairs that the director fixed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fixed: Vec<[EntrantId; 2]>,
    },
    /// At tables of more than two players.
    Tables {
        /// The players to pair.
        input: TablesInput,
    },
    /// By the bracket.
    Knockout {
        /// The bracket and its results.
        input: KnockoutInput,
    },
    /// By another program. The pairs come from a report.
    Reported {
        /// The pairs, the first side first.
        pairs: Vec<[EntrantId; 2]>,
        /// The entrants with a pairing-allocated bye.
        byes: Vec<EntrantId>,
    },
    /// By waiting.
    Arena {
        /// The waiting players.
        input: ArenaInput,
    },
    /// By waiting, at tables of more than two players.
    ArenaTables {
        /// The waiting players.
        input: ArenaTablesInput,
    },
}

/// A pair without a pairing number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedPair {
    /// The round of the stage, if the input does not determine it.
    pub round: Option<u16>,
    /// The group, from 0.
    pub group: u16,
    /// The node of a knockout.
    pub node: Option<usize>,
    /// The entrant with the first side.
    pub first: EntrantId,
    /// The entrant with the second side.
    pub second: EntrantId,
    /// The entrants of the further seats of a table.
    pub others: Vec<EntrantId>,
}

impl PairingInput {
    /// Returns the name and version of the algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> &'static str {
        match self {
            PairingInput::RoundRobin { .. } => BERGER_VERSION,
            PairingInput::Swiss { input, .. } => swiss::algorithm(input.edition),
            PairingInput::Tables { .. } => TABLES_VERSION,
            PairingInput::Knockout { .. } => KNOCKOUT_VERSION,
            PairingInput::Arena { .. } => ARENA_VERSION,
            PairingInput::ArenaTables { .. } => ARENA_TABLES_VERSION,
            PairingInput::Reported { .. } => "report/1",
        }
    }

    /// Returns the pairs, and the entrants with a pairing-allocated bye.
    ///
    /// # Errors
    /// No pairing satisfies the absolute criteria of the system.
    pub fn pair(&self, seed: u64) -> Result<(Vec<ProposedPair>, Vec<EntrantId>), Unpairable> {
        let proposed = |first, second| ProposedPair {
            round: None,
            group: 0,
            node: None,
            first,
            second,
            others: Vec::new(),
        };
        let table = |ids: &Vec<EntrantId>| {
            let [first, second, others @ ..] = &ids[..] else { return None };
            Some(ProposedPair { others: others.to_vec(), ..proposed(*first, *second) })
        };
        match self {
            PairingInput::RoundRobin { round, double, groups } => {
                let mut pairs = Vec::new();
                let mut left_out = Vec::new();
                for (group, ids) in (0..).zip(groups) {
                    let tables = berger(ids.len(), *double);
                    let Some(games) = tables.get(usize::from(*round) - 1) else { continue };
                    let is_paired = |at: usize| games.iter().any(|(a, b)| *a == at || *b == at);
                    left_out.extend((0..ids.len()).filter(|at| !is_paired(*at)).map(|at| ids[at]));
                    let pair = |(a, b): &(usize, usize)| ProposedPair {
                        group,
                        ..proposed(ids[*a], ids[*b])
                    };
                    pairs.extend(games.iter().map(pair));
                }
                Ok((pairs, left_out))
            }
            PairingInput::Swiss { input, fixed } => {
                let round = swiss::pair(input)?;
                let pairs = round.pairs.iter().map(|pair| proposed(pair.first, pair.second));
                let fixed = fixed.iter().map(|[first, second]| proposed(*first, *second));
                Ok((pairs.chain(fixed).collect(), round.bye.into_iter().collect()))
            }
            PairingInput::Tables { input } => {
                let round = tables::pair(input, seed)?;
                Ok((round.tables.iter().filter_map(table).collect(), round.byes))
            }
            PairingInput::Knockout { input } => {
                let pairs = knockout::pair(input, seed).into_iter().map(|pair| ProposedPair {
                    round: Some(pair.round),
                    node: Some(pair.node),
                    ..proposed(pair.first, pair.second)
                });
                Ok((pairs.collect(), Vec::new()))
            }
            PairingInput::Reported { pairs, byes } => {
                let pairs = pairs.iter().map(|[first, second]| proposed(*first, *second));
                Ok((pairs.collect(), byes.clone()))
            }
            PairingInput::ArenaTables { input } => {
                let tables = arena_tables::pair(input, seed);
                Ok((tables.iter().filter_map(table).collect(), Vec::new()))
            }
            PairingInput::Arena { input } => {
                let pairs = arena::pair(input, seed);
                Ok((
                    pairs.iter().map(|pair| proposed(pair.first, pair.second)).collect(),
                    Vec::new(),
                ))
            }
        }
    }
}
