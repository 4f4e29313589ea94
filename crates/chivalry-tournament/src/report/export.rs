//! The report of a tournament.

use chivalry_rules::Team;

use super::error::ReportError;
use super::report_file::{
    ReportBye, ReportHeader, ReportPlayer, ReportRound, TournamentReport, bye_letter,
};
use super::tie_break_code::tie_break_code;
use crate::ids::EntrantId;
use crate::pairing::record::ByeReason;
use crate::plan::scoring::ByeWorth;
use crate::plan::stage_plan::Format;
use crate::standings::round_result::{RoundResult, RoundResultKind};
use crate::tournament::state::Tournament;

impl Tournament {
    /// Returns the report of a Swiss stage. `name` supplies the name of each
    /// entrant, and `header` is written as it is.
    ///
    /// # Errors
    /// The stage has another format or does not exist.
    pub fn report(
        &self,
        stage: usize,
        name: impl Fn(EntrantId) -> String,
        header: ReportHeader,
    ) -> Result<TournamentReport, ReportError> {
        let plan = self.plan().stages.get(stage).ok_or(ReportError::NotSwiss)?;
        let Format::Swiss { rounds } = plan.format else { return Err(ReportError::NotSwiss) };
        if self.has_tables() {
            return Err(ReportError::NotTwoSides);
        }
        let cards = self.cross_table(stage, 0);
        let number = |id: EntrantId| {
            let at = cards.iter().position(|card| card.entrant == id);
            at.map(|at| at as u32 + 1)
        };
        let standings = self.standings(stage, 0);
        let place = |id| standings.iter().find(|it| it.entrant == id).map(|it| it.place);
        let win = plan.scoring.win;
        let round = |result: &RoundResult| {
            let opponent = result.opponent.and_then(number);
            let side = result.scheduled_side.filter(|_| opponent.is_some());
            ReportRound { opponent, side, result: result_letter(result, win) }
        };
        let players = (1..).zip(&cards).map(|(number, card)| ReportPlayer {
            number,
            name: name(card.entrant),
            rating: card.rating,
            points: card.points(),
            place: place(card.entrant),
            rounds: card.results.iter().map(round).collect(),
        });
        let pair = |[a, b]: [EntrantId; 2]| Some([number(a)?, number(b)?]);
        let tie_breaks = plan.tie_breaks.iter().copied();
        let paired = cards.iter().map(|card| card.results.len()).max().unwrap_or(0) as u16;
        let numbers: Vec<(u32, EntrantId)> =
            (1..).zip(cards.iter().map(|card| card.entrant)).collect();
        Ok(TournamentReport {
            name: self.plan().name.clone(),
            header,
            rounds: Some(rounds),
            initial: Some(self.initial_color(stage)),
            scoring: plan.scoring,
            edition: Some(self.plan().edition),
            tie_breaks: Some(tie_breaks.filter(|it| tie_break_code(*it).is_some()).collect()),
            time: Some(self.plan().time_of(stage)),
            byes: self.coming_byes(stage, paired + 1..=rounds, &numbers),
            forbidden: self.forbidden().filter_map(pair).collect(),
            players: players.collect(),
        })
    }

    /// Returns the byes of rounds that are not paired yet. A withdrawn entrant
    /// has one of zero points in the next round.
    fn coming_byes(
        &self,
        stage: usize,
        rounds: std::ops::RangeInclusive<u16>,
        numbers: &[(u32, EntrantId)],
    ) -> Vec<ReportBye> {
        let next = *rounds.start();
        let bye = |round, (player, id): (u32, EntrantId)| {
            let is_withdrawn = self.entrant(id).is_none_or(|entrant| entrant.withdrawn);
            let requested = self.requested_byes.get(&(stage, round, id)).copied();
            let worth =
                if is_withdrawn && round == next { Some(ByeWorth::Zero) } else { requested };
            worth.map(|worth| ReportBye { round, result: bye_letter(worth), player })
        };
        let of_round =
            |round: u16| numbers.iter().filter_map(move |numbered| bye(round, *numbered));
        let mut byes: Vec<ReportBye> = rounds.flat_map(of_round).collect();
        byes.sort_unstable();
        byes
    }

    /// Returns the initial color of a Swiss stage, drawn by lot.
    pub(crate) fn initial_color(&self, stage: usize) -> Team {
        initial_color(self.seed, stage)
    }
}

/// Returns the initial color that a seed determines.
pub(crate) fn initial_color(seed: u64, stage: usize) -> Team {
    let drawn = crate::seeded_shuffle::draw_lot(seed, stage as u64);
    if drawn.is_multiple_of(2) { Team::First } else { Team::Second }
}

fn result_letter(result: &RoundResult, win: u32) -> char {
    match result.kind {
        RoundResultKind::Open | RoundResultKind::Absent => 'Z',
        RoundResultKind::ForfeitWon => '+',
        RoundResultKind::ForfeitLost => '-',
        RoundResultKind::Bye(ByeReason::Pairing, _) => 'U',
        RoundResultKind::Bye(_, worth) => bye_letter(worth),
        RoundResultKind::Played if result.points >= win => '1',
        RoundResultKind::Played if result.half_points[0] == result.half_points[1] => '=',
        RoundResultKind::Played => '0',
    }
}
