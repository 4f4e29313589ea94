//! Tournament frames: events, and calls of players to their games.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};
use chivalry_tournament::{
    Bye, ByeWorth, EntrantId, Event, GameResult, GameStats, PairRecord, PairingId, Penalty,
    RecordedEvent, TournamentId,
};

use crate::protocol::tournaments::requests::PlanView;
use crate::protocol::views::match_view::{PlayerView, rfc3339};

/// A frame about tournaments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TournamentFrame {
    /// An event of a tournament that the client is subscribed to.
    Tournament {
        /// The tournament.
        #[schema(value_type = uuid::Uuid)]
        id: TournamentId,
        /// The version of the tournament after the event.
        v: u32,
        /// The time of the event.
        now: String,
        /// The player who caused the event; omitted for the server.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<PlayerView>,
        /// The version of the first event of the same command. A director undoes the command by
        /// this number.
        action: u32,
        /// The event.
        event: TournamentEventView,
    },
    /// The player is called to a game.
    Called(CalledView),
}

/// A call of a player: their round or game has begun.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CalledView {
    /// The tournament.
    #[schema(value_type = uuid::Uuid)]
    pub tournament: TournamentId,
    /// The tournament's name.
    pub name: String,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The pairing.
    pub pairing: PairingId,
    /// The match, once the game has begun. Without it, the pairing waits until both sides
    /// report that they are ready.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
    /// The player's seat in the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<char>,
    /// The time until which the pairing waits; unlimited if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The time of the call.
    pub now: String,
}

/// A tournament event.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TournamentEventView {
    /// The tournament was created.
    Created {
        /// The plan of the tournament.
        plan: Box<PlanView>,
        /// The directors; the creator comes first.
        directors: Vec<PlayerView>,
    },
    /// An entrant entered.
    Entered {
        /// The assigned number.
        entrant: EntrantId,
        /// The players; partners in turn order. Nobody for an entrant of record.
        players: Vec<PlayerView>,
        /// The name of an entrant of record, who comes from an imported report.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The rating; the mean rating for partners.
        #[serde(skip_serializing_if = "Option::is_none")]
        rating: Option<u32>,
        /// The first stage of the entrant, from 0.
        stage: usize,
    },
    /// A player invited a partner. Both enter once the partner joins with the same players.
    PartnerInvited {
        /// The players in turn order.
        players: Vec<PlayerView>,
    },
    /// An entrant withdrew, permanently or temporarily.
    Withdrew {
        /// The entrant.
        entrant: EntrantId,
    },
    /// An entrant that had withdrawn returned.
    Returned {
        /// The entrant.
        entrant: EntrantId,
    },
    /// The entrants were seeded.
    Seeded {
        /// All entrants, best first.
        order: Vec<EntrantId>,
    },
    /// An entrant has a bye in a future round.
    ByeGiven {
        /// The entrant.
        entrant: EntrantId,
        /// The round.
        round: u16,
        /// The value of the bye.
        worth: ByeWorth,
    },
    /// A bye was cancelled.
    ByeGivenBack {
        /// The entrant.
        entrant: EntrantId,
        /// The round.
        round: u16,
    },
    /// A pair of entrants was forbidden.
    Forbidden {
        /// The two entrants.
        pair: [EntrantId; 2],
    },
    /// A forbidden pair was allowed again.
    Allowed {
        /// The two entrants.
        pair: [EntrantId; 2],
    },
    /// A pair was fixed for the next round.
    Fixed {
        /// The two entrants; the first one plays the first side.
        pair: [EntrantId; 2],
    },
    /// A fixed pair was released.
    Unfixed {
        /// The two entrants.
        pair: [EntrantId; 2],
    },
    /// A stage began.
    StageBegan {
        /// The stage, from 0.
        stage: usize,
        /// The entrants of each group, best seed first.
        groups: Vec<Vec<EntrantId>>,
    },
    /// A stage was taken back before any of its games was played.
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
        /// The pairing algorithm and its version.
        algorithm: String,
        /// The pairings, by table.
        pairings: Vec<PairRecord>,
        /// Entrants that are not paired in this round.
        byes: Vec<Bye>,
    },
    /// Pairings were taken back before they were played.
    Unpaired {
        /// The pairings.
        pairings: Vec<PairingId>,
        /// The stage.
        stage: usize,
        /// The round to be paired again.
        round: u16,
    },
    /// A round began.
    RoundBegan {
        /// The stage.
        stage: usize,
        /// The round.
        round: u16,
    },
    /// An entrant is ready for a pairing.
    Ready {
        /// The pairing.
        pairing: PairingId,
        /// The entrant.
        entrant: EntrantId,
    },
    /// A game began.
    GameBegan {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing, from 1.
        game: u16,
        /// The entrant that plays the first side.
        first: EntrantId,
        /// The match in which the game is played.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
    },
    /// A game ended.
    GameEnded {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        game: u16,
        /// The result.
        result: GameResult,
        /// Further statistics of the game, used by tie-breaks.
        figures: GameStats,
    },
    /// The remaining games of a pairing were forfeited.
    Forfeited {
        /// The pairing.
        pairing: PairingId,
        /// The entrants that forfeited.
        losers: Vec<EntrantId>,
    },
    /// A result was corrected.
    Corrected {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        game: u16,
        /// The corrected result.
        result: GameResult,
    },
    /// A director paused the rounds under way. Clocks stop, and nobody forfeits by absence.
    Paused {
        /// The time at which play continues at the latest.
        until: String,
    },
    /// Play continues after a pause.
    Resumed {},
    /// A director penalized an entrant.
    Penalized {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        game: u16,
        /// The entrant.
        entrant: EntrantId,
        /// The penalty.
        penalty: Penalty,
        /// The reason.
        reason: String,
    },
    /// A director's message to all participants.
    Announced {
        /// The text.
        text: String,
    },
    /// A director's action was undone and its events no longer count.
    Undone {
        /// The version of the first event of the action.
        action: u32,
    },
    /// The tournament ended.
    Ended {},
    /// The tournament was cancelled.
    Cancelled {},
}

impl TournamentFrame {
    /// Builds the frame of an entry of a tournament's log; `players` resolves the names.
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

    /// Serializes the frame to JSON.
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
            Event::Entered { entrant, players, name, rating, stage } => {
                View::Entered { entrant, players: named(&players), name, rating, stage }
            }
            Event::PartnerInvited { players } => View::PartnerInvited { players: named(&players) },
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
            Event::Paused { until } => View::Paused { until: rfc3339(until) },
            Event::Resumed {} => View::Resumed {},
            Event::Penalized { pairing, number, entrant, penalty, reason } => {
                View::Penalized { pairing, game: number, entrant, penalty, reason }
            }
            Event::Announced { text } => View::Announced { text },
            Event::Undone { action } => View::Undone { action },
            Event::Ended => View::Ended {},
            Event::Cancelled => View::Cancelled {},
        }
    }
}
