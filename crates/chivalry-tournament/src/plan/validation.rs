//! Validation of a tournament plan.

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::matches::StartPositionError;
use chivalry_rules::Variant;

use super::error::{PlanConflict, PlanError};
use super::scoring::Scoring;
use super::stage_plan::{Format, StagePlan, StartPlan, max_swiss_rounds};
use super::tie_break::TieBreak;
use super::tournament_plan::{MAX_ENTRANTS, TournamentPlan};
use crate::pairing::series::{SeriesPlan, SeriesTieBreak};

/// The maximum number of stages of a tournament.
pub(crate) const MAX_STAGES: usize = 8;

impl TournamentPlan {
    /// Validates every field, and returns the variant.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn check(&self) -> Result<&'static Variant, PlanError> {
        let variant = Variant::named(&self.variant)
            .ok_or_else(|| PlanError::Variant(self.variant.clone()))?;
        text("name", &self.name)?;
        if let Some(start) = self.start(variant)? {
            StartPositionError::check(&start)
                .map_err(|fault| PlanError::Start(fault.to_string()))?;
            if self.rated {
                let why = PlanConflict::RatedStart;
                return Err(PlanError::Conflict { field: "rated".to_owned(), why });
            }
        }
        check_time("", self.time)?;
        let fewest = variant.team_count() as u64;
        within("most", u64::from(self.most), fewest, u64::from(MAX_ENTRANTS))?;
        within("stages", self.stages.len() as u64, 1, MAX_STAGES as u64)?;
        if let Some(late) = &self.late {
            within("late.until_round", u64::from(late.until_round), 1, 100)?;
        }
        if let Some(byes) = &self.byes {
            within("byes.most", u64::from(byes.most), 1, 100)?;
        }
        for (at, stage) in self.stages.iter().enumerate() {
            stage.check(&format!("stages[{at}]."), at)?;
            if variant.is_free_for_all() {
                stage.check_tables(&format!("stages[{at}]."), &self.variant)?;
            }
            if self.rated && !self.time_of(at).is_timed() {
                let why = PlanConflict::RatedTime;
                return Err(PlanError::Conflict { field: "rated".to_owned(), why });
            }
        }
        Ok(variant)
    }
}

impl TournamentPlan {
    /// Validates a new plan at `now`. An earlier tournament may have a plan that is refused here.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn check_new(&self, now: Timestamp) -> Result<(), PlanError> {
        let variant = self.check()?;
        let conflict = |field: String, why| Err(PlanError::Conflict { field, why });
        if self.begins_at.is_some_and(|begins_at| begins_at <= now) {
            return conflict("begins_at".to_owned(), PlanConflict::BeginsInThePast);
        }
        // The number of entrants of a later stage depends on its qualification.
        match self.stages[0].format {
            // Players of tables may meet again.
            Format::Swiss { .. } if variant.is_free_for_all() => Ok(()),
            Format::Swiss { rounds } if rounds > max_swiss_rounds(self.most as usize) => {
                let field = "stages[0].format.rounds".to_owned();
                conflict(field, PlanConflict::MoreRoundsThanOpponents)
            }
            _ => Ok(()),
        }
    }
}

impl TournamentPlan {
    /// Refuses Buchholz in a round robin (FIDE C.07). Stored plans, and the tournaments of stored
    /// schedules, may have it.
    ///
    /// # Errors
    /// The first such tie-break.
    pub fn check_tie_breaks(&self) -> Result<(), PlanError> {
        let is_round_robin = |stage: &StagePlan| matches!(stage.format, Format::RoundRobin { .. });
        let stages = self.stages.iter().enumerate().filter(|(_, stage)| is_round_robin(stage));
        for (number, stage) in stages {
            let is_buchholz = |tie_break: &TieBreak| matches!(tie_break, TieBreak::Buchholz { .. });
            if let Some(at) = stage.tie_breaks.iter().position(is_buchholz) {
                let field = format!("stages[{number}].tie_breaks[{at}]");
                return Err(PlanError::Conflict { field, why: PlanConflict::BuchholzInRoundRobin });
            }
        }
        Ok(())
    }
}

impl StagePlan {
    fn check(&self, at: &str, number: usize) -> Result<(), PlanError> {
        let field = |name: &str| format!("{at}{name}");
        let conflict = |name: &str, why| Err(PlanError::Conflict { field: field(name), why });
        text(&field("name"), &self.name)?;
        if let Some(time) = self.time {
            check_time(at, time)?;
        }
        within(&field("best_of_each_group"), u64::from(self.best_of_each_group), 0, 1_000)?;
        if number == 0 && self.best_of_each_group > 0 {
            return conflict("best_of_each_group", PlanConflict::NoStageBefore);
        }
        within(&field("scoring.win"), u64::from(self.scoring.win), 1, 100)?;
        within(&field("scoring.draw"), u64::from(self.scoring.draw), 0, 100)?;
        within(&field("scoring.loss"), u64::from(self.scoring.loss), 0, 100)?;
        if self.scoring.draw > self.scoring.win {
            return conflict("scoring.draw", PlanConflict::DrawWorth);
        }
        if self.scoring.loss > self.scoring.draw {
            return conflict("scoring.loss", PlanConflict::LossWorth);
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
                    return conflict("series.decider", PlanConflict::KnockoutDrawn);
                }
                if double && third_place {
                    return conflict("format.third_place", PlanConflict::ThirdPlaceTwice);
                }
                Ok(())
            }
            Format::Arena { length_ms, wave_ms } => {
                within(&field("format.length_ms"), length_ms, 60_000, 86_400_000)?;
                within(&field("format.wave_ms"), wave_ms, 2_000, 600_000)?;
                if self.series.best_of != 1 || !self.series.can_be_drawn() {
                    return conflict("series", PlanConflict::ArenaSeries);
                }
                if self.scoring != Scoring::default() {
                    return conflict("scoring", PlanConflict::ArenaScoring);
                }
                Ok(())
            }
        }
    }

    /// Validates the stage for a game of more than two teams.
    fn check_tables(&self, at: &str, variant: &str) -> Result<(), PlanError> {
        let field = |name: &str| format!("{at}{name}");
        if !matches!(self.format, Format::Swiss { .. } | Format::Arena { .. }) {
            let (field, variant) = (field("format"), variant.to_owned());
            return Err(PlanError::NotTwoSides { field, variant });
        }
        if self.series != SeriesPlan::one_game() {
            let why = PlanConflict::TableSeries;
            return Err(PlanError::Conflict { field: field("series"), why });
        }
        match self.tie_breaks.iter().position(|tie_break| !tie_break.is_of_tables()) {
            Some(at) => {
                let why = PlanConflict::TieBreakOfTwoSides;
                Err(PlanError::Conflict { field: field(&format!("tie_breaks[{at}]")), why })
            }
            None => Ok(()),
        }
    }

    const fn can_be_decided(&self) -> bool {
        !self.series.can_be_drawn()
    }

    fn check_series(&self, at: &str) -> Result<(), PlanError> {
        let field = |name: &str| format!("{at}series.{name}");
        within(&field("best_of"), u64::from(self.series.best_of), 1, 99)?;
        let conflict = |name: &str, why| Err(PlanError::Conflict { field: field(name), why });
        if !self.series.draws_count && self.series.best_of.is_multiple_of(2) {
            return conflict("best_of", PlanConflict::EvenBestOf);
        }
        if !self.series.draws_count && self.series.all_games {
            return conflict("all_games", PlanConflict::EndlessGames);
        }
        if let SeriesTieBreak::Armageddon { time, first_extra_ms } = self.series.decider {
            check_time(&field("decider."), time)?;
            within(&field("decider.first_extra_ms"), first_extra_ms, 0, 86_400_000)?;
            if !time.is_real_time() {
                return conflict("decider.time", PlanConflict::ExtraTime);
            }
        }
        Ok(())
    }
}

fn text(field: &str, text: &str) -> Result<(), PlanError> {
    let is_fit = (1..=80).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if is_fit { Ok(()) } else { Err(PlanError::Text(field.to_owned())) }
}

fn within(field: &str, number: u64, least: u64, most: u64) -> Result<(), PlanError> {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    Err(PlanError::OutOfRange { field: field.to_owned(), least, most })
}

fn check_time(at: &str, time: TimeControl) -> Result<(), PlanError> {
    time.validated().map(drop).map_err(|fault| PlanError::Time { at: at.to_owned(), fault })
}
