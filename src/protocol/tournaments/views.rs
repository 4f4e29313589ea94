//! Tournament views.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};
use chivalry_tournament::{
    Bye, Entrant, EntrantId, GameResult, Pairing, PairingId, PairingRun, PartnerInvitation,
    RecordedEvent, RequestedBye, Round, RoundPause, Stage, Tournament, TournamentId,
    TournamentStatus,
};

use crate::protocol::tournaments::requests::PlanView;
use crate::protocol::views::match_view::{PlayerView, rfc3339};

/// The number of announcements in the view of a tournament.
const MAX_ANNOUNCEMENTS: usize = 20;

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentItem {
    /// The tournament.
    #[schema(value_type = Uuid)]
    pub tournament: TournamentId,
    /// The status: `open`, `running`, `ended` or `cancelled`.
    #[schema(value_type = String)]
    pub status: &'static str,
    /// The plan of the tournament.
    pub plan: PlanView,
    /// Number of entrants.
    pub entrants: u32,
    /// The creator.
    #[schema(required = true)]
    pub by: Option<PlayerView>,
    /// The time of creation.
    pub created_at: String,
}

/// The state of a tournament, without the pairings of its rounds.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentView {
    /// The tournament.
    #[schema(value_type = Uuid)]
    pub tournament: TournamentId,
    /// The version: the number of events so far.
    pub v: u32,
    /// The status: `open`, `running`, `ended` or `cancelled`.
    #[schema(value_type = String)]
    pub status: &'static str,
    /// The plan of the tournament.
    pub plan: PlanView,
    /// The time of creation.
    pub created_at: String,
    /// The directors; the creator comes first.
    pub directors: Vec<PlayerView>,
    /// All entrants, in the order of entering.
    pub entrants: Vec<EntrantView>,
    /// Invitations of players to partners who have not joined yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invitations: Vec<PartnerInvitationView>,
    /// The seeding by a director, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeded: Option<Vec<EntrantId>>,
    /// Forbidden pairs.
    pub forbidden: Vec<[EntrantId; 2]>,
    /// Fixed pairs of the next round; the first entrant of each pair plays the first side.
    pub fixed: Vec<[EntrantId; 2]>,
    /// Byes that entrants requested or directors assigned.
    pub byes: Vec<RequestedBye>,
    /// The stages that have begun.
    pub stages: Vec<StageView>,
    /// The pause of the rounds under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause: Option<PauseView>,
    /// The last messages of the directors, newest first: up to 20.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub announcements: Vec<AnnouncementView>,
}

/// A pause of the rounds under way.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PauseView {
    /// Its beginning.
    pub since: String,
    /// The time at which play continues at the latest.
    pub until: String,
}

/// A director's message to all participants.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnnouncementView {
    /// The version of the tournament after the message, by which it is undone.
    pub action: u32,
    /// The time.
    pub at: String,
    /// The director.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<PlayerView>,
    /// The text.
    pub text: String,
}

/// An invitation to a partner. Both enter once the partner joins with the same players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PartnerInvitationView {
    /// The player who invites.
    pub by: PlayerView,
    /// Both players in turn order.
    pub players: Vec<PlayerView>,
}

/// An entrant: a player, or two partners.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EntrantView {
    /// The assigned number.
    pub entrant: EntrantId,
    /// The players; partners in turn order. Nobody for an entrant of record.
    pub players: Vec<PlayerView>,
    /// The name of an entrant of record, who comes from an imported report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The rating at entry; the mean rating for partners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// The first stage of the entrant, from 0.
    pub stage: usize,
    /// The time of entry.
    pub at: String,
    /// True if the entrant has withdrawn, permanently or temporarily.
    pub withdrawn: bool,
}

/// A stage that has begun.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StageView {
    /// The stage, from 0.
    pub stage: usize,
    /// The start time.
    pub began_at: String,
    /// The entrants of each group, best seed first.
    pub groups: Vec<Vec<EntrantId>>,
    /// The rounds; waves in an arena.
    pub rounds: Vec<RoundItem>,
}

/// A round in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundItem {
    /// The number of the round, from 1.
    pub round: u16,
    /// The time of pairing.
    pub paired_at: String,
    /// The start time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began_at: Option<String>,
    /// Number of pairings.
    pub pairings: usize,
    /// Number of decided pairings.
    pub decided: usize,
}

/// A round with its pairings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundView {
    /// The stage, from 0.
    pub stage: usize,
    /// The number of the round, from 1.
    pub round: u16,
    /// The time of pairing.
    pub paired_at: String,
    /// The start time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began_at: Option<String>,
    /// The pairings, by table.
    pub pairings: Vec<PairingView>,
    /// Entrants that are not paired in this round.
    pub byes: Vec<Bye>,
    /// The draws of the round; more than one if pairings were taken back. Omitted in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawings: Option<Vec<DrawingView>>,
}

/// The inputs of a draw. They suffice to reproduce the pairings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DrawingView {
    /// The pairing algorithm and its version.
    pub algorithm: String,
    /// The seed of the random draw, a 64-bit number.
    pub seed: String,
    /// The input of the algorithm.
    #[schema(value_type = Object)]
    pub input: Value,
}

/// A pairing and its state.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PairingView {
    /// The id of the pairing in the tournament.
    pub pairing: PairingId,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The table in its round, from 1.
    pub table: u32,
    /// The group, from 0.
    pub group: u16,
    /// The node of a knockout bracket.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// The entrant that plays the first side in the first game.
    pub first: EntrantId,
    /// The entrant that plays the second side.
    pub second: EntrantId,
    /// The entrants of the further seats of a table, in turn order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<EntrantId>,
    /// The entrants that have reported ready.
    pub ready: Vec<EntrantId>,
    /// The start time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began_at: Option<String>,
    /// The games, in order.
    pub games: Vec<PairingGameView>,
    /// The points of the games, by seat: of `first`, of `second`, and of `others`.
    pub score: Vec<f64>,
    /// The places at a decided table of more than two players, by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    /// True if the pairing is decided.
    pub decided: bool,
    /// The winner; omitted while the pairing is undecided, and if it was drawn or lost by both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<EntrantId>,
    /// The entrants that forfeited the remaining games.
    pub forfeited: Vec<EntrantId>,
}

/// A game of a pairing.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PairingGameView {
    /// The number of the game in the pairing, from 1.
    pub game: u16,
    /// The entrant that plays the first side.
    pub first: EntrantId,
    /// The match in which the game is played.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Uuid>)]
    pub match_id: Option<MatchId>,
    /// The result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

impl TournamentView {
    /// The view of a tournament; `players` resolves the names.
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
            invitations: tournament
                .invitations()
                .filter_map(|it| PartnerInvitationView::of(&it, players))
                .collect(),
            seeded: tournament.seeded().map(<[EntrantId]>::to_vec),
            forbidden: tournament.forbidden().collect(),
            fixed: tournament.fixed().to_vec(),
            byes: tournament.requested_byes().collect(),
            stages: stages.map(|(at, stage)| StageView::of(tournament, at, stage)).collect(),
            pause: tournament.pause().map(PauseView::from),
            announcements: announcements(tournament, players),
        }
    }
}

fn announcements(
    tournament: &Tournament,
    players: &HashMap<PlayerId, Player>,
) -> Vec<AnnouncementView> {
    let all: Vec<_> = tournament.announcements().collect();
    let view = |(recorded, text): &(&RecordedEvent, &str)| AnnouncementView {
        action: recorded.action,
        at: rfc3339(recorded.at),
        by: recorded.by.and_then(|by| players.get(&by)).map(PlayerView::from),
        text: (*text).to_owned(),
    };
    all.iter().rev().take(MAX_ANNOUNCEMENTS).map(view).collect()
}

impl From<RoundPause> for PauseView {
    fn from(pause: RoundPause) -> PauseView {
        PauseView { since: rfc3339(pause.since), until: rfc3339(pause.until) }
    }
}

impl PartnerInvitationView {
    fn of(
        invitation: &PartnerInvitation,
        players: &HashMap<PlayerId, Player>,
    ) -> Option<PartnerInvitationView> {
        let view = |id: &PlayerId| players.get(id).map(PlayerView::from);
        Some(PartnerInvitationView {
            by: view(&invitation.by)?,
            players: invitation.players.iter().filter_map(view).collect(),
        })
    }
}

impl EntrantView {
    fn of(entrant: &Entrant, players: &HashMap<PlayerId, Player>) -> EntrantView {
        let view = |id: &PlayerId| players.get(id).map(PlayerView::from);
        EntrantView {
            entrant: entrant.id,
            players: entrant.players.iter().filter_map(view).collect(),
            name: entrant.name.clone(),
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
    /// The view of a round of a stage, optionally with its draws.
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
    /// The view of a pairing.
    #[must_use]
    pub fn of(tournament: &Tournament, pairing: &Pairing) -> PairingView {
        let plan = tournament.stage_plan(pairing).series;
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
            others: pairing.pair.others.clone(),
            ready: pairing.ready.iter().copied().collect(),
            began_at: pairing.began_at.map(rfc3339),
            games: games.collect(),
            score: pairing.half_points(&plan).iter().map(|it| f64::from(*it) / 2.0).collect(),
            places: pairing.places().map(Vec::from),
            decided: tournament.is_decided(pairing),
            winner: pairing.winner(&plan),
            forfeited: pairing.forfeited.clone(),
        }
    }
}

impl TournamentItem {
    /// The list item of a tournament.
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
