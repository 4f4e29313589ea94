//! What is asked of tournaments.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_play::clock::TimeControl;
use chivalry_rules::Variant;
use chivalry_tournament::{
    ByePolicy, ByeWorth, Command, Condition, EntrantId, GameResult, GameStats, LateEntry,
    MAX_ENTRANTS, PairingId, StagePlan, TournamentId, TournamentPlan,
};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;
use crate::protocol::requests::start::{custom_start, handicap_view};
use crate::protocol::views::match_view::{read_rfc3339, rfc3339};

/// A tournament to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TournamentRequest {
    /// What it is to be.
    pub plan: PlanView,
    /// Who directs it besides its maker, by name.
    #[serde(default)]
    #[schema(max_items = 16)]
    pub directors: Vec<String>,
}

/// What a tournament is to be.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanView {
    /// What it is called: 1 to 80 characters.
    #[schema(min_length = 1, max_length = 80, pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$")]
    name: String,
    /// The variant's name. In games for four, partners enter together.
    variant: String,
    /// The position that its games start from, when not the usual array. Such
    /// games are not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// The squares of the array on which one side's pieces are missing, in
    /// place of a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    handicap: Option<Vec<String>>,
    /// How thinking time is given, where a stage says nothing else.
    time: TimeControl,
    /// Whether its games count for ratings: for accounts only.
    #[serde(default)]
    rated: bool,
    /// What is asked of everybody who enters.
    #[serde(default)]
    entry: Vec<Condition>,
    /// Entrants at most: 2 to 2,000.
    #[serde(default = "most_entrants")]
    #[schema(minimum = 2, maximum = 2_000)]
    most: u32,
    /// How late entrants may come; arenas always let them.
    #[serde(default)]
    late: Option<LateEntry>,
    /// The byes that entrants may take themselves.
    #[serde(default)]
    byes: Option<ByePolicy>,
    /// When the first stage begins by itself; else a director begins it.
    #[serde(default)]
    #[schema(format = DateTime, min_length = 20)]
    begins_at: Option<String>,
    /// The stages, in their order: 1 to 8.
    #[schema(min_items = 1, max_items = 8)]
    stages: Vec<StagePlan>,
}

const fn most_entrants() -> u32 {
    MAX_ENTRANTS
}

impl PlanView {
    /// The plan, with nothing of it judged but its form and its variant, all of
    /// whose games are played by one text.
    ///
    /// # Errors
    /// The first field that cannot be read.
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
        let (variant, position) = match Variant::named(&self.variant) {
            Some(known) if !known.is_offered() => {
                let variant = self.variant.as_str().into();
                let message = Reason::VariantNotOffered.with([("variant", variant)]);
                return Err(RequestError::unmet("plan.variant", message));
            }
            Some(known) => {
                let start = custom_start(known, self.position.as_deref(), &handicap, "plan.")?;
                (known.pin().to_owned(), start.map(|start| start.to_string()))
            }
            // The plan's own check says so.
            None => (self.variant, None),
        };
        Ok(TournamentPlan {
            name: self.name,
            variant,
            position,
            time: self.time,
            rated: self.rated,
            entry: self.entry,
            most: self.most,
            late: self.late,
            byes: self.byes,
            begins_at,
            stages: self.stages,
        })
    }
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
            time: plan.time,
            rated: plan.rated,
            entry: plan.entry.clone(),
            most: plan.most,
            late: plan.late,
            byes: plan.byes,
            begins_at: plan.begins_at.map(rfc3339),
            stages: plan.stages.clone(),
        }
    }
}

/// Somebody who is to enter.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct JoinTournamentRequest {
    /// Who plays, by name, in the order of their turns; the player who asks,
    /// where it is left out.
    #[serde(default)]
    #[schema(max_items = 2)]
    pub players: Option<Vec<String>>,
    /// The stage in which they begin, from 0.
    #[serde(default)]
    #[schema(maximum = 7)]
    pub stage: usize,
}

/// Which entrant it is about.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
pub struct EntrantRequest {
    /// The entrant; the one that the player who asks is in, where it is left
    /// out.
    #[serde(default)]
    pub entrant: Option<EntrantId>,
}

/// Something that a director, or an entrant, asks of a tournament.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TournamentAction {
    /// Plays again after having withdrawn.
    Return {
        /// Who; the player's own entrant where it is left out.
        entrant: Option<EntrantId>,
    },
    /// Puts the entrants in order: for directors.
    Seed {
        /// All of them, the best first.
        order: Vec<EntrantId>,
    },
    /// Has no game in a round to come.
    TakeBye {
        /// Who; the player's own entrant where it is left out.
        entrant: Option<EntrantId>,
        /// The round.
        round: u16,
        /// What it is worth: for directors; else what the plan says.
        worth: Option<ByeWorth>,
    },
    /// Gives a bye back.
    GiveBackBye {
        /// Who; the player's own entrant where it is left out.
        entrant: Option<EntrantId>,
        /// The round.
        round: u16,
    },
    /// Lets two not meet: for directors.
    Forbid {
        /// The two.
        #[schema(min_items = 2, max_items = 2)]
        pair: [EntrantId; 2],
    },
    /// Lets two meet again: for directors.
    Allow {
        /// The two.
        #[schema(min_items = 2, max_items = 2)]
        pair: [EntrantId; 2],
    },
    /// Lets two meet in the next round: for directors.
    Fix {
        /// The two, first who has the first side.
        #[schema(min_items = 2, max_items = 2)]
        pair: [EntrantId; 2],
    },
    /// Lets a fixed pair be: for directors.
    Unfix {
        /// The two.
        #[schema(min_items = 2, max_items = 2)]
        pair: [EntrantId; 2],
    },
    /// Pairs the next round: for directors.
    Pair {},
    /// Begins the round that was paired: for directors.
    BeginRound {},
    /// Is there for a pairing.
    Ready {
        /// The pairing.
        pairing: PairingId,
        /// Who; the player's own entrant where it is left out.
        entrant: Option<EntrantId>,
    },
    /// Says what came of a game that was played elsewhere: for directors.
    Report {
        /// The pairing.
        pairing: PairingId,
        /// The game's number in it.
        game: u16,
        /// What came of it.
        result: GameResult,
        /// What tie-breaks count besides.
        #[serde(default)]
        figures: GameStats,
    },
    /// Decides what is left of a pairing without playing: for directors.
    Forfeit {
        /// The pairing.
        pairing: PairingId,
        /// Who loses it: one, or both.
        losers: Vec<EntrantId>,
    },
    /// Corrects a result: for directors.
    Correct {
        /// The pairing.
        pairing: PairingId,
        /// The game's number in it.
        game: u16,
        /// What came of it indeed.
        result: GameResult,
        /// Whether later pairings that were begun, and should not have been,
        /// are taken back with their games.
        #[serde(default)]
        take_back: bool,
    },
    /// Undoes a director's action: for directors.
    Undo {
        /// The `action` of its events.
        action: u32,
    },
    /// Ends the tournament: for directors.
    End {},
    /// Calls the tournament off: for directors.
    Cancel {},
}

impl TournamentAction {
    /// The command; `own` is the entrant that the player who asks is in.
    ///
    /// # Errors
    /// When it does not say whom it is about.
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
            TournamentAction::Undo { action } => Command::Undo { action },
            TournamentAction::End {} => Command::End,
            TournamentAction::Cancel {} => Command::Cancel,
        })
    }
}

/// A tournament to be followed over a connection.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct FollowTournamentRequest {
    /// The tournament.
    #[schema(value_type = uuid::Uuid)]
    pub tournament: TournamentId,
    /// Whether to follow it, or no more.
    pub on: bool,
    /// The last version that the client has; without it, only what follows is
    /// told.
    pub since: Option<u32>,
}
