//! What can happen to a tournament: the log that everything else is folded
//! from.
//!
//! These values are stored for ever. A field may be added with a default;
//! none may change its meaning.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use crate::ids::{EntrantId, PairingId};
use crate::pairing::input::PairingInput;
use crate::pairing::record::{Bye, GameStats, PairRecord};
use crate::pairing::series::GameResult;
use crate::plan::scoring::ByeWorth;
use crate::plan::tournament_plan::TournamentPlan;

/// One entry of a tournament's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// The tournament's version with this event, contiguous from 1.
    pub v: u32,
    /// When the server decided it.
    pub at: Timestamp,
    /// Who caused it; the server itself when nobody is named.
    pub by: Option<PlayerId>,
    /// The version of the first event of the same command: what is undone, is
    /// undone together.
    pub action: u32,
    /// What happened.
    pub event: Event,
}

/// Something that happened to a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Event {
    /// The tournament was made; always version 1.
    Created {
        /// What it is to be.
        plan: TournamentPlan,
        /// Who directs it, the maker first.
        directors: Vec<PlayerId>,
        /// What every lot of it is drawn from.
        seed: u64,
    },
    /// Somebody entered.
    Entered {
        /// The number given.
        entrant: EntrantId,
        /// Who it is; partners in the order of their turns.
        players: Vec<PlayerId>,
        /// The rating; of partners, the mean.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u32>,
        /// The stage in which it begins, from 0.
        #[serde(default, skip_serializing_if = "is_zero")]
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
    /// The director put the entrants in order, the best first.
    Seeded {
        /// The whole order.
        order: Vec<EntrantId>,
    },
    /// Somebody has no game in a round to come.
    ByeGiven {
        /// Who.
        entrant: EntrantId,
        /// The round of the stage under way, or of the first.
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
        /// The stage, from 0: the one after the last.
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
        /// The stage, from 0.
        stage: usize,
        /// The round, from 1.
        round: u16,
        /// The algorithm, with its version.
        algorithm: String,
        /// What it was given.
        input: PairingInput,
        /// What it drew lots from.
        seed: u64,
        /// Who meets, by table.
        pairings: Vec<PairRecord>,
        /// Who does not play.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<Bye>,
    },
    /// Pairings that were not played were taken back.
    Unpaired {
        /// The pairings.
        pairings: Vec<PairingId>,
        /// The stage, from 0.
        stage: usize,
        /// The round that is paired anew.
        round: u16,
    },
    /// A round began: its games can be played.
    RoundBegan {
        /// The stage, from 0.
        stage: usize,
        /// The round, from 1.
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
        number: u16,
        /// Who has the first side.
        first: EntrantId,
        /// The match that it is played in.
        #[serde(rename = "match")]
        played_in: MatchId,
    },
    /// A game ended.
    GameEnded {
        /// The pairing.
        pairing: PairingId,
        /// The game's number in it.
        number: u16,
        /// What came of it.
        result: GameResult,
        /// What is counted besides.
        #[serde(default, rename = "figures")]
        stats: GameStats,
    },
    /// What is left of a pairing was lost without playing.
    Forfeited {
        /// The pairing.
        pairing: PairingId,
        /// By whom.
        losers: Vec<EntrantId>,
    },
    /// The director corrected a result.
    Corrected {
        /// The pairing.
        pairing: PairingId,
        /// The game's number in it.
        number: u16,
        /// What came of it indeed.
        result: GameResult,
    },
    /// A director's action was undone: its events count no more.
    Undone {
        /// The version of its first event.
        action: u32,
    },
    /// The tournament is over.
    Ended,
    /// The tournament was called off.
    Cancelled,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
