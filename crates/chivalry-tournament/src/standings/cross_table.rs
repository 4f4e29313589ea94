//! Cross-tables: the results of each entrant in each round. Standings and
//! pairings are computed from them.

use std::collections::BTreeMap;

use chivalry_play::clock::Timestamp;
use chivalry_rules::Team;

use super::round_result::{RoundResult, RoundResultKind};
use super::table_result::table_result;
use crate::formats::arena::streak_points;
use crate::ids::EntrantId;
use crate::pairing::record::{ByeReason, Pairing};
use crate::pairing::series::{GameResult, SeriesEnd};
use crate::plan::edition::Edition;
use crate::plan::scoring::ByeWorth;
use crate::plan::stage_plan::{Format, StagePlan};
use crate::swiss::{Float, PastRound};
use crate::tournament::state::{Round, RoundSlot, Tournament};

/// The results of an entrant in a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scorecard {
    /// The entrant.
    pub entrant: EntrantId,
    /// The rating at registration.
    pub rating: Option<u32>,
    /// One for each round.
    pub results: Vec<RoundResult>,
}

impl Scorecard {
    /// Half points in all.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.results.iter().map(|result| result.points).sum()
    }

    /// Returns the half points before a round.
    pub(crate) fn points_before(&self, round: u16) -> u32 {
        let before = self.results.iter().filter(|result| result.round < round);
        before.map(|result| result.points).sum()
    }
}

impl Tournament {
    /// Returns the cross-table of a group, in order of pairing numbers.
    ///
    /// An entrant who withdraws from a round robin before playing half of the
    /// games is removed with all results.
    #[must_use]
    pub fn cross_table(&self, stage: usize, group: usize) -> Vec<Scorecard> {
        let Some(begun) = self.stages.get(stage) else { return Vec::new() };
        let Some(ids) = begun.groups.get(group) else { return Vec::new() };
        let mut rounds: BTreeMap<EntrantId, Vec<&Round>> = BTreeMap::new();
        match self.format(stage) {
            // Absence from a wave is not a missed round.
            Format::Arena { .. } => {
                for round in &begun.rounds {
                    round.slots.keys().for_each(|id| rounds.entry(*id).or_default().push(round));
                }
            }
            _ => {
                let all: Vec<&Round> = begun.rounds.iter().collect();
                ids.iter().for_each(|id| drop(rounds.insert(*id, all.clone())));
            }
        }
        let rounds_of = |id| rounds.get(&id).map_or(&[][..], Vec::as_slice);
        let mut cards: Vec<Scorecard> =
            ids.iter().map(|id| self.scorecard(stage, rounds_of(*id), *id)).collect();
        if let Format::RoundRobin { double, .. } = self.format(stage) {
            let games = (ids.len() - 1) * if double { 2 } else { 1 };
            let annulled: Vec<EntrantId> = cards
                .iter()
                .filter(|card| self.entrant(card.entrant).is_some_and(|it| it.withdrawn))
                .filter(|card| {
                    let played =
                        card.results.iter().filter(|it| it.kind == RoundResultKind::Played);
                    2 * played.count() < games
                })
                .map(|card| card.entrant)
                .collect();
            for card in &mut cards {
                let is_annulled = annulled.contains(&card.entrant);
                card.results.retain(|result| {
                    !is_annulled && result.opponent.is_none_or(|id| !annulled.contains(&id))
                });
            }
        }
        cards
    }

    fn scorecard(&self, stage: usize, rounds: &[&Round], id: EntrantId) -> Scorecard {
        let plan = &self.plan.stages[stage];
        let mut results: Vec<RoundResult> =
            rounds.iter().map(|round| self.result(plan, stage, round, id)).collect();
        if matches!(plan.format, Format::Arena { .. }) && !self.has_tables() {
            count_streaks(&mut results);
        }
        let rating = self.entrant(id).and_then(|entrant| entrant.rating);
        Scorecard { entrant: id, rating, results }
    }

    fn result(&self, plan: &StagePlan, stage: usize, round: &Round, id: EntrantId) -> RoundResult {
        let empty = RoundResult::absent(round.number);
        match round.slots.get(&id) {
            Some(RoundSlot::Pairing(pairing)) => match self.pairing(*pairing) {
                Some(pairing) if pairing.is_table() => table_result(&plan.scoring, pairing, id),
                Some(pairing) => pairing_result(plan, pairing, id),
                None => empty,
            },
            Some(RoundSlot::Bye) => {
                let bye = round.byes.iter().find(|bye| bye.entrant == id);
                let Some(bye) = bye else { return empty };
                let points = self.bye_points(plan, bye.worth);
                RoundResult { points, kind: RoundResultKind::Bye(bye.why, bye.worth), ..empty }
            }
            None => {
                let came_later = |entered: Timestamp| entered > round.paired_at;
                let is_late = self.entrant(id).is_some_and(|entrant| came_later(entrant.at));
                let Some(late) = self.plan.late.filter(|_| is_late && stage == 0) else {
                    return empty;
                };
                let points = self.bye_points(plan, late.worth);
                let kind = RoundResultKind::Bye(ByeReason::Late, late.worth);
                RoundResult { points, kind, ..empty }
            }
        }
    }

    /// Returns the half points of a bye. At tables, it counts as a game against
    /// each of the others.
    fn bye_points(&self, plan: &StagePlan, worth: ByeWorth) -> u32 {
        plan.scoring.bye(worth) * (self.variant().team_count() as u32 - 1)
    }

    /// Returns the past rounds of each card for the Swiss pairing.
    pub(crate) fn past_rounds(&self, cards: &[Scorecard]) -> Vec<Vec<PastRound>> {
        let before = |id: EntrantId, round: u16| {
            let card = cards.iter().find(|card| card.entrant == id);
            card.map_or(0, |card| card.points_before(round))
        };
        let edition = self.plan.edition;
        let past = |card: &Scorecard, result: &RoundResult| {
            let own = card.points_before(result.round);
            let float = match (result.side, result.opponent) {
                (Some(_), Some(opponent)) => Float::of_scores(own, before(opponent, result.round)),
                _ => Float::of_unplayed(edition, result.kind.is_worth_more_than_a_loss()),
            };
            let had_bye = match result.kind {
                RoundResultKind::Bye(ByeReason::Requested | ByeReason::Late, _) => {
                    edition == Edition::Fide2026 && result.kind.excludes_bye()
                }
                kind => kind.excludes_bye(),
            };
            PastRound { opponent: result.opponent, side: result.side, float, had_bye }
        };
        let all = |card: &Scorecard| card.results.iter().map(|result| past(card, result)).collect();
        cards.iter().map(all).collect()
    }
}

fn pairing_result(plan: &StagePlan, pairing: &Pairing, id: EntrantId) -> RoundResult {
    let series = pairing.series(&plan.series);
    let own = pairing.side(id) as usize;
    let mut half_points = series.half_points;
    if own == 1 {
        half_points.reverse();
    }
    let was_played = pairing.was_played();
    let is_over = series.state.end().is_some();
    let scoring = plan.scoring;
    let series_points = match series.state.end() {
        None => 0,
        Some(SeriesEnd::Won(side)) if side as usize == own => scoring.win,
        Some(SeriesEnd::Drawn) => scoring.draw,
        Some(SeriesEnd::Won(_) | SeriesEnd::Neither) => scoring.loss,
    };
    let by_game = || {
        // Half points other than those of wins come from draws.
        let wins = series.wins;
        let draws = half_points[0] - 2 * wins[own];
        let lost = if is_over || was_played { wins[1 - own] } else { 0 };
        wins[own] * scoring.win + draws * scoring.draw + lost * scoring.loss
    };
    let absent = pairing.forfeited.contains(&id)
        || pairing.games.iter().any(|game| {
            let side = if game.first == id { Team::First } else { Team::Second };
            game.end.is_some_and(|end| match end.result {
                GameResult::Forfeit { absent } => absent == side,
                GameResult::BothAbsent {} => true,
                _ => false,
            })
        });
    let kind = match (is_over, was_played) {
        (false, _) => RoundResultKind::Open,
        (true, true) => RoundResultKind::Played,
        (true, false) if absent => RoundResultKind::ForfeitLost,
        (true, false) => RoundResultKind::ForfeitWon,
    };
    let mut result = RoundResult {
        pairing: Some(pairing.pair.id),
        opponent: Some(pairing.opponent(id)),
        side: was_played.then(|| pairing.side(id)),
        scheduled_side: Some(pairing.side(id)),
        points: if scoring.by_game { by_game() } else { series_points },
        kind,
        half_points,
        ..RoundResult::absent(pairing.round)
    };
    for game in &pairing.games {
        let Some(end) = game.end.filter(|end| end.result.is_played()) else { continue };
        let side = usize::from(game.first != id);
        result.wins += u32::from(end.result.half_points()[side] == 2);
        result.sides[side] += 1;
        result.castle_entries += u32::from(end.stats.castle_entries[side]);
        result.captures += u32::from(end.stats.captures[side]);
        result.pieces_lost += u32::from(end.stats.captures[1 - side]);
    }
    result
}

/// Applies streak points in the order of the waves. An entrant is in one wave at a time, so this is
/// the order in which games ended and were forfeited.
fn count_streaks(results: &mut [RoundResult]) {
    let is_over = |result: &&mut RoundResult| result.kind != RoundResultKind::Open;
    let mut over: Vec<&mut RoundResult> = results.iter_mut().filter(is_over).collect();
    let half_points: Vec<u32> = over.iter().map(|result| result.points).collect();
    for (result, points) in over.iter_mut().zip(streak_points(&half_points)) {
        result.points = points;
    }
}
