//! What each entrant has done in each round of a stage: what standings and
//! pairings are worked out from.

use std::collections::BTreeMap;

use chivalry_play::clock::Timestamp;
use chivalry_rules::Team;

use super::EntrantId;
use super::arena::streak_points;
use super::contest::{Place, Round, Tournament};
use super::pairing::{ByeReason, Pairing, PairingId};
use super::plan::{ByeWorth, Format, StagePlan};
use super::series::SeriesEnd;
use super::swiss::{Float, Past};

/// What an entrant did in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outing {
    /// The round, from 1.
    pub round: u16,
    /// The pairing, where there is one.
    pub pairing: Option<PairingId>,
    /// The opponent, played or not.
    pub opponent: Option<EntrantId>,
    /// The side of the first game, if one was played.
    pub side: Option<Team>,
    /// Half points that the standing counts.
    pub points: u32,
    /// How it came about.
    pub kind: OutingKind,
    /// The half points of the games, which a mini-match is made of.
    pub halves: [u32; 2],
    /// Games won, byes and forfeits not counted.
    pub wins: u32,
    /// Games played with the first side, and with the second.
    pub sides: [u32; 2],
    /// Pieces brought into the goal castle.
    pub castle_entries: u32,
    /// Pieces captured.
    pub captures: u32,
    /// Pieces lost.
    pub losses: u32,
}

/// How an outing came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutingKind {
    /// It is not over.
    Open,
    /// It was played.
    Played,
    /// The opponent did not play.
    ForfeitWon,
    /// The entrant did not play.
    ForfeitLost,
    /// There was no opponent.
    Bye(ByeReason, ByeWorth),
    /// The entrant was not there.
    Absent,
}

impl OutingKind {
    /// Whether the entrant chose not to play.
    #[must_use]
    pub const fn is_own_choice(self) -> bool {
        matches!(
            self,
            OutingKind::ForfeitLost
                | OutingKind::Absent
                | OutingKind::Bye(ByeReason::Asked | ByeReason::Late, _)
        )
    }
}

/// An entrant's outings in a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Who.
    pub entrant: EntrantId,
    /// The rating with which they entered.
    pub rating: Option<u32>,
    /// One for each round.
    pub outings: Vec<Outing>,
}

impl Line {
    /// Half points in all.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.outings.iter().map(|outing| outing.points).sum()
    }

    /// Half points of the rounds before.
    pub(super) fn points_before(&self, round: u16) -> u32 {
        let before = self.outings.iter().filter(|outing| outing.round < round);
        before.map(|outing| outing.points).sum()
    }
}

impl Tournament {
    /// The outings of everybody in a group of a stage, in the order of their
    /// numbers.
    ///
    /// Who withdraws from a round robin before half of it has been played keeps
    /// no points, and nobody's games with them count.
    #[must_use]
    pub fn lines(&self, stage: usize, group: usize) -> Vec<Line> {
        let Some(begun) = self.stages.get(stage) else { return Vec::new() };
        let Some(ids) = begun.groups.get(group) else { return Vec::new() };
        let mut rounds: BTreeMap<EntrantId, Vec<&Round>> = BTreeMap::new();
        match self.format(stage) {
            // Who was not in a wave has missed nothing.
            Format::Arena { .. } => {
                for round in &begun.rounds {
                    round.places.keys().for_each(|id| rounds.entry(*id).or_default().push(round));
                }
            }
            _ => {
                let all: Vec<&Round> = begun.rounds.iter().collect();
                ids.iter().for_each(|id| drop(rounds.insert(*id, all.clone())));
            }
        }
        let rounds_of = |id| rounds.get(&id).map_or(&[][..], Vec::as_slice);
        let mut lines: Vec<Line> =
            ids.iter().map(|id| self.line(stage, rounds_of(*id), *id)).collect();
        if let Format::RoundRobin { double, .. } = self.format(stage) {
            let games = (ids.len() - 1) * if double { 2 } else { 1 };
            let annulled: Vec<EntrantId> = lines
                .iter()
                .filter(|line| self.entrant(line.entrant).is_some_and(|it| it.withdrawn))
                .filter(|line| {
                    let played = line.outings.iter().filter(|it| it.kind == OutingKind::Played);
                    2 * played.count() < games
                })
                .map(|line| line.entrant)
                .collect();
            for line in &mut lines {
                let is_annulled = annulled.contains(&line.entrant);
                line.outings.retain(|outing| {
                    !is_annulled && outing.opponent.is_none_or(|id| !annulled.contains(&id))
                });
            }
        }
        lines
    }

    fn line(&self, stage: usize, rounds: &[&Round], id: EntrantId) -> Line {
        let plan = &self.plan.stages[stage];
        let mut outings: Vec<Outing> =
            rounds.iter().map(|round| self.outing(plan, stage, round, id)).collect();
        if matches!(plan.format, Format::Arena { .. }) {
            self.count_streaks(&mut outings);
        }
        let rating = self.entrant(id).and_then(|entrant| entrant.rating);
        Line { entrant: id, rating, outings }
    }

    /// Streaks follow the order in which the games ended.
    fn count_streaks(&self, outings: &mut [Outing]) {
        let ended = |outing: &Outing| {
            let games = &outing.pairing.and_then(|id| self.pairing(id))?.games;
            games.last()?.end.map(|end| end.at)
        };
        outings.sort_by_key(|outing| (ended(outing).unwrap_or(Timestamp(i64::MAX)), outing.round));
        let is_over = |outing: &&Outing| outing.kind != OutingKind::Open;
        let halves: Vec<u32> = outings.iter().filter(is_over).map(|outing| outing.points).collect();
        let over = outings.iter_mut().filter(|outing| outing.kind != OutingKind::Open);
        for (outing, points) in over.zip(streak_points(&halves)) {
            outing.points = points;
        }
    }

    fn outing(&self, plan: &StagePlan, stage: usize, round: &Round, id: EntrantId) -> Outing {
        let empty = Outing {
            round: round.number,
            pairing: None,
            opponent: None,
            side: None,
            points: 0,
            kind: OutingKind::Absent,
            halves: [0, 0],
            wins: 0,
            sides: [0, 0],
            castle_entries: 0,
            captures: 0,
            losses: 0,
        };
        match round.places.get(&id) {
            Some(Place::Pairing(pairing)) => match self.pairing(*pairing) {
                Some(pairing) => Outing { round: round.number, ..outing_of(plan, pairing, id) },
                None => empty,
            },
            Some(Place::Bye) => {
                let bye = round.byes.iter().find(|bye| bye.entrant == id);
                let Some(bye) = bye else { return empty };
                let points = plan.scoring.bye(bye.worth);
                Outing { points, kind: OutingKind::Bye(bye.why, bye.worth), ..empty }
            }
            None => {
                let came_later = |entered: Timestamp| entered > round.paired_at;
                let is_late = self.entrant(id).is_some_and(|entrant| came_later(entrant.at));
                let Some(late) = self.plan.late.filter(|_| is_late && stage == 0) else {
                    return empty;
                };
                let points = plan.scoring.bye(late.worth);
                let kind = OutingKind::Bye(ByeReason::Late, late.worth);
                Outing { points, kind, ..empty }
            }
        }
    }

    /// The rounds of a Swiss stage as its pairing wants to know them, for each
    /// of the lines.
    pub(super) fn pasts(&self, lines: &[Line]) -> Vec<Vec<Past>> {
        let before = |id: EntrantId, round: u16| {
            let line = lines.iter().find(|line| line.entrant == id);
            line.map_or(0, |line| line.points_before(round))
        };
        let past = |line: &Line, outing: &Outing| {
            let own = line.points_before(outing.round);
            let float = match (outing.side, outing.opponent) {
                (Some(_), Some(opponent)) => match own.cmp(&before(opponent, outing.round)) {
                    std::cmp::Ordering::Equal => Float::None,
                    std::cmp::Ordering::Greater => Float::Down,
                    std::cmp::Ordering::Less => Float::Up,
                },
                _ => Float::Down,
            };
            let had_bye = match outing.kind {
                OutingKind::ForfeitWon => true,
                OutingKind::Bye(why, worth) => why == ByeReason::Pairing || worth == ByeWorth::Full,
                _ => false,
            };
            Past { opponent: outing.opponent, side: outing.side, float, had_bye }
        };
        let all = |line: &Line| line.outings.iter().map(|outing| past(line, outing)).collect();
        lines.iter().map(all).collect()
    }
}

fn outing_of(plan: &StagePlan, pairing: &Pairing, id: EntrantId) -> Outing {
    let series = pairing.series(&plan.series);
    let own = pairing.side(id) as usize;
    let mut halves = series.halves;
    if own == 1 {
        halves.reverse();
    }
    let was_played = pairing.was_played();
    let is_over = series.state.end().is_some();
    let scoring = plan.scoring;
    let mini_match = match series.state.end() {
        None => 0,
        Some(SeriesEnd::Won(side)) if side as usize == own => scoring.win,
        Some(SeriesEnd::Drawn) => scoring.draw,
        Some(SeriesEnd::Won(_) | SeriesEnd::Neither) => scoring.loss,
    };
    let by_game = || {
        // Every half point of a pair of games is one of a draw, or two of a win.
        let wins = series.wins;
        let draws = halves[0] - 2 * wins[own];
        let lost = if is_over || was_played { wins[1 - own] } else { 0 };
        wins[own] * scoring.win + draws * scoring.draw + lost * scoring.loss
    };
    let absent = pairing.forfeited.contains(&id)
        || pairing.games.iter().any(|game| {
            let side = if game.first == id { Team::First } else { Team::Second };
            game.end.is_some_and(|end| match end.result {
                super::series::GameResult::Forfeit { absent } => absent == side,
                super::series::GameResult::BothAbsent {} => true,
                _ => false,
            })
        });
    let kind = match (is_over, was_played) {
        (false, _) => OutingKind::Open,
        (true, true) => OutingKind::Played,
        (true, false) if absent => OutingKind::ForfeitLost,
        (true, false) => OutingKind::ForfeitWon,
    };
    let mut outing = Outing {
        round: pairing.round,
        pairing: Some(pairing.paired.id),
        opponent: Some(pairing.opponent(id)),
        side: was_played.then(|| pairing.side(id)),
        points: if scoring.by_game { by_game() } else { mini_match },
        kind,
        halves,
        wins: 0,
        sides: [0, 0],
        castle_entries: 0,
        captures: 0,
        losses: 0,
    };
    for game in &pairing.games {
        let Some(end) = game.end.filter(|end| end.result.is_played()) else { continue };
        let side = usize::from(game.first != id);
        outing.wins += u32::from(end.result.halves()[side] == 2);
        outing.sides[side] += 1;
        outing.castle_entries += u32::from(end.figures.castle_entries[side]);
        outing.captures += u32::from(end.figures.captures[side]);
        outing.losses += u32::from(end.figures.captures[1 - side]);
    }
    outing
}
