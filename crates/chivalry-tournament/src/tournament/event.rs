//! Events: the entries of a tournament's log.
//!
//! Events are stored permanently. A field may be added with a default. No field
//! may change its meaning.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use super::penalty::Penalty;
use crate::ids::{EntrantId, PairingId};
use crate::pairing::input::PairingInput;
use crate::pairing::record::{Bye, GameStats, PairRecord};
use crate::pairing::series::GameResult;
use crate::plan::scoring::ByeWorth;
use crate::plan::tournament_plan::TournamentPlan;

/// One entry of a tournament's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// The version of the tournament after this event, contiguous from 1.
    pub v: u32,
    /// The time of the decision.
    pub at: Timestamp,
    /// The player who caused it. `None` for the server.
    pub by: Option<PlayerId>,
    /// The version of the first event of the same command. An action is undone
    /// as a whole.
    pub action: u32,
    /// The event.
    pub event: Event,
}

/// An event of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Event {
    /// The tournament was created. Always version 1.
    Created {
        /// The plan.
        plan: TournamentPlan,
        /// The directors, the creator first.
        directors: Vec<PlayerId>,
        /// The seed of all lots.
        seed: u64,
    },
    /// Somebody entered.
    Entered {
        /// The number given.
        entrant: EntrantId,
        /// The players. Partners are in the order of their turns.
        players: Vec<PlayerId>,
        /// The name of an entrant of record, who has no players: somebody in a
        /// report of a tournament that was kept elsewhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The rating. The average for partners.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u32>,
        /// The stage of entry, from 0.
        #[serde(default, skip_serializing_if = "is_zero")]
        stage: usize,
    },
    /// A player invited a partner to enter together. Both enter when the
    /// partner asks for the same.
    PartnerInvited {
        /// The players, in the order of their turns.
        players: Vec<PlayerId>,
    },
    /// An entrant withdrew, permanently or until its return.
    Withdrew {
        /// The entrant.
        entrant: EntrantId,
    },
    /// A withdrawn entrant returned.
    Returned {
        /// The entrant.
        entrant: EntrantId,
    },
    /// The director set the seeding.
    Seeded {
        /// The whole order.
        order: Vec<EntrantId>,
    },
    /// An entrant received a bye in a later round.
    ByeGiven {
        /// The entrant.
        entrant: EntrantId,
        /// The round of the current stage, or of the first one.
        round: u16,
        /// The points of the bye.
        worth: ByeWorth,
    },
    /// A bye was cancelled.
    ByeGivenBack {
        /// The entrant.
        entrant: EntrantId,
        /// The round.
        round: u16,
    },
    /// A pair was forbidden.
    Forbidden {
        /// The two.
        pair: [EntrantId; 2],
    },
    /// Two may meet again.
    Allowed {
        /// The two.
        pair: [EntrantId; 2],
    },
    /// A pair of the next round was fixed.
    Fixed {
        /// The pair, the first side first.
        pair: [EntrantId; 2],
    },
    /// A fixed pair was released.
    Unfixed {
        /// The two.
        pair: [EntrantId; 2],
    },
    /// A stage began.
    StageBegan {
        /// The stage, from 0.
        stage: usize,
        /// The participants by group, the top seed first.
        groups: Vec<Vec<EntrantId>>,
    },
    /// An unplayed stage was taken back.
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
        /// The name and version of the algorithm.
        algorithm: String,
        /// The input of the algorithm.
        input: PairingInput,
        /// The seed of the lots.
        seed: u64,
        /// The pairs, by table.
        pairings: Vec<PairRecord>,
        /// The byes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<Bye>,
    },
    /// Unplayed pairings were taken back.
    Unpaired {
        /// The pairings.
        pairings: Vec<PairingId>,
        /// The stage, from 0.
        stage: usize,
        /// The round to pair again.
        round: u16,
    },
    /// A round started. Its games can be played.
    RoundBegan {
        /// The stage, from 0.
        stage: usize,
        /// The round, from 1.
        round: u16,
    },
    /// An entrant confirmed its presence.
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
        number: u16,
        /// The entrant with the first side.
        first: EntrantId,
        /// The match of the game.
        #[serde(rename = "match")]
        played_in: MatchId,
    },
    /// A game ended.
    GameEnded {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        number: u16,
        /// The result.
        result: GameResult,
        /// Statistics for tie-breaks.
        #[serde(default, rename = "figures")]
        stats: GameStats,
    },
    /// The rest of a pairing was forfeited.
    Forfeited {
        /// The pairing.
        pairing: PairingId,
        /// The losers.
        losers: Vec<EntrantId>,
    },
    /// The director corrected a result.
    Corrected {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        number: u16,
        /// The corrected result.
        result: GameResult,
    },
    /// A director paused the rounds under way. Clocks stop, and nobody forfeits by absence.
    Paused {
        /// The time at which play continues at the latest.
        until: Timestamp,
    },
    /// Play continues.
    Resumed {},
    /// A director penalized an entrant.
    Penalized {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        number: u16,
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
    /// An action of a director was undone. Its events no longer count.
    Undone {
        /// The version of the first event of the action.
        action: u32,
    },
    /// The tournament is over.
    Ended,
    /// The tournament was cancelled.
    Cancelled,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use chivalry_rules::Team;

    use super::*;
    use crate::pairing::record::ByeReason;

    #[test]
    fn events_keep_their_stored_names() {
        let ended = Event::GameEnded {
            pairing: PairingId(3),
            number: 1,
            result: GameResult::Won { side: Team::Second },
            stats: GameStats { castle_entries: [0, 2], captures: [4, 5] },
        };
        let text = r#"{"t":"game_ended","pairing":3,"number":1,"result":{"how":"won","side":"second"},"figures":{"castle_entries":[0,2],"captures":[4,5]}}"#;
        assert_eq!(serde_json::to_string(&ended).unwrap(), text);
        assert_eq!(serde_json::from_str::<Event>(text).unwrap(), ended);
        let bye = Bye { entrant: EntrantId(2), worth: ByeWorth::Half, why: ByeReason::Requested };
        let text = r#"{"entrant":2,"worth":"half","why":"asked"}"#;
        assert_eq!(serde_json::to_string(&bye).unwrap(), text);
        assert_eq!(serde_json::from_str::<Bye>(text).unwrap(), bye);
    }
}
