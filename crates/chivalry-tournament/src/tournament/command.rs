//! What players, directors and the server itself ask of a tournament, and how
//! it says no.

use chivalry_play::matches::MatchId;

use super::entrant::Applicant;
use crate::ids::{EntrantId, PairingId};
use crate::pairing::record::GameStats;
use crate::pairing::series::GameResult;
use crate::plan::scoring::ByeWorth;

/// Something asked of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Enter; of partners, one for both. A director enters whom he likes.
    Enter {
        /// Who plays, in the order of their turns.
        players: Vec<Applicant>,
        /// The stage in which they begin: only a director lets somebody in
        /// after the first.
        stage: usize,
    },
    /// Play no more, or not for now.
    Withdraw {
        /// Who.
        entrant: EntrantId,
    },
    /// Play again.
    Return {
        /// Who.
        entrant: EntrantId,
    },
    /// Put the entrants in order, the best first.
    Seed {
        /// All of them.
        order: Vec<EntrantId>,
    },
    /// Have no game in a round to come: players as the plan allows it,
    /// directors as they like.
    TakeBye {
        /// Who.
        entrant: EntrantId,
        /// The round.
        round: u16,
        /// What it is to be worth; a player has what the plan gives.
        worth: Option<ByeWorth>,
    },
    /// Give a bye back.
    GiveBackBye {
        /// Who.
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
    /// Let two meet in the next round.
    Fix {
        /// The two, first who has the first side.
        pair: [EntrantId; 2],
    },
    /// Let a fixed pair be.
    Unfix {
        /// The two.
        pair: [EntrantId; 2],
    },
    /// Begin the next stage.
    BeginStage,
    /// Pair the next round.
    Pair,
    /// Begin the round that was paired.
    BeginRound,
    /// Be there for a pairing.
    Ready {
        /// The pairing.
        pairing: PairingId,
        /// Who.
        entrant: EntrantId,
    },
    /// A game that was due has its match: for the server.
    GameMade {
        /// The pairing.
        pairing: PairingId,
        /// The game's number in it.
        number: u16,
        /// The match.
        played_in: MatchId,
    },
    /// A game has ended: for the server, and for directors whose games are
    /// played elsewhere.
    Report {
        /// The pairing.
        pairing: PairingId,
        /// The game's number in it.
        number: u16,
        /// What came of it.
        result: GameResult,
        /// What is counted besides.
        stats: GameStats,
    },
    /// Decide what is left of a pairing without playing.
    Forfeit {
        /// The pairing.
        pairing: PairingId,
        /// Who loses it: one, or both.
        losers: Vec<EntrantId>,
    },
    /// Correct a result.
    Correct {
        /// The pairing.
        pairing: PairingId,
        /// The game's number in it.
        number: u16,
        /// What came of it indeed.
        result: GameResult,
        /// Whether later pairings that were begun, and should not have been,
        /// are taken back with their games.
        take_back: bool,
    },
    /// Undo a director's action.
    Undo {
        /// The version of its first event.
        action: u32,
    },
    /// Do whatever is due by now: for the server.
    Tick,
    /// End the tournament.
    End,
    /// Call the tournament off.
    Cancel,
}
