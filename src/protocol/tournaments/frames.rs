//! What is told of tournaments: their events, and calls to those who are to
//! play.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};
use chivalry_tournament::{
    Bye, ByeWorth, EntrantId, Event, GameResult, GameStats, PairRecord, PairingId, RecordedEvent,
    TournamentId,
};

use crate::protocol::tournaments::requests::PlanView;
use crate::protocol::views::match_view::{PlayerView, rfc3339};

/// A frame about tournaments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TournamentFrame {
    /// Something happened to a tournament that the client follows.
    Tournament {
        /// The tournament.
        #[schema(value_type = uuid::Uuid)]
        id: TournamentId,
        /// Its version with it.
        v: u32,
        /// When it happened.
        now: String,
        /// Who caused it; left out for the server itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<PlayerView>,
        /// The version of the first event of the same command, by which a
        /// director undoes it.
        action: u32,
        /// What happened.
        event: TournamentEventView,
    },
    /// The player is to come and play.
    Called(CalledView),
}

/// A player is to come: their round or their game has begun.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CalledView {
    /// The tournament.
    #[schema(value_type = uuid::Uuid)]
    pub tournament: TournamentId,
    /// What it is called.
    pub name: String,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The pairing.
    pub pairing: PairingId,
    /// The match, once the game has begun; without it, the pairing waits for
    /// both to say that they are ready.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
    /// The player's seat in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<char>,
    /// Until when the pairing waits; for ever where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// When the player was called.
    pub now: String,
}

/// Something that happened to a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TournamentEventView {
    /// It was made.
    Created {
        /// What it is to be.
        plan: Box<PlanView>,
        /// Who directs it, the maker first.
        directors: Vec<PlayerView>,
    },
    /// Somebody entered.
    Entered {
        /// The number given.
        entrant: EntrantId,
        /// Who it is; partners in the order of their turns.
        players: Vec<PlayerView>,
        /// The rating; of partners, the mean.
        #[serde(skip_serializing_if = "Option::is_none")]
        rating: Option<u32>,
        /// The stage in which they begin, from 0.
        stage: usize,
    },
    /// Somebody plays no more, or not for now.
    Withdrew {
        /// Who.
        entrant: EntrantId,
    },
    /// Somebody who had withdrawn plays again.
    Returned {
        /// Who.
        entrant: EntrantId,
    },
    /// The entrants were put in order.
    Seeded {
        /// All of them, the best first.
        order: Vec<EntrantId>,
    },
    /// Somebody has no game in a round to come.
    ByeGiven {
        /// Who.
        entrant: EntrantId,
        /// The round.
        round: u16,
        /// What it is worth.
        worth: ByeWorth,
    },
    /// A bye was given back.
    ByeGivenBack {
        /// Who.
        entrant: EntrantId,
        /// The round.
        round: u16,
    },
    /// Two are not to meet.
    Forbidden {
        /// The two.
        pair: [EntrantId; 2],
    },
    /// Two may meet again.
    Allowed {
        /// The two.
        pair: [EntrantId; 2],
    },
    /// Two are to meet in the next round.
    Fixed {
        /// The two, first who has the first side.
        pair: [EntrantId; 2],
    },
    /// A pair is not fixed any more.
    Unfixed {
        /// The two.
        pair: [EntrantId; 2],
    },
    /// A stage began.
    StageBegan {
        /// The stage, from 0.
        stage: usize,
        /// Who takes part, by group, the best first.
        groups: Vec<Vec<EntrantId>>,
    },
    /// A stage that has not been played was taken back.
    StageTakenBack {
        /// The stage.
        stage: usize,
    },
    /// A round was paired.
    RoundPaired {
        /// The stage.
        stage: usize,
        /// The round, from 1.
        round: u16,
        /// The algorithm, with its version.
        algorithm: String,
        /// Who meets, by table.
        pairings: Vec<PairRecord>,
        /// Who does not play.
        byes: Vec<Bye>,
    },
    /// Pairings that were not played were taken back.
    Unpaired {
        /// The pairings.
        pairings: Vec<PairingId>,
        /// The stage.
        stage: usize,
        /// The round that is paired anew.
        round: u16,
    },
    /// A round began.
    RoundBegan {
        /// The stage.
        stage: usize,
        /// The round.
        round: u16,
    },
    /// Somebody is there for a pairing.
    Ready {
        /// The pairing.
        pairing: PairingId,
        /// Who.
        entrant: EntrantId,
    },
    /// A game began.
    GameBegan {
        /// The pairing.
        pairing: PairingId,
        /// The game's number in it, from 1.
        game: u16,
        /// Who has the first side.
        first: EntrantId,
        /// The match that it is played in.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
    },
    /// A game ended.
    GameEnded {
        /// The pairing.
        pairing: PairingId,
        /// The game's number in it.
        game: u16,
        /// What came of it.
        result: GameResult,
        /// What tie-breaks count besides.
        figures: GameStats,
    },
    /// What was left of a pairing was lost without playing.
    Forfeited {
        /// The pairing.
        pairing: PairingId,
        /// By whom.
        losers: Vec<EntrantId>,
    },
    /// A result was corrected.
    Corrected {
        /// The pairing.
        pairing: PairingId,
        /// The game's number in it.
        game: u16,
        /// What came of it indeed.
        result: GameResult,
    },
    /// A director's action was undone: its events count no more.
    Undone {
        /// The version of its first event.
        action: u32,
    },
    /// The tournament is over.
    Ended {},
    /// The tournament was called off.
    Cancelled {},
}

impl TournamentFrame {
    /// The frame of an entry of a tournament's log; `players` knows the names.
    #[must_use]
    pub fn of(
        id: TournamentId,
        recorded: &RecordedEvent,
        players: &HashMap<PlayerId, Player>,
    ) -> TournamentFrame {
        TournamentFrame::Tournament {
            id,
            v: recorded.v,
            now: rfc3339(recorded.at),
            by: recorded.by.and_then(|by| players.get(&by)).map(PlayerView::from),
            action: recorded.action,
            event: TournamentEventView::of(&recorded.event, players),
        }
    }

    /// The frame's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("frames of strings, numbers and lists")
    }
}

impl TournamentEventView {
    fn of(event: &Event, players: &HashMap<PlayerId, Player>) -> TournamentEventView {
        use TournamentEventView as View;
        let named = |ids: &[PlayerId]| {
            ids.iter().filter_map(|id| players.get(id).map(PlayerView::from)).collect()
        };
        match event.clone() {
            Event::Created { plan, directors, .. } => View::Created {
                plan: Box::new(PlanView::from(&plan)),
                directors: named(&directors),
            },
            Event::Entered { entrant, players, rating, stage } => {
                View::Entered { entrant, players: named(&players), rating, stage }
            }
            Event::Withdrew { entrant } => View::Withdrew { entrant },
            Event::Returned { entrant } => View::Returned { entrant },
            Event::Seeded { order } => View::Seeded { order },
            Event::ByeGiven { entrant, round, worth } => View::ByeGiven { entrant, round, worth },
            Event::ByeGivenBack { entrant, round } => View::ByeGivenBack { entrant, round },
            Event::Forbidden { pair } => View::Forbidden { pair },
            Event::Allowed { pair } => View::Allowed { pair },
            Event::Fixed { pair } => View::Fixed { pair },
            Event::Unfixed { pair } => View::Unfixed { pair },
            Event::StageBegan { stage, groups } => View::StageBegan { stage, groups },
            Event::StageTakenBack { stage } => View::StageTakenBack { stage },
            Event::RoundPaired { stage, round, algorithm, pairings, byes, .. } => {
                View::RoundPaired { stage, round, algorithm, pairings, byes }
            }
            Event::Unpaired { pairings, stage, round } => View::Unpaired { pairings, stage, round },
            Event::RoundBegan { stage, round } => View::RoundBegan { stage, round },
            Event::Ready { pairing, entrant } => View::Ready { pairing, entrant },
            Event::GameBegan { pairing, number, first, played_in } => {
                View::GameBegan { pairing, game: number, first, match_id: played_in }
            }
            Event::GameEnded { pairing, number, result, stats } => {
                View::GameEnded { pairing, game: number, result, figures: stats }
            }
            Event::Forfeited { pairing, losers } => View::Forfeited { pairing, losers },
            Event::Corrected { pairing, number, result } => {
                View::Corrected { pairing, game: number, result }
            }
            Event::Undone { action } => View::Undone { action },
            Event::Ended => View::Ended {},
            Event::Cancelled => View::Cancelled {},
        }
    }
}
