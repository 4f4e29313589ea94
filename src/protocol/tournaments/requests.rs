//! Tournament requests.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_play::clock::TimeControl;
use chivalry_rules::Variant;
use chivalry_tournament::{
    ByePolicy, ByeWorth, Command, Condition, Edition, EntrantId, GameResult, GameStats, LateEntry,
    MAX_ANNOUNCEMENT_LENGTH, MAX_ENTRANTS, MAX_PENALTY_MS, MAX_REASON_LENGTH, PairingId, Penalty,
    PlanError, StagePlan, TournamentId, TournamentPlan,
};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;
use crate::protocol::requests::start::{custom_start, handicap_view};
use crate::protocol::views::match_view::{read_rfc3339, rfc3339};

/// A tournament to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TournamentRequest {
    /// The plan of the tournament.
    pub plan: PlanView,
    /// The names of further directors besides the creator.
    #[serde(default)]
    #[schema(max_items = 16)]
    pub directors: Vec<String>,
}

/// The plan of a tournament.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanView {
    /// The name: 1 to 80 characters.
    #[schema(min_length = 1, max_length = 80, pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$")]
    name: String,
    /// The variant's name. In four-player games, partners enter together.
    variant: String,
    /// The starting position of all games, if not the usual array. Such games are not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// A handicap: the squares of the array whose pieces are removed. Not combined with a
    /// position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    handicap: Option<Vec<String>>,
    /// The edition of the FIDE regulations for pairings and tie-breaks; defaults to the newest.
    /// Games of more than two sides have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edition: Option<Edition>,
    /// The time control of stages that do not set their own.
    time: TimeControl,
    /// True if the games count for ratings. Only accounts can enter a rated tournament.
    #[serde(default)]
    rated: bool,
    /// The conditions of entry.
    #[serde(default)]
    entry: Vec<Condition>,
    /// Maximum number of entrants: 2 to 2,000. At least one for each team of the variant.
    #[serde(default = "most_entrants")]
    #[schema(minimum = 2, maximum = 2_000)]
    most: u32,
    /// The rule for late entry. Arenas always accept late entrants.
    #[serde(default)]
    late: Option<LateEntry>,
    /// The byes that entrants may request themselves.
    #[serde(default)]
    byes: Option<ByePolicy>,
    /// The time at which the first stage begins automatically. Without it, a director starts
    /// the stage.
    #[serde(default)]
    #[schema(format = DateTime, min_length = 20)]
    begins_at: Option<String>,
    /// True if players may adjourn their games by agreement.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    adjournment: bool,
    /// The stages in order: 1 to 8.
    #[schema(min_items = 1, max_items = 8)]
    stages: Vec<StagePlan>,
}

const fn most_entrants() -> u32 {
    MAX_ENTRANTS
}

impl PlanView {
    /// Resolves the request to a plan. Only its form and its variant are validated. All games
    /// use the same text of an operator's variant.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn resolve(self) -> Result<TournamentPlan, RequestError> {
        let time_of = |text: String| {
            let reason = Reason::BeginsAtForm;
            read_rfc3339(&text).ok_or_else(|| RequestError::field("plan.begins_at", reason))
        };
        let begins_at = self.begins_at.map(time_of).transpose()?;
        let handicap = self.handicap.unwrap_or_default();
        if self.position.is_some() && !handicap.is_empty() {
            let reason = Reason::OnePlanStart;
            return Err(RequestError::unmet("plan.handicap", reason));
        }
        let known = Variant::named(&self.variant);
        let has_tables = known.is_some_and(Variant::is_free_for_all);
        if has_tables && self.edition.is_some() {
            return Err(RequestError::unmet("plan.edition", Reason::EditionOfTwoSides));
        }
        let (variant, position) = match known {
            Some(known) if !known.is_offered() => {
                let variant = self.variant.as_str().into();
                let reason = match known.is_on_trial() {
                    true => Reason::VariantOnTrial,
                    false => Reason::VariantNotOffered,
                };
                let message = reason.with([("variant", variant)]);
                return Err(RequestError::unmet("plan.variant", message));
            }
            Some(known) => {
                let start = custom_start(known, self.position.as_deref(), &handicap, "plan.")?;
                (known.pin().to_owned(), start.map(|start| start.to_string()))
            }
            // The validation of the plan reports the error.
            None => (self.variant, None),
        };
        let mut plan = TournamentPlan {
            name: self.name,
            variant,
            position,
            edition: self.edition.unwrap_or(Edition::NEWEST),
            time: self.time,
            rated: self.rated,
            entry: self.entry,
            most: self.most,
            late: self.late,
            byes: self.byes,
            begins_at,
            adjournment: self.adjournment,
            stages: self.stages,
        };
        if has_tables {
            plan.use_tie_breaks_of_tables();
        }
        Ok(plan)
    }
}

/// Returns the edition of a plan. Games of more than two sides have none.
pub(super) fn edition_of(plan: &TournamentPlan) -> Option<Edition> {
    let has_tables = Variant::named(&plan.variant).is_some_and(Variant::is_free_for_all);
    (!has_tables).then_some(plan.edition)
}

impl From<&TournamentPlan> for PlanView {
    fn from(plan: &TournamentPlan) -> PlanView {
        let variant = Variant::named(&plan.variant);
        let start = variant.and_then(|variant| plan.start(variant).ok().flatten());
        let handicap = start.as_ref().and_then(handicap_view);
        PlanView {
            name: plan.name.clone(),
            variant: plan.variant.clone(),
            position: plan.position.clone().filter(|_| handicap.is_none()),
            handicap,
            edition: edition_of(plan),
            time: plan.time,
            rated: plan.rated,
            entry: plan.entry.clone(),
            most: plan.most,
            late: plan.late,
            byes: plan.byes,
            begins_at: plan.begins_at.map(rfc3339),
            adjournment: plan.adjournment,
            stages: plan.stages.clone(),
        }
    }
}

/// A request to enter a tournament.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct JoinTournamentRequest {
    /// The names of the players in turn order; defaults to the caller.
    #[serde(default)]
    #[schema(max_items = 2)]
    pub players: Option<Vec<String>>,
    /// The first stage of the entrant, from 0.
    #[serde(default)]
    #[schema(maximum = 7)]
    pub stage: usize,
}

/// A request about an entrant.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
pub struct EntrantRequest {
    /// The entrant; defaults to the caller's own.
    #[serde(default)]
    pub entrant: Option<EntrantId>,
}

/// A command of a director or an entrant.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TournamentAction {
    /// Returns after a withdrawal.
    Return {
        /// The entrant; defaults to the player's own.
        entrant: Option<EntrantId>,
    },
    /// Seeds the entrants. Directors only.
    Seed {
        /// All entrants, best first.
        order: Vec<EntrantId>,
    },
    /// Takes a bye in a future round.
    TakeBye {
        /// The entrant; defaults to the player's own.
        entrant: Option<EntrantId>,
        /// The round.
        round: u16,
        /// The value of the bye. Directors only; the default is set by the plan.
        worth: Option<ByeWorth>,
    },
    /// Cancels a bye.
    GiveBackBye {
        /// The entrant; defaults to the player's own.
        entrant: Option<EntrantId>,
        /// The round.
        round: u16,
    },
    /// Forbids a pair of entrants. Directors only.
    Forbid {
        /// The two entrants.
        #[schema(min_items = 2, max_items = 2)]
        pair: [EntrantId; 2],
    },
    /// Allows a forbidden pair again. Directors only.
    Allow {
        /// The two entrants.
        #[schema(min_items = 2, max_items = 2)]
        pair: [EntrantId; 2],
    },
    /// Fixes a pair for the next round. Directors only.
    Fix {
        /// The two entrants; the first one plays the first side.
        #[schema(min_items = 2, max_items = 2)]
        pair: [EntrantId; 2],
    },
    /// Releases a fixed pair. Directors only.
    Unfix {
        /// The two entrants.
        #[schema(min_items = 2, max_items = 2)]
        pair: [EntrantId; 2],
    },
    /// Pairs the next round. Directors only.
    Pair {},
    /// Begins the paired round. Directors only.
    BeginRound {},
    /// Reports that the entrant is ready for a pairing.
    Ready {
        /// The pairing.
        pairing: PairingId,
        /// The entrant; defaults to the player's own.
        entrant: Option<EntrantId>,
    },
    /// Reports the result of a game that was played elsewhere. Directors only.
    Report {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        game: u16,
        /// The result.
        result: GameResult,
        /// Further statistics of the game, used by tie-breaks.
        #[serde(default)]
        figures: GameStats,
    },
    /// Forfeits the remaining games of a pairing. Directors only.
    Forfeit {
        /// The pairing.
        pairing: PairingId,
        /// The entrants that lose: one or more.
        losers: Vec<EntrantId>,
    },
    /// Corrects a result. Directors only.
    Correct {
        /// The pairing.
        pairing: PairingId,
        /// The number of the game in the pairing.
        game: u16,
        /// The corrected result.
        result: GameResult,
        /// True to take back later pairings, with their games, that have begun and depend on
        /// the wrong result.
        #[serde(default)]
        take_back: bool,
    },
    /// Pauses the rounds under way: clocks stop, nobody forfeits by absence, and no game or round
    /// begins. Play continues by `resume`, or after 30 days. Directors only.
    Pause {},
    /// Ends a pause. Directors only.
    Resume {},
    /// Penalizes an entrant in its game under way. Directors only.
    Penalize {
        /// The pairing.
        pairing: PairingId,
        /// The entrant.
        entrant: EntrantId,
        /// The penalty.
        penalty: Penalty,
        /// The reason, which is published: 1 to 200 characters.
        #[schema(min_length = 1, max_length = 200, pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$")]
        reason: String,
    },
    /// Sends a message to all participants. Directors only.
    Announce {
        /// The text: 1 to 500 characters.
        #[schema(min_length = 1, max_length = 500, pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$")]
        text: String,
    },
    /// Undoes a director's action. Directors only.
    Undo {
        /// The `action` of the events to undo.
        action: u32,
    },
    /// Ends the tournament. Directors only.
    End {},
    /// Cancels the tournament. Directors only.
    Cancel {},
}

impl TournamentAction {
    /// Resolves the request to a command; `own` is the caller's entrant.
    ///
    /// # Errors
    /// The entrant is missing.
    pub fn resolve(self, own: Option<EntrantId>) -> Result<Command, RequestError> {
        let who = |entrant: Option<EntrantId>| {
            let reason = Reason::EntrantMissing;
            entrant.or(own).ok_or_else(|| RequestError::unmet("entrant", reason))
        };
        Ok(match self {
            TournamentAction::Return { entrant } => Command::Return { entrant: who(entrant)? },
            TournamentAction::Seed { order } => Command::Seed { order },
            TournamentAction::TakeBye { entrant, round, worth } => {
                Command::TakeBye { entrant: who(entrant)?, round, worth }
            }
            TournamentAction::GiveBackBye { entrant, round } => {
                Command::GiveBackBye { entrant: who(entrant)?, round }
            }
            TournamentAction::Forbid { pair } => Command::Forbid { pair },
            TournamentAction::Allow { pair } => Command::Allow { pair },
            TournamentAction::Fix { pair } => Command::Fix { pair },
            TournamentAction::Unfix { pair } => Command::Unfix { pair },
            TournamentAction::Pair {} => Command::Pair,
            TournamentAction::BeginRound {} => Command::BeginRound,
            TournamentAction::Ready { pairing, entrant } => {
                Command::Ready { pairing, entrant: who(entrant)? }
            }
            TournamentAction::Report { pairing, game, result, figures } => {
                Command::Report { pairing, number: game, result, stats: figures }
            }
            TournamentAction::Forfeit { pairing, losers } => Command::Forfeit { pairing, losers },
            TournamentAction::Correct { pairing, game, result, take_back } => {
                Command::Correct { pairing, number: game, result, take_back }
            }
            TournamentAction::Pause {} => Command::Pause,
            TournamentAction::Resume {} => Command::Resume,
            TournamentAction::Penalize { pairing, entrant, penalty, reason } => {
                check_text("reason", &reason, MAX_REASON_LENGTH)?;
                if let Penalty::Time { ms } = penalty
                    && !(1..=MAX_PENALTY_MS).contains(&ms)
                {
                    let (field, least, most) = ("penalty.ms".to_owned(), 1, MAX_PENALTY_MS);
                    let fault = PlanError::OutOfRange { field, least, most };
                    return Err(RequestError::field("penalty.ms", &fault));
                }
                Command::Penalize { pairing, entrant, penalty, reason }
            }
            TournamentAction::Announce { text } => {
                check_text("text", &text, MAX_ANNOUNCEMENT_LENGTH)?;
                Command::Announce { text }
            }
            TournamentAction::Undo { action } => Command::Undo { action },
            TournamentAction::End {} => Command::End,
            TournamentAction::Cancel {} => Command::Cancel,
        })
    }
}

fn check_text(field: &str, text: &str, most: usize) -> Result<(), RequestError> {
    let is_fit = (1..=most).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if is_fit {
        return Ok(());
    }
    let detail = format!("{field} must have 1 to {most} characters");
    let params = [("field", field.into()), ("least", 1.into()), ("most", most.into())];
    Err(RequestError::field(field, Reason::TextLength.message(params, detail)))
}

/// A subscription to a tournament.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct FollowTournamentRequest {
    /// The tournament.
    #[schema(value_type = uuid::Uuid)]
    pub tournament: TournamentId,
    /// True to subscribe, false to unsubscribe.
    pub on: bool,
    /// The last version that the client received. Without it, only later events are sent.
    pub since: Option<u32>,
}
