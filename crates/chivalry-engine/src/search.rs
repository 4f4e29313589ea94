//! Alpha-beta with what makes it quick: deeper and deeper, the likely best
//! move first, the others by a null window.

use chivalry_rules::{
    Effect, EffectStack, Ending, Game, MoveList, Outcome, PerSeat, Position, QUIET_TURNS, Team, Variant,
};

use super::evaluation::Evaluation;
use super::ordering::Ordering;
use super::score::{MOST_PLIES, Score};
use super::table::{Bound, Mark, Memory, Table};
use super::weakness::Weakness;

/// Nodes between two questions whether to go on.
const CHECK_EVERY: u64 = 512;

/// The half width of the first window around the score of the search before.
const ASPIRATION: i32 = 40;

/// When a search ends. Without a limit, it ends when everything is looked at
/// to the greatest depth, or by [`Halt`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Positions looked at, at most about this number.
    pub nodes: Option<u64>,
    /// Plies looked ahead before the lines are followed until they are quiet.
    pub depth: Option<usize>,
}

/// Says whether a search has to stop now. It is asked every few hundred
/// positions.
pub trait Halt {
    /// Whether to stop.
    fn is_due(&mut self) -> bool;
}

impl<F: FnMut() -> bool> Halt for F {
    fn is_due(&mut self) -> bool {
        self()
    }
}

/// What a search has found so far.
#[derive(Clone, Debug)]
pub struct Found {
    /// The score for the team to move.
    pub score: Score,
    /// The best line: at least one move, unless the game is over or the seat
    /// has to pass.
    pub line: Vec<Effect>,
    /// Plies looked ahead.
    pub depth: usize,
    /// Positions looked at.
    pub nodes: u64,
}

/// A search of positions of one variant, with the memory that it reuses.
#[derive(Debug)]
pub struct Search {
    evaluation: Evaluation,
    table: Table,
    ordering: Ordering,
    stack: EffectStack,
    /// Hashes of the positions before the one looked at, since the last that
    /// cannot come back.
    path: Vec<u64>,
    /// How many of them the game has played already.
    played: usize,
    lines: Vec<Vec<Effect>>,
    position: Position,
    /// The seats that pass whatever they could do (`rules.md 6.4`).
    out: PerSeat<bool>,
    nodes: u64,
    limit: u64,
    is_stopped: bool,
    weakness: Weakness,
}

impl Search {
    /// A search with `evaluation`, which remembers positions in `table`.
    #[must_use]
    pub fn new(evaluation: Evaluation, table: Table) -> Search {
        let position = Position::start(evaluation.variant());
        Search {
            evaluation,
            table,
            ordering: Ordering::new(),
            stack: EffectStack::default(),
            path: Vec::new(),
            played: 0,
            lines: vec![Vec::new(); MOST_PLIES + 2],
            position,
            out: PerSeat::default(),
            nodes: 0,
            limit: u64::MAX,
            is_stopped: false,
            weakness: Weakness::default(),
        }
    }

    /// The variant whose positions it searches.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.evaluation.variant()
    }

    /// Makes it play worse than it can.
    pub fn set_weakness(&mut self, weakness: Weakness) {
        self.weakness = weakness;
        self.table.clear();
    }

    /// Forgets what earlier searches have seen, so that the next depends on
    /// its game alone.
    pub fn forget(&mut self) {
        self.table.clear();
        self.ordering = Ordering::new();
    }

    /// Searches the position of `game` deeper and deeper until a limit, or
    /// until `halt` is due, and gives the deepest result; `tell` hears of each
    /// depth when it is done. `None` when there is nothing to choose: the game
    /// is over, or the seat has to pass.
    pub fn run(
        &mut self,
        game: &Game,
        limits: &Limits,
        halt: &mut dyn Halt,
        tell: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        let root = *game.position();
        debug_assert!(std::ptr::eq(root.variant(), self.variant()));
        if game.ending().is_some() || game.pass_is_due() {
            return None;
        }
        self.begin(game, limits);
        let mut list = MoveList::new();
        root.legal_moves(&mut list);
        let first = list.get(0)?.effect;
        let lapse = self.weakness.lapse(&root, &list);
        let line = vec![lapse.unwrap_or(first)];
        let mut found = Found { score: Score::DRAW, line, depth: 0, nodes: 0 };
        if lapse.is_some() {
            return Some(found);
        }
        let deepest = limits.depth.unwrap_or(MOST_PLIES / 2).clamp(1, MOST_PLIES / 2);
        for depth in 1..=deepest {
            let score = self.aspire(depth as i32, found.score, halt);
            // What was looked at before the end is not worse than the depth
            // before: its best move is looked at first.
            if let Some(line) = self.lines.first().filter(|line| !line.is_empty()) {
                found.line.clone_from(line);
            }
            found.nodes = self.nodes;
            let Some(score) = score else { break };
            found = Found { score, depth, ..found };
            tell(&found);
            let is_proved =
                score.decided_in().is_some_and(|plies| plies.unsigned_abs() as usize <= depth);
            if is_proved || list.len() == 1 && limits.depth.is_none() {
                break;
            }
        }
        Some(found)
    }

    fn begin(&mut self, game: &Game, limits: &Limits) {
        self.position = *game.position();
        self.out = *game.out();
        self.path.clear();
        let (_, before) = game.since_progress().split_last().unwrap_or((&0, &[]));
        self.path.extend_from_slice(before);
        self.played = self.path.len();
        self.nodes = 0;
        self.limit = limits.nodes.unwrap_or(u64::MAX);
        self.is_stopped = false;
        self.stack.truncate(0);
        self.table.begin_search();
        self.ordering.begin_search();
    }

    /// Searches with a narrow window first, which is widened where the score
    /// falls outside it. `None` when the search was stopped.
    fn aspire(&mut self, depth: i32, guess: Score, halt: &mut dyn Halt) -> Option<Score> {
        let mut width = if depth < 4 { Score::INFINITE.0 } else { ASPIRATION };
        loop {
            let alpha = Score((guess.0 - width).max(-Score::INFINITE.0));
            let beta = Score((guess.0 + width).min(Score::INFINITE.0));
            let score = self.look(depth, 0, alpha, beta, false, halt);
            if self.is_stopped {
                return None;
            }
            let is_full = width >= Score::INFINITE.0;
            if is_full || (alpha < score && score < beta) {
                return Some(score);
            }
            width = if width > 500 { Score::INFINITE.0 } else { width * 4 };
        }
    }

    /// The score of the position reached, `depth` plies deep, as far as it
    /// lies between `alpha` and `beta`.
    fn look(
        &mut self,
        depth: i32,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        may_skip: bool,
        halt: &mut dyn Halt,
    ) -> Score {
        self.lines[ply].clear();
        if depth <= 0 {
            return self.settle(ply, alpha, beta, halt);
        }
        if let Some(score) = self.enter(ply, halt) {
            return score;
        }
        alpha = alpha.max(Score::loss_in(ply));
        beta = beta.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let is_principal = beta.0 - alpha.0 > 1;
        let hash = self.position.hash();
        let memory = self.table.recall(hash, ply);
        if let Some(memory) = &memory
            && ply > 0
            && !is_principal
            && memory.depth >= depth
        {
            let is_enough = match memory.bound {
                Bound::Exact => true,
                Bound::Lower => memory.score >= beta,
                Bound::Upper => memory.score <= alpha,
            };
            if is_enough {
                return memory.score;
            }
        }
        if self.out[self.position.turn()] {
            return self.pass(depth, ply, alpha, beta, halt);
        }
        let is_forced = self.position.is_forced();
        if may_skip
            && !is_principal
            && !is_forced
            && let Some(score) = self.skip(depth, ply, beta, halt)
        {
            return score;
        }

        let places = self.position.push_effects(&mut self.stack);
        if places.is_empty() {
            return self.pass(depth, ply, alpha, beta, halt);
        }
        let remembered = memory.map_or(Mark::default(), |memory| memory.best);
        self.ordering.score(&self.position, &self.stack, places.clone(), remembered, ply);
        // A reply without a choice is not worth a ply.
        let extension = i32::from(is_forced && places.len() <= 2 && ply < 2 * depth as usize + 8);
        let goal = self.position.variant().goal(self.position.turn());
        let (mut best, mut bound, mut best_mark) =
            (-Score::INFINITE, Bound::Upper, Mark::default());
        for place in places.clone() {
            let effect = self.ordering.pick(&mut self.stack, place..places.end);
            let index = place - places.start;
            let is_quiet = effect.captured().is_empty() && !goal.contains(effect.to());
            let reduction = if index >= 3 && depth >= 3 && is_quiet && !is_forced {
                late_reduction(depth, index, is_principal)
            } else {
                0
            };
            let next = depth - 1 + extension;
            self.path.push(hash);
            let undo = self.position.make(&effect);
            let mut score = if index == 0 {
                -self.look(next, ply + 1, -beta, -alpha, true, halt)
            } else {
                let null = Score(-alpha.0 - 1);
                let mut score = -self.look(next - reduction, ply + 1, null, -alpha, true, halt);
                if score > alpha && reduction > 0 {
                    score = -self.look(next, ply + 1, null, -alpha, true, halt);
                }
                if score > alpha && score < beta {
                    score = -self.look(next, ply + 1, -beta, -alpha, true, halt);
                }
                score
            };
            self.position.unmake(&undo);
            self.path.pop();
            if self.is_stopped {
                self.stack.truncate(places.start);
                return Score::DRAW;
            }
            score = score.max(-Score::INFINITE);
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    bound = Bound::Exact;
                    best_mark = Mark::of(&effect);
                    self.extend_line(ply, effect);
                }
                if score >= beta {
                    bound = Bound::Lower;
                    let before = self.stack.slice(places.start..place);
                    self.ordering.learn(self.position.turn(), &effect, before, depth, ply);
                    break;
                }
            }
        }
        self.stack.truncate(places.start);
        self.table.keep(hash, ply, &Memory { score: best, depth, bound, best: best_mark });
        best
    }

    /// Counts the position, and gives its score when it is decided, or when
    /// the search has to stop.
    #[inline]
    fn enter(&mut self, ply: usize, halt: &mut dyn Halt) -> Option<Score> {
        self.nodes += 1;
        if self.nodes >= self.limit || self.nodes.is_multiple_of(CHECK_EVERY) && halt.is_due() {
            self.is_stopped = true;
            return Some(Score::DRAW);
        }
        if ply == 0 {
            return None;
        }
        if let Some(ending) = self.position.ending_without(&self.out) {
            return Some(ended(&self.position, ending, ply));
        }
        (self.is_drawn_by_history() || ply >= MOST_PLIES).then_some(Score::DRAW)
    }

    /// Whether the position has come back often enough, or nothing has
    /// happened for long enough (`rules.md 5.5`). Once is enough within the
    /// search: who can repeat once can do it again.
    fn is_drawn_by_history(&self) -> bool {
        let quiet = self.position.quiet();
        if quiet < 4 {
            return false;
        }
        if quiet >= QUIET_TURNS * self.variant().seat_count() as u32 {
            return true;
        }
        let hash = self.position.hash();
        let first = self.path.len().saturating_sub(quiet as usize);
        let played = self.played.max(first);
        if self.path[played..].contains(&hash) {
            return true;
        }
        self.path[first..played].iter().filter(|&&other| other == hash).count() >= 2
    }

    /// Gives the move away: where that is still too good, so is every move.
    fn skip(&mut self, depth: i32, ply: usize, beta: Score, halt: &mut dyn Halt) -> Option<Score> {
        let own = self.position.team(Team::of(self.position.turn())).len();
        // Where the object is reversed, not having to move is no boon.
        if depth < 3
            || own < 4
            || self.variant().switches().object_reversed
            || beta.decided_in().is_some()
            || self.evaluate(Score(beta.0 - 1), beta) < beta
        {
            return None;
        }
        let before = self.position;
        self.path.push(before.hash());
        self.position = before.after_pass();
        let null = Score(1 - beta.0);
        let score = -self.look(depth - 3 - depth / 5, ply + 1, -beta, null, false, halt);
        self.position = before;
        self.path.pop();
        (score >= beta && !self.is_stopped)
            .then(|| if score.decided_in().is_some() { beta } else { score })
    }

    /// A seat without a move: it passes, where the game goes on
    /// (`rules.md 6.2`).
    fn pass(
        &mut self,
        depth: i32,
        ply: usize,
        alpha: Score,
        beta: Score,
        halt: &mut dyn Halt,
    ) -> Score {
        if self.variant().seat_count() == 2 {
            return Score::loss_in(ply);
        }
        let before = self.position;
        self.path.push(before.hash());
        self.position = before.after_pass();
        let score = -self.look(depth - 1, ply + 1, -beta, -alpha, false, halt);
        self.position = before;
        self.path.pop();
        score
    }

    /// Follows captures that have to be made, and those that may be, until the
    /// position is quiet.
    fn settle(&mut self, ply: usize, mut alpha: Score, beta: Score, halt: &mut dyn Halt) -> Score {
        self.lines[ply].clear();
        if let Some(score) = self.enter(ply, halt) {
            return score;
        }
        if self.out[self.position.turn()] {
            return self.pass(0, ply, alpha, beta, halt);
        }
        let is_forced = self.position.is_forced();
        let mut best = -Score::INFINITE;
        if !is_forced {
            best = self.evaluate(alpha, beta);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let places = if is_forced {
            self.position.push_effects(&mut self.stack)
        } else {
            self.position.push_noisy_effects(&mut self.stack)
        };
        if is_forced && places.is_empty() {
            return self.pass(0, ply, alpha, beta, halt);
        }
        self.ordering.score(&self.position, &self.stack, places.clone(), Mark::default(), ply);
        let hash = self.position.hash();
        for place in places.clone() {
            let effect = self.ordering.pick(&mut self.stack, place..places.end);
            self.path.push(hash);
            let undo = self.position.make(&effect);
            let score = -self.settle(ply + 1, -beta, -alpha, halt);
            self.position.unmake(&undo);
            self.path.pop();
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, effect);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.stack.truncate(places.start);
        best
    }

    fn evaluate(&self, alpha: Score, beta: Score) -> Score {
        let score = self.evaluation.between(&self.position, alpha, beta);
        self.weakness.disturb(score, self.position.hash())
    }

    fn extend_line(&mut self, ply: usize, effect: Effect) {
        let (lines, rest) = self.lines.split_at_mut(ply + 1);
        let line = &mut lines[ply];
        line.clear();
        line.push(effect);
        line.extend_from_slice(&rest[0]);
    }
}

/// The score of a finished game for the team to move.
fn ended(position: &Position, ending: Ending, ply: usize) -> Score {
    match ending.outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(team) if team == Team::of(position.turn()) => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
    }
}

/// How many plies less a move late in the order is looked at.
fn late_reduction(depth: i32, index: usize, is_principal: bool) -> i32 {
    let reduction = 1 + i32::from(index >= 8) + i32::from(index >= 24 && depth >= 6) + depth / 8;
    (reduction - i32::from(is_principal)).max(0)
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::super::weights::Weights;
    use super::*;

    fn search(variant: &'static Variant) -> Search {
        let evaluation = Evaluation::new(variant, Weights::built_in(variant));
        Search::new(evaluation, Table::new(1 << 20))
    }

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), depth: None }
    }

    fn run(search: &mut Search, game: &Game, limits: Limits) -> Option<Found> {
        search.run(game, &limits, &mut || false, &mut |_| {})
    }

    /// Calls `each` for the positions of random games until there were `count`.
    fn wander(variant: &'static Variant, count: usize, mut each: impl FnMut(&Game)) {
        let mut rng = StdRng::seed_from_u64(11);
        let mut list = MoveList::new();
        let mut seen = 0;
        while seen < count {
            let mut game = Game::new(Position::start(variant));
            while game.ending().is_none() && seen < count {
                if game.pass().is_ok() {
                    continue;
                }
                each(&game);
                seen += 1;
                game.position().legal_moves(&mut list);
                let effect = list.get(rng.random_range(0..list.len())).unwrap().effect;
                game.play(&effect);
            }
        }
    }

    #[test]
    fn every_move_found_is_legal() {
        let mut list = MoveList::new();
        for variant in Variant::all() {
            let mut search = search(variant);
            wander(variant, 11_112, |game| {
                let found = run(&mut search, game, nodes(12)).expect("a move");
                game.position().legal_moves(&mut list);
                let best = found.line[0];
                assert!(list.iter().any(|legal| legal.effect == best), "{:?}", game.position());
            });
        }
    }

    #[test]
    fn every_line_found_can_be_played() {
        let mut list = MoveList::new();
        for variant in Variant::all() {
            let mut search = search(variant);
            wander(variant, 60, |game| {
                let mut game = game.clone();
                for effect in run(&mut search, &game, nodes(2_000)).expect("a move").line {
                    while game.pass().is_ok() {}
                    game.position().legal_moves(&mut list);
                    assert!(list.iter().any(|legal| legal.effect == effect));
                    game.play(&effect);
                }
            });
        }
    }

    #[test]
    fn the_same_position_and_nodes_give_the_same_answer() {
        for variant in Variant::all() {
            let (mut one, mut other) = (search(variant), search(variant));
            wander(variant, 10, |game| {
                one.forget();
                other.forget();
                let found = run(&mut one, game, nodes(3_000)).unwrap();
                let again = run(&mut other, game, nodes(3_000)).unwrap();
                assert_eq!((found.line, found.score), (again.line, again.score));
            });
        }
    }

    #[test]
    fn a_search_that_has_to_stop_looks_at_no_more() {
        let variant = Variant::named("camelot").unwrap();
        let game = Game::new(Position::start(variant));
        let mut asked = 0;
        let mut halt = || {
            asked += 1;
            asked == 5
        };
        let found = search(variant).run(&game, &Limits::default(), &mut halt, &mut |_| {}).unwrap();
        assert!(found.nodes <= 5 * CHECK_EVERY, "{} nodes", found.nodes);
        assert!(!found.line.is_empty());
    }

    #[test]
    fn nothing_is_found_where_nothing_can_be_chosen() {
        let variant = Variant::named("cam").unwrap();
        let over = Position::read("1/3/5/7/7/7/7/7/7/7/5/3/b w 0,0", variant).unwrap();
        assert!(run(&mut search(variant), &Game::new(over), nodes(100)).is_none());
    }

    #[test]
    fn a_won_ending_is_won_by_search_as_it_is_by_proof() {
        let variant = Variant::named("camette").unwrap();
        let position = Position::read("1/1Bw/2bb1/2b2/1w3/wW1/1 b 0,0", variant).unwrap();
        let found = run(&mut search(variant), &Game::new(position), nodes(300_000)).unwrap();
        assert_eq!(found.score, Score::win_in(7));
    }
}
