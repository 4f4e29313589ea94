//! What a tournament is to be: everything that is fixed when it is made.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::{TimeControl, TimeControlError, Timestamp};
use chivalry_play::matches::StartPositionError;
use chivalry_rules::{Position, Variant};

use super::entry::Condition;
use super::series::{Decider, SeriesPlan};
use super::tie_break::TieBreak;

/// Stages that a tournament can have.
pub(super) const MOST_STAGES: usize = 8;
/// Entrants that a tournament can have.
pub(super) const MOST_ENTRANTS: u32 = 2_000;
/// Entrants that a group of a round robin can have.
pub(super) const MOST_IN_A_GROUP: usize = 64;

/// A tournament as its maker describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What it is called.
    pub name: String,
    /// The variant's pin. In games for four, partners enter together.
    pub variant: String,
    /// The position that its games start from, when not the usual array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How thinking time is given, where a stage says nothing else.
    pub time: TimeControl,
    /// Whether its games count for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Who may enter.
    #[serde(default)]
    pub entry: Vec<Condition>,
    /// Entrants at most.
    #[serde(default = "most_entrants")]
    pub most: u32,
    /// Whether entrants may come when it has begun; arenas always let them.
    #[serde(default)]
    pub late: Option<LateEntry>,
    /// Whether entrants may ask for byes themselves.
    #[serde(default)]
    pub byes: Option<AskedByes>,
    /// When the first stage begins by itself; else a director begins it.
    #[serde(default)]
    pub begins_at: Option<Timestamp>,
    /// The stages, in their order.
    pub stages: Vec<StagePlan>,
}

/// How late entrants may come to the first stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LateEntry {
    /// The last round from which they may play.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub until_round: u16,
    /// What each round that they have missed is worth.
    #[serde(default)]
    pub worth: ByeWorth,
}

/// The byes that entrants may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AskedByes {
    /// How many each may have.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub most: u16,
    /// What each is worth.
    pub worth: ByeWorth,
    /// The last rounds, for which there are none.
    #[serde(default)]
    pub not_in_last: u16,
}

/// What a round without a game is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ByeWorth {
    /// Nothing.
    #[default]
    Zero,
    /// A draw.
    Half,
    /// A win.
    Full,
}

/// A stage of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct StagePlan {
    /// What it is called.
    #[cfg_attr(
        feature = "schema",
        schema(min_length = 1, max_length = 80, pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$")
    )]
    pub name: String,
    /// Who meets whom.
    pub format: Format,
    /// How many of each group of the stage before come into this one, besides
    /// who entered for it. The first stage has only the latter.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 1_000))]
    pub best_of_each_group: u16,
    /// The mini-match that each pairing is.
    #[serde(default = "SeriesPlan::one_game")]
    pub series: SeriesPlan,
    /// What is counted.
    #[serde(default)]
    pub scoring: Scoring,
    /// What decides among those with as many points, the first in front.
    #[serde(default)]
    pub tie_breaks: Vec<TieBreak>,
    /// What begins rounds.
    #[serde(default)]
    pub start: StartPlan,
    /// How long entrants have, in milliseconds, to say that they are there
    /// when a round has begun; who has not, has lost without a game. When not
    /// said, games begin at once.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = 1_000, maximum = 2_592_000_000_u64))]
    pub no_show_ms: Option<u64>,
    /// How thinking time is given in this stage.
    #[serde(default)]
    pub time: Option<TimeControl>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Format {
    /// Everybody meets everybody of their group.
    RoundRobin {
        /// Into how many groups the entrants are dealt.
        #[serde(default = "one")]
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 64))]
        groups: u16,
        /// Whether they meet twice, with sides changed.
        #[serde(default)]
        double: bool,
    },
    /// Those who have as much meet, and nobody twice.
    Swiss {
        /// How many rounds there are.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 30))]
        rounds: u16,
    },
    /// Who loses is out.
    Knockout {
        /// Whether it takes two losses to be out.
        #[serde(default)]
        double: bool,
        /// Whether the losers of the semi-finals play for the third place.
        #[serde(default)]
        third_place: bool,
    },
    /// Whoever waits is paired, until the time is over.
    Arena {
        /// For how long, in milliseconds.
        #[cfg_attr(feature = "schema", schema(minimum = 60_000, maximum = 86_400_000))]
        length_ms: u64,
        /// Time between two waves of pairings, in milliseconds.
        #[cfg_attr(feature = "schema", schema(minimum = 2_000, maximum = 600_000))]
        wave_ms: u64,
    },
}

impl Format {
    /// The format's name in frames and lists.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::RoundRobin { .. } => "round_robin",
            Format::Swiss { .. } => "swiss",
            Format::Knockout { .. } => "knockout",
            Format::Arena { .. } => "arena",
        }
    }
}

/// What begins the rounds of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
pub enum StartPlan {
    /// The director pairs each round and begins it.
    Director {},
    /// The server does, so long after the round before was over.
    Clock {
        /// Milliseconds between two rounds.
        #[cfg_attr(feature = "schema", schema(maximum = 31_622_400_000_u64))]
        pause_ms: u64,
    },
    /// Rounds are paired as soon as they can be, and each pairing begins when
    /// both say that they are ready: for games of days, and round robins
    /// played over weeks.
    Agreement {},
}

impl Default for StartPlan {
    fn default() -> StartPlan {
        StartPlan::Director {}
    }
}

/// What the points of a standing are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    /// Whether each game counts, and not each mini-match as one.
    #[serde(default)]
    pub by_game: bool,
    /// Half points for a win.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub win: u32,
    /// Half points for a draw: no more than for a win.
    #[cfg_attr(feature = "schema", schema(maximum = 100))]
    pub draw: u32,
    /// Half points for a loss: no more than for a draw.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 100))]
    pub loss: u32,
}

impl Default for Scoring {
    fn default() -> Scoring {
        Scoring { by_game: false, win: 2, draw: 1, loss: 0 }
    }
}

impl Scoring {
    /// Half points for a bye.
    #[must_use]
    pub const fn bye(&self, worth: ByeWorth) -> u32 {
        match worth {
            ByeWorth::Zero => 0,
            ByeWorth::Half => self.draw,
            ByeWorth::Full => self.win,
        }
    }
}

/// A plan that no tournament can be made by. Each message begins with the
/// field at fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanFault {
    /// No game of that name.
    #[error("variant: {0} is not known")]
    Variant(String),
    /// A position that no game starts from.
    #[error("position: {0}")]
    Start(String),
    /// A text that is empty or too long.
    #[error("{0} is to be 1 to 80 characters")]
    Text(String),
    /// A number that is too small or too large.
    #[error("{field} is to be {least} to {most}")]
    OutOfRange {
        /// The field.
        field: String,
        /// The least that it may be.
        least: u64,
        /// The most that it may be.
        most: u64,
    },
    /// A time that no match can be played by.
    #[error("{at}{fault}")]
    Time {
        /// What stands before the field, such as `stages[1].`.
        at: String,
        /// What is wrong.
        fault: TimeControlError,
    },
    /// Something that does not go together with the rest.
    #[error("{field}: {why}")]
    Conflict {
        /// The field.
        field: String,
        /// What it does not go with.
        why: &'static str,
    },
}

impl PlanFault {
    /// Whether a field is at fault by itself, and not for what it says or for
    /// what the others are.
    #[must_use]
    pub const fn is_of_one_field(&self) -> bool {
        match self {
            PlanFault::Text(_) | PlanFault::OutOfRange { .. } => true,
            PlanFault::Time { fault, .. } => fault.is_range_error(),
            PlanFault::Variant(_) | PlanFault::Start(_) | PlanFault::Conflict { .. } => false,
        }
    }
}

impl Plan {
    /// Looks at every field.
    ///
    /// # Errors
    /// The first field at fault.
    pub fn check(&self) -> Result<&'static Variant, PlanFault> {
        let variant = Variant::named(&self.variant)
            .ok_or_else(|| PlanFault::Variant(self.variant.clone()))?;
        text("name", &self.name)?;
        if let Some(start) = self.start(variant)? {
            StartPositionError::check(&start).map_err(|fault| PlanFault::Start(fault.to_string()))?;
            if self.rated {
                let why = "a rated game starts from the usual array";
                return Err(PlanFault::Conflict { field: "rated".to_owned(), why });
            }
        }
        check_time("", self.time)?;
        within("most", u64::from(self.most), 2, u64::from(MOST_ENTRANTS))?;
        within("stages.length", self.stages.len() as u64, 1, MOST_STAGES as u64)?;
        if let Some(late) = &self.late {
            within("late.until_round", u64::from(late.until_round), 1, 100)?;
        }
        if let Some(byes) = &self.byes {
            within("byes.most", u64::from(byes.most), 1, 100)?;
        }
        for (at, stage) in self.stages.iter().enumerate() {
            stage.check(&format!("stages[{at}]."), at)?;
            if self.rated && !self.time_of(at).is_timed() {
                let why = "a rated game is played by a clock or by days";
                return Err(PlanFault::Conflict { field: "rated".to_owned(), why });
            }
        }
        Ok(variant)
    }

    /// The position that its games start from, when not the usual array.
    ///
    /// # Errors
    /// A text that gives no position of `variant`.
    pub fn start(&self, variant: &'static Variant) -> Result<Option<Position>, PlanFault> {
        let read = |text: &String| Position::read(text, variant);
        let start = self.position.as_ref().map(read).transpose();
        start.map_err(|fault| PlanFault::Start(fault.to_string()))
    }

    /// How thinking time is given in a stage.
    #[must_use]
    pub fn time_of(&self, stage: usize) -> TimeControl {
        self.stages[stage].time.unwrap_or(self.time)
    }
}

impl StagePlan {
    fn check(&self, at: &str, number: usize) -> Result<(), PlanFault> {
        let field = |name: &str| format!("{at}{name}");
        let conflict = |name: &str, why| Err(PlanFault::Conflict { field: field(name), why });
        text(&field("name"), &self.name)?;
        if let Some(time) = self.time {
            check_time(at, time)?;
        }
        within(&field("best_of_each_group"), u64::from(self.best_of_each_group), 0, 1_000)?;
        if number == 0 && self.best_of_each_group > 0 {
            return conflict("best_of_each_group", "there is no stage before the first");
        }
        within(&field("scoring.win"), u64::from(self.scoring.win), 1, 100)?;
        within(&field("scoring.draw"), u64::from(self.scoring.draw), 0, 100)?;
        within(&field("scoring.loss"), u64::from(self.scoring.loss), 0, 100)?;
        if self.scoring.draw > self.scoring.win {
            return conflict("scoring.draw", "a draw is worth no more than a win");
        }
        if self.scoring.loss > self.scoring.draw {
            return conflict("scoring.loss", "a loss is worth no more than a draw");
        }
        if let Some(no_show) = self.no_show_ms {
            within(&field("no_show_ms"), no_show, 1_000, 30 * 86_400_000)?;
        }
        if let StartPlan::Clock { pause_ms } = self.start {
            within(&field("start.pause_ms"), pause_ms, 0, 366 * 86_400_000)?;
        }
        self.check_series(at)?;
        match self.format {
            Format::RoundRobin { groups, .. } => {
                within(&field("format.groups"), groups.into(), 1, 64)
            }
            Format::Swiss { rounds } => within(&field("format.rounds"), rounds.into(), 1, 30),
            Format::Knockout { double, third_place } => {
                if !self.can_be_decided() {
                    return conflict("series", "in a knockout, somebody has to win");
                }
                if double && third_place {
                    return conflict("format.third_place", "a double elimination has one already");
                }
                Ok(())
            }
            Format::Arena { length_ms, wave_ms } => {
                within(&field("format.length_ms"), length_ms, 60_000, 86_400_000)?;
                within(&field("format.wave_ms"), wave_ms, 2_000, 600_000)?;
                if self.series.best_of != 1 || !self.series.can_be_drawn() {
                    return conflict("series", "a pairing of an arena is one game");
                }
                if self.scoring != Scoring::default() {
                    return conflict("scoring", "an arena counts streaks");
                }
                Ok(())
            }
        }
    }

    const fn can_be_decided(&self) -> bool {
        !self.series.can_be_drawn()
    }

    fn check_series(&self, at: &str) -> Result<(), PlanFault> {
        let field = |name: &str| format!("{at}series.{name}");
        within(&field("best_of"), u64::from(self.series.best_of), 1, 99)?;
        let conflict = |name: &str, why| Err(PlanFault::Conflict { field: field(name), why });
        if !self.series.draws_count && self.series.best_of.is_multiple_of(2) {
            return conflict("best_of", "where draws do not count, it is to be odd");
        }
        if !self.series.draws_count && self.series.all_games {
            return conflict("all_games", "draws that do not count could go on for ever");
        }
        if let Decider::Armageddon { time, first_extra_ms } = self.series.decider {
            check_time(&field("decider."), time)?;
            within(&field("decider.first_extra_ms"), first_extra_ms, 0, 86_400_000)?;
            if !time.is_real_time() {
                return conflict("decider.time", "more time is for games played at one sitting");
            }
        }
        Ok(())
    }
}

fn text(field: &str, text: &str) -> Result<(), PlanFault> {
    let is_fit = (1..=80).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if is_fit { Ok(()) } else { Err(PlanFault::Text(field.to_owned())) }
}

fn within(field: &str, number: u64, least: u64, most: u64) -> Result<(), PlanFault> {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    Err(PlanFault::OutOfRange { field: field.to_owned(), least, most })
}

fn check_time(at: &str, time: TimeControl) -> Result<(), PlanFault> {
    time.validated().map(drop).map_err(|fault| PlanFault::Time { at: at.to_owned(), fault })
}

const fn one() -> u16 {
    1
}

const fn most_entrants() -> u32 {
    MOST_ENTRANTS
}
