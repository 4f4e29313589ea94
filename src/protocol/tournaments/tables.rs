//! Tables calculated from the games: standings, cross-tables, brackets and pairing
//! explanations.

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_rules::Team;
use chivalry_tournament::knockout::{self, Branch, KnockoutInput, Slot, Source};
use chivalry_tournament::{
    ByeReason, ByeWorth, Edition, EntrantId, PairingExplanation, PairingId, RoundResult,
    RoundResultKind, Scorecard, Standing, TieBreak, TieBreakUnit, TieBreakValue, Tournament,
};

use super::super::reason::Message;
use super::requests::edition_of;

/// A row of the standings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlaceView {
    /// The rank, from 1. Entrants that no tie-break separates share a rank.
    pub place: u32,
    /// The entrant.
    pub entrant: EntrantId,
    /// The points.
    pub points: f64,
    /// The tie-breaks of the stage, with their calculation.
    pub tie_breaks: Vec<WorkingView>,
}

/// The value of a tie-break and its calculation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WorkingView {
    /// The tie-break.
    pub tie_break: TieBreak,
    /// The value, in points, rating points, games or pieces; `null` if it is not applicable.
    #[schema(required = true)]
    pub value: Option<f64>,
    /// The terms of the value.
    pub terms: Vec<TermView>,
}

/// A term of a tie-break's value.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct TermView {
    /// The round.
    pub round: u16,
    /// The opponent; omitted for a round without a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<EntrantId>,
    /// The amount of the term.
    pub amount: f64,
    /// True if the term was cut as one of the lowest or highest.
    pub cut: bool,
}

/// The standings of a group.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StandingsView {
    /// The edition of the FIDE regulations for the tie-breaks. Games of more than two sides have
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<Edition>,
    /// The places, the leader first.
    pub items: Vec<PlaceView>,
    /// The `cursor` of the next page.
    #[schema(required = true)]
    pub next: Option<String>,
}

impl StandingsView {
    /// A page of the standings of a tournament.
    #[must_use]
    pub fn of(tournament: &Tournament, places: &[Standing], next: Option<String>) -> StandingsView {
        let items = places.iter().map(PlaceView::from).collect();
        StandingsView { edition: edition_of(tournament.plan()), items, next }
    }
}

impl From<&Standing> for PlaceView {
    fn from(standing: &Standing) -> PlaceView {
        PlaceView {
            place: standing.place,
            entrant: standing.entrant,
            points: points(standing.points),
            tie_breaks: standing.tie_breaks.iter().map(WorkingView::from).collect(),
        }
    }
}

impl From<&TieBreakValue> for WorkingView {
    fn from(working: &TieBreakValue) -> WorkingView {
        let parts = match working.tie_break.unit() {
            TieBreakUnit::HalfPoints => 2.0,
            TieBreakUnit::QuarterPoints => 4.0,
            TieBreakUnit::Rating | TieBreakUnit::Count => 1.0,
        };
        let amount = |amount: i64| amount as f64 / parts;
        let terms = working.terms.iter().map(|term| TermView {
            round: term.round,
            opponent: term.opponent,
            amount: amount(term.amount),
            cut: term.cut,
        });
        WorkingView {
            tie_break: working.tie_break,
            value: working.value.map(amount),
            terms: terms.collect(),
        }
    }
}

/// The results of all entrants by round.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CrossTableView {
    /// The stage, from 0.
    pub stage: usize,
    /// The group, from 0.
    pub group: usize,
    /// One row for each entrant, in the order of their numbers.
    pub rows: Vec<CrossTableRow>,
    /// The `cursor` of the next page.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// An entrant's row of a cross-table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CrossTableRow {
    /// The number of the entrant in the group, from 1.
    pub number: usize,
    /// The entrant.
    pub entrant: EntrantId,
    /// The points.
    pub points: f64,
    /// One entry for each round.
    pub outings: Vec<OutingView>,
}

/// The result of an entrant in a round.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OutingView {
    /// The round.
    pub round: u16,
    /// `open`, `played`, `forfeit_won`, `forfeit_lost`, `bye` or `absent`.
    #[schema(value_type = String)]
    pub kind: &'static str,
    /// The points.
    pub points: f64,
    /// The pairing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing: Option<PairingId>,
    /// The opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<EntrantId>,
    /// The side of the first game, if a game was played: `first` or `second`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub side: Option<&'static str>,
    /// The points of the games: the entrant's own, and the opponent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<[f64; 2]>,
    /// The others at a table of more than two players.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<EntrantId>,
    /// The seat at such a table in turn order, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The place at such a table, once it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// The reason for a round without an opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye: Option<ByeReason>,
    /// The value of the bye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<ByeWorth>,
}

impl CrossTableView {
    /// Calculates the cross-table of a group of a stage.
    #[must_use]
    pub fn of(tournament: &Tournament, stage: usize, group: usize) -> CrossTableView {
        let row = |(number, line): (usize, &Scorecard)| CrossTableRow {
            number,
            entrant: line.entrant,
            points: points(line.points()),
            outings: line.results.iter().map(OutingView::from).collect(),
        };
        let rows = (1..).zip(&tournament.cross_table(stage, group)).map(row).collect();
        CrossTableView { stage, group, rows, next: None }
    }
}

impl From<&RoundResult> for OutingView {
    fn from(outing: &RoundResult) -> OutingView {
        let (kind, bye) = match outing.kind {
            RoundResultKind::Open => ("open", None),
            RoundResultKind::Played => ("played", None),
            RoundResultKind::ForfeitWon => ("forfeit_won", None),
            RoundResultKind::ForfeitLost => ("forfeit_lost", None),
            RoundResultKind::Bye(why, worth) => ("bye", Some((why, worth))),
            RoundResultKind::Absent => ("absent", None),
        };
        let (bye, worth) = bye.unzip();
        let table = outing.table.as_ref();
        let side = outing.side.map(|side| match side {
            Team::First => "first",
            _ => "second",
        });
        OutingView {
            round: outing.round,
            kind,
            points: points(outing.points),
            pairing: outing.pairing,
            opponent: outing.opponent,
            side,
            score: outing.opponent.map(|_| outing.half_points.map(points)),
            opponents: table.map_or_else(Vec::new, |table| table.opponents.clone()),
            seat: table.map(|table| table.seat + 1),
            place: table.and_then(|table| table.place),
            bye,
            worth,
        }
    }
}

/// The bracket of a knockout.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BracketView {
    /// The stage, from 0.
    pub stage: usize,
    /// The nodes, in bracket order.
    pub nodes: Vec<NodeView>,
}

/// A node of a bracket, at which two entrants meet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeView {
    /// The number of the node, from 0.
    pub node: usize,
    /// `winners`, `losers`, `third_place`, `final` or `final_again`.
    #[schema(value_type = String)]
    pub branch: &'static str,
    /// The round of the stage, from 1, in which the node is played.
    pub round: u16,
    /// The round of the branch, from 1, if the branch has more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch_round: Option<u16>,
    /// The two sides.
    pub sides: [SideView; 2],
    /// The winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<EntrantId>,
    /// The pairing, once it exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing: Option<PairingId>,
}

/// A side of a node.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SideView {
    /// The entrant, once it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrant: Option<EntrantId>,
    /// True if the side stays empty and the other side advances.
    pub bye: bool,
    /// The seed assigned to the side, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<usize>,
    /// The node whose winner takes this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner_of: Option<usize>,
    /// The node whose loser takes this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loser_of: Option<usize>,
}

impl BracketView {
    /// The bracket of a stage. `None` if the stage is not a knockout or has not begun.
    #[must_use]
    pub fn of(tournament: &Tournament, stage: usize) -> Option<BracketView> {
        let input: KnockoutInput = tournament.knockout_input(stage)?;
        let nodes = knockout::nodes(input.seeds.len(), input.double, input.third_place);
        let states = knockout::states(&nodes, &input.seeds, &input.decided);
        let pairing = |node| {
            let own = |it: &&chivalry_tournament::Pairing| {
                it.stage == stage && it.pair.node == Some(node)
            };
            tournament.pairings().find(own).map(|pairing| pairing.pair.id)
        };
        let view = |(at, (node, state)): (usize, (&knockout::Node, &knockout::NodeState))| {
            let (branch, branch_round) = match node.branch {
                Branch::Winners(round) => ("winners", Some(round)),
                Branch::Losers(round) => ("losers", Some(round)),
                Branch::ThirdPlace => ("third_place", None),
                Branch::Final => ("final", None),
                Branch::FinalAgain => ("final_again", None),
            };
            let [a, b] = [0, 1].map(|side| side_view(state.sides[side], node.sources[side]));
            NodeView {
                node: at,
                branch,
                round: node.round,
                branch_round,
                sides: [a, b],
                winner: taken(state.winner),
                pairing: pairing(at),
            }
        };
        let nodes = nodes.iter().zip(&states).enumerate().map(view).collect();
        Some(BracketView { stage, nodes })
    }
}

fn side_view(slot: Slot, source: Source) -> SideView {
    let (seed, winner_of, loser_of) = match source {
        Source::Seed(seed) => (Some(seed), None, None),
        Source::Winner(node) => (None, Some(node), None),
        Source::Loser(node) => (None, None, Some(node)),
    };
    SideView { entrant: taken(slot), bye: slot == Slot::Bye, seed, winner_of, loser_of }
}

const fn taken(slot: Slot) -> Option<EntrantId> {
    match slot {
        Slot::Entrant(entrant) => Some(entrant),
        Slot::Open | Slot::Bye => None,
    }
}

/// The explanation of an entrant's pairing in a round.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WhyView {
    /// The entrant.
    pub entrant: EntrantId,
    /// The pairing, if there was an opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing: Option<PairingId>,
    /// The pairing algorithm and its version.
    pub algorithm: String,
    /// The seed of the random draw, a 64-bit number.
    pub seed: String,
    /// The reasons in the order of the algorithm, each an English sentence without a full stop.
    pub reasons: Vec<String>,
    /// The same with their reasons and parameters.
    pub explanations: Vec<Message>,
}

impl From<&PairingExplanation> for WhyView {
    fn from(why: &PairingExplanation) -> WhyView {
        WhyView {
            entrant: why.entrant,
            pairing: why.pairing,
            algorithm: why.algorithm.clone(),
            seed: why.seed.to_string(),
            reasons: why.reasons.iter().map(ToString::to_string).collect(),
            explanations: why.reasons.iter().map(Message::from).collect(),
        }
    }
}

fn points(halves: u32) -> f64 {
    f64::from(halves) / 2.0
}
