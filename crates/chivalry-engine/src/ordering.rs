//! Which move to look at first: the better the guess, the smaller the search.

use std::ops::Range;

use chivalry_rules::{Effect, EffectStack, Position, Seat};

use super::score::MOST_PLIES;
use super::table::Mark;

const REMEMBERED: i32 = 1 << 30;
const GOAL: i32 = 1 << 29;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const MOST_HISTORY: i32 = 1 << 14;

/// What earlier branches of a search tell about the order of moves.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    killers: [[Mark; 2]; MOST_PLIES + 1],
    /// By seat, start and end.
    history: Vec<i16>,
    /// One score for each place of the stack of moves.
    scores: Vec<i32>,
}

impl Ordering {
    pub(super) fn new() -> Ordering {
        Ordering {
            killers: [[Mark::default(); 2]; MOST_PLIES + 1],
            history: vec![0; 4 << 16],
            scores: Vec::new(),
        }
    }

    /// Forgets the killers, and half of the history.
    pub(super) fn begin_search(&mut self) {
        self.killers = [[Mark::default(); 2]; MOST_PLIES + 1];
        for value in &mut self.history {
            *value /= 2;
        }
    }

    /// Scores the moves at `places`, so that [`Ordering::pick`] can choose.
    pub(super) fn score(
        &mut self,
        position: &Position,
        stack: &EffectStack,
        places: Range<usize>,
        remembered: Mark,
        ply: usize,
    ) {
        self.scores.truncate(places.start);
        let seat = position.turn();
        let goal = position.variant().goal(seat);
        for effect in stack.slice(places) {
            let captured = effect.captured();
            let score = if !remembered.is_none() && Mark::of(effect) == remembered {
                REMEMBERED
            } else if goal.contains(effect.to()) && !goal.contains(effect.from()) {
                GOAL + captured.len() as i32
            } else if !captured.is_empty() {
                let knights = (captured & position.knights()).len();
                CAPTURE
                    + (captured.len() * 2 + knights) as i32 * MOST_HISTORY
                    + i32::from(self.history[slot(seat, effect)])
            } else {
                let mark = Mark::of(effect);
                match self.killers[ply].iter().position(|&killer| killer == mark) {
                    Some(index) => KILLER - index as i32,
                    None => i32::from(self.history[slot(seat, effect)]),
                }
            };
            self.scores.push(score);
        }
    }

    /// Brings the best of the moves not yet looked at to the front of them.
    #[inline]
    pub(super) fn pick(&mut self, stack: &mut EffectStack, rest: Range<usize>) -> Effect {
        let mut best = rest.start;
        for place in rest.start + 1..rest.end {
            if self.scores[place] > self.scores[best] {
                best = place;
            }
        }
        self.scores.swap(rest.start, best);
        stack.swap(rest.start, best);
        stack.get(rest.start)
    }

    /// Learns that `best` was too good, and the quiet moves before it were
    /// not.
    pub(super) fn learn(
        &mut self,
        seat: Seat,
        best: &Effect,
        before: &[Effect],
        depth: i32,
        ply: usize,
    ) {
        let bonus = (depth * depth).min(400);
        self.change(seat, best, bonus);
        for effect in before {
            self.change(seat, effect, -bonus);
        }
        if best.captured().is_empty() {
            let mark = Mark::of(best);
            let [first, second] = &mut self.killers[ply];
            if *first != mark {
                *second = *first;
                *first = mark;
            }
        }
    }

    fn change(&mut self, seat: Seat, effect: &Effect, bonus: i32) {
        let value = &mut self.history[slot(seat, effect)];
        let old = i32::from(*value);
        *value = (old + bonus * 16 - old * bonus.abs() * 16 / MOST_HISTORY) as i16;
    }
}

#[inline]
fn slot(seat: Seat, effect: &Effect) -> usize {
    seat.index() << 16 | effect.from().index() << 8 | effect.to().index()
}
