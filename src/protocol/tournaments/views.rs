//! Tournaments as they stand.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{MatchId, TournamentGame};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::Team;
use chivalry_tournament::{
    Bye, Entrant, EntrantId, GameResult, Pairing, PairingId, PairingRun, RequestedBye, Round,
    SeriesEnd, Stage, Tournament, TournamentId, TournamentStatus,
};

use crate::protocol::tournaments::requests::PlanView;
use crate::protocol::views::match_view::{PlayerView, rfc3339};

/// The game of a tournament that a match is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FixtureView {
    /// The tournament.
    pub id: Uuid,
    /// What it is called.
    pub name: String,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The pairing.
    pub pairing: u32,
    /// The game's number in it, from 1.
    pub game: u16,
}

impl From<&TournamentGame> for FixtureView {
    fn from(fixture: &TournamentGame) -> FixtureView {
        FixtureView {
            id: fixture.tournament,
            name: fixture.name.clone(),
            stage: fixture.stage,
            round: fixture.round,
            pairing: fixture.pairing,
            game: fixture.number,
        }
    }
}

/// A tournament as lists show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentItem {
    /// The tournament.
    #[schema(value_type = Uuid)]
    pub tournament: TournamentId,
    /// How far it is: `open`, `running`, `ended` or `cancelled`.
    #[schema(value_type = String)]
    pub status: &'static str,
    /// What it is to be.
    pub plan: PlanView,
    /// How many have entered.
    pub entrants: u32,
    /// Who made it.
    #[schema(required = true)]
    pub by: Option<PlayerView>,
    /// When.
    pub created_at: String,
}

/// A tournament as it stands, without the pairings of its rounds.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentView {
    /// The tournament.
    #[schema(value_type = Uuid)]
    pub tournament: TournamentId,
    /// Its version: the number of events so far.
    pub v: u32,
    /// How far it is: `open`, `running`, `ended` or `cancelled`.
    #[schema(value_type = String)]
    pub status: &'static str,
    /// What it is to be.
    pub plan: PlanView,
    /// When it was made.
    pub created_at: String,
    /// Who directs it, the maker first.
    pub directors: Vec<PlayerView>,
    /// Everybody who entered, in the order of entering.
    pub entrants: Vec<EntrantView>,
    /// The order that a director gave, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeded: Option<Vec<EntrantId>>,
    /// Pairs that are not to meet.
    pub forbidden: Vec<[EntrantId; 2]>,
    /// Pairs that are to meet in the next round, first who has the first side.
    pub fixed: Vec<[EntrantId; 2]>,
    /// Byes that were taken or given.
    pub byes: Vec<RequestedBye>,
    /// The stages that have begun.
    pub stages: Vec<StageView>,
}

/// Something that plays in a tournament as one.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EntrantView {
    /// The number given.
    pub entrant: EntrantId,
    /// Who it is; partners in the order of their turns.
    pub players: Vec<PlayerView>,
    /// The rating on entering; of partners, the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// The stage in which it begins, from 0.
    pub stage: usize,
    /// When it entered.
    pub at: String,
    /// Whether it plays no more, or not for now.
    pub withdrawn: bool,
}

/// A stage that has begun.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StageView {
    /// The stage, from 0.
    pub stage: usize,
    /// When it began.
    pub began_at: String,
    /// Who takes part, by group, the best first.
    pub groups: Vec<Vec<EntrantId>>,
    /// Its rounds; waves in an arena.
    pub rounds: Vec<RoundItem>,
}

/// A round in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundItem {
    /// Its number, from 1.
    pub round: u16,
    /// When it was paired.
    pub paired_at: String,
    /// When it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began_at: Option<String>,
    /// How many pairings it has.
    pub pairings: usize,
    /// How many of them are decided.
    pub decided: usize,
}

/// A round with its pairings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundView {
    /// The stage, from 0.
    pub stage: usize,
    /// Its number, from 1.
    pub round: u16,
    /// When it was paired.
    pub paired_at: String,
    /// When it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began_at: Option<String>,
    /// Its pairings, by table.
    pub pairings: Vec<PairingView>,
    /// Who does not play.
    pub byes: Vec<Bye>,
    /// How it was paired; again where pairings had been taken back. Left out in
    /// lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawings: Option<Vec<DrawingView>>,
}

/// How a round was paired: anybody can pair it again from this.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DrawingView {
    /// The algorithm, with its version.
    pub algorithm: String,
    /// What it drew lots from: a number of 64 bits.
    pub seed: String,
    /// What it was given.
    #[schema(value_type = Object)]
    pub input: Value,
}

/// A pairing, and what came of it so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PairingView {
    /// Names it in the tournament.
    pub pairing: PairingId,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The table in its round, from 1.
    pub table: u32,
    /// The group, from 0.
    pub group: u16,
    /// The node of a knockout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// Who has the first side in the first game.
    pub first: EntrantId,
    /// Who has the second.
    pub second: EntrantId,
    /// Who has said that they are there.
    pub ready: Vec<EntrantId>,
    /// When it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began_at: Option<String>,
    /// Its games, in order.
    pub games: Vec<PairingGameView>,
    /// The points of the games: of `first`, and of `second`.
    pub score: [f64; 2],
    /// Whether it is over.
    pub decided: bool,
    /// Who won it; nobody while it is played, or where it was drawn or lost by
    /// both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<EntrantId>,
    /// Who has lost what was left of it without playing.
    pub forfeited: Vec<EntrantId>,
}

/// A game of a pairing.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PairingGameView {
    /// Its number in the pairing, from 1.
    pub game: u16,
    /// Who has the first side.
    pub first: EntrantId,
    /// The match that it is played in.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Uuid>)]
    pub match_id: Option<MatchId>,
    /// What came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

impl TournamentView {
    /// The tournament as it stands; `players` knows the names.
    #[must_use]
    pub fn of(
        id: TournamentId,
        tournament: &Tournament,
        players: &HashMap<PlayerId, Player>,
    ) -> TournamentView {
        let view = |id: &PlayerId| players.get(id).map(PlayerView::from);
        let stages = (0..).zip(tournament.stages());
        TournamentView {
            tournament: id,
            v: tournament.v(),
            status: tournament.status().as_str(),
            plan: PlanView::from(tournament.plan()),
            created_at: rfc3339(tournament.log().first().map_or(Timestamp(0), |first| first.at)),
            directors: tournament.directors().iter().filter_map(view).collect(),
            entrants: tournament.entrants().iter().map(|it| EntrantView::of(it, players)).collect(),
            seeded: tournament.seeded().map(<[EntrantId]>::to_vec),
            forbidden: tournament.forbidden().collect(),
            fixed: tournament.fixed().to_vec(),
            byes: tournament.requested_byes().collect(),
            stages: stages.map(|(at, stage)| StageView::of(tournament, at, stage)).collect(),
        }
    }
}

impl EntrantView {
    fn of(entrant: &Entrant, players: &HashMap<PlayerId, Player>) -> EntrantView {
        let view = |id: &PlayerId| players.get(id).map(PlayerView::from);
        EntrantView {
            entrant: entrant.id,
            players: entrant.players.iter().filter_map(view).collect(),
            rating: entrant.rating,
            stage: entrant.stage,
            at: rfc3339(entrant.at),
            withdrawn: entrant.withdrawn,
        }
    }
}

impl StageView {
    fn of(tournament: &Tournament, stage: usize, begun: &Stage) -> StageView {
        let round = |round: &Round| {
            let is_decided = |id: &&PairingId| {
                tournament.pairing(**id).is_some_and(|it| tournament.is_decided(it))
            };
            RoundItem {
                round: round.number,
                paired_at: rfc3339(round.paired_at),
                began_at: round.began_at.map(rfc3339),
                pairings: round.pairings.len(),
                decided: round.pairings.iter().filter(is_decided).count(),
            }
        };
        StageView {
            stage,
            began_at: rfc3339(begun.began_at),
            groups: begun.groups.clone(),
            rounds: begun.rounds.iter().map(round).collect(),
        }
    }
}

impl RoundView {
    /// A round of a stage; with how it was paired, if that is wanted.
    #[must_use]
    pub fn of(
        tournament: &Tournament,
        stage: usize,
        round: &Round,
        with_drawings: bool,
    ) -> RoundView {
        let pairings = round.pairings.iter().filter_map(|id| tournament.pairing(*id));
        RoundView {
            stage,
            round: round.number,
            paired_at: rfc3339(round.paired_at),
            began_at: round.began_at.map(rfc3339),
            pairings: pairings.map(|pairing| PairingView::of(tournament, pairing)).collect(),
            byes: round.byes.clone(),
            drawings: with_drawings
                .then(|| round.pairing_runs.iter().map(DrawingView::from).collect()),
        }
    }
}

impl From<&PairingRun> for DrawingView {
    fn from(drawing: &PairingRun) -> DrawingView {
        DrawingView {
            algorithm: drawing.algorithm.clone(),
            seed: drawing.seed.to_string(),
            input: serde_json::to_value(&*drawing.input).expect("numbers, words and lists"),
        }
    }
}

impl PairingView {
    /// A pairing of the tournament.
    #[must_use]
    pub fn of(tournament: &Tournament, pairing: &Pairing) -> PairingView {
        let plan = tournament.stage_plan(pairing).series;
        let series = pairing.series(&plan);
        let end = series.state.end();
        let winner = match end {
            Some(SeriesEnd::Won(Team::First)) => Some(pairing.pair.first),
            Some(SeriesEnd::Won(Team::Second)) => Some(pairing.pair.second),
            Some(SeriesEnd::Drawn | SeriesEnd::Neither) | None => None,
        };
        let games = pairing.games.iter().map(|game| PairingGameView {
            game: game.number,
            first: game.first,
            match_id: game.played_in,
            result: game.end.map(|end| end.result),
        });
        PairingView {
            pairing: pairing.pair.id,
            stage: pairing.stage,
            round: pairing.round,
            table: pairing.table,
            group: pairing.pair.group,
            node: pairing.pair.node,
            first: pairing.pair.first,
            second: pairing.pair.second,
            ready: pairing.ready.iter().copied().collect(),
            began_at: pairing.began_at.map(rfc3339),
            games: games.collect(),
            score: series.half_points.map(|halves| f64::from(halves) / 2.0),
            decided: end.is_some(),
            winner,
            forfeited: pairing.forfeited.clone(),
        }
    }
}

impl TournamentItem {
    /// A tournament in a list.
    #[must_use]
    pub fn of(
        tournament: TournamentId,
        status: TournamentStatus,
        plan: &chivalry_tournament::TournamentPlan,
        entrants: u32,
        by: Option<&Player>,
        created_at: Timestamp,
    ) -> TournamentItem {
        TournamentItem {
            tournament,
            status: status.as_str(),
            plan: PlanView::from(plan),
            entrants,
            by: by.map(PlayerView::from),
            created_at: rfc3339(created_at),
        }
    }
}
