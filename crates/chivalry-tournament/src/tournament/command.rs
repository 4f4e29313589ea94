//! Commands of players, directors and the server.

use chivalry_play::matches::MatchId;
use serde::{Serialize, Serializer};

use super::entrant::Applicant;
use super::penalty::Penalty;
use crate::ids::{EntrantId, PairingId};
use crate::pairing::record::GameStats;
use crate::pairing::series::GameResult;
use crate::plan::scoring::ByeWorth;

/// A command to a tournament. Its JSON identifies the content of a repeated command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    /// Registers an entrant. One partner registers both. A director can waive
    /// conditions.
    Enter {
        /// The players, in the order of their turns.
        #[serde(serialize_with = "ids_only")]
        players: Vec<Applicant>,
        /// The stage of entry. Stages after the first require a director.
        stage: usize,
    },
    /// Withdraws an entrant, permanently or until its return.
    Withdraw {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Play again.
    Return {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Sets the seeding, the top seed first.
    Seed {
        /// All of them.
        order: Vec<EntrantId>,
    },
    /// Takes a bye in a later round. Players are limited by the plan.
    TakeBye {
        /// The entrant.
        entrant: EntrantId,
        /// The round.
        round: u16,
        /// The points of the bye. A player can only take those of the plan.
        worth: Option<ByeWorth>,
    },
    /// Give a bye back.
    GiveBackBye {
        /// The entrant.
        entrant: EntrantId,
        /// The round.
        round: u16,
    },
    /// Let two not meet.
    Forbid {
        /// The two.
        pair: [EntrantId; 2],
    },
    /// Let two meet again.
    Allow {
        /// The two.
        pair: [EntrantId; 2],
    },
    /// Fixes a pair of the next round.
    Fix {
        /// The pair, the first side first.
        pair: [EntrantId; 2],
    },
    /// Releases a fixed pair.
    Unfix {
        /// The two.
        pair: [EntrantId; 2],
    },
    /// Begin the next stage.
    BeginStage,
    /// Pair the next round.
    Pair,
    /// Starts the paired round.
    BeginRound,
    /// Confirms the presence of an entrant.
    Ready {
        /// The pairing.
        pairing: PairingId,
        /// The entrant.
        entrant: EntrantId,
    },
    /// Reports that the match of a due game exists. Server only.
    GameMade {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        number: u16,
        /// The match.
        played_in: MatchId,
    },
    /// Reports the result of a game. For the server, and for directors if the
    /// game was played elsewhere.
    Report {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        number: u16,
        /// The result.
        result: GameResult,
        /// Statistics for tie-breaks.
        stats: GameStats,
    },
    /// Forfeits the rest of a pairing.
    Forfeit {
        /// The pairing.
        pairing: PairingId,
        /// The losers, one or both.
        losers: Vec<EntrantId>,
    },
    /// Correct a result.
    Correct {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        number: u16,
        /// The corrected result.
        result: GameResult,
        /// True if dependent pairings may be taken back even after they have
        /// started.
        take_back: bool,
    },
    /// Stops the clocks of the rounds under way.
    Pause,
    /// Ends the pause.
    Resume,
    /// Penalizes an entrant in the game under way.
    Penalize {
        /// The pairing.
        pairing: PairingId,
        /// The entrant.
        entrant: EntrantId,
        /// The penalty.
        penalty: Penalty,
        /// The reason.
        reason: String,
    },
    /// Publishes a message to all participants.
    Announce {
        /// The text.
        text: String,
    },
    /// Undo a director's action.
    Undo {
        /// The version of the first event of the action.
        action: u32,
    },
    /// Performs the scheduled work. Server only.
    Tick,
    /// End the tournament.
    End,
    /// Call the tournament off.
    Cancel,
}

impl Command {
    /// True if the matches of games get events that stop or change their clocks.
    #[must_use]
    pub const fn changes_clocks(&self) -> bool {
        matches!(self, Command::Pause | Command::Penalize { penalty: Penalty::Time { .. }, .. })
    }
}

/// The ratings of applicants change between two attempts of one command.
fn ids_only<S: Serializer>(players: &[Applicant], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(players.iter().map(|applicant| applicant.player))
}
