//! What is thought of single positions, and what that makes of a finished
//! game: where it was lost, and how well it was played.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::evaluation::Evaluation;
use super::line::line_text;
use super::score::Score;
use super::search::{Found, Halt, Limits, Search};
use super::table::Table;
use super::weights::Weights;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Game, MoveList, Outcome, PerSeat, Position, QUIET_TURNS, Seat, Team, Variant};

/// How steeply chances rise with the score: a man ahead is about six in ten.
const STEEPNESS: f64 = 0.004;

/// So many plies before that draw it begins to matter.
const DRAW_IN_SIGHT: u32 = 40;

/// The memory of a search, in bytes: so much for each position that it may
/// look at, within bounds.
const BYTES_A_NODE: u64 = 32;
const TABLE_BYTES: (u64, u64) = (1 << 20, 64 << 20);

/// What is thought of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The score for the team to move.
    pub score: Score,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Whether looking at more positions would say no more: the game is
    /// decided, or there is one move only.
    pub is_final: bool,
    /// The best line as it is written, pass-turns included.
    pub line: Vec<String>,
}

/// A position by itself: without what came before it, and without the counts
/// that do not matter, so that it is the same question in whatever game it
/// comes up.
#[derive(Clone, Debug)]
pub struct Question {
    game: Game,
}

/// A search for questions about `variant`, with memory for so many positions.
#[must_use]
pub fn analyst(variant: &'static Variant, nodes: u64) -> Search {
    let evaluation = Evaluation::new(variant, Weights::built_in(variant));
    let bytes = nodes.saturating_mul(BYTES_A_NODE).clamp(TABLE_BYTES.0, TABLE_BYTES.1);
    Search::new(evaluation, Table::new(bytes as usize))
}

impl Opinion {
    /// Whether whoever wants so many positions looked at need not ask again.
    #[must_use]
    pub fn covers(&self, nodes: u64) -> bool {
        self.is_final || self.nodes >= nodes
    }

    /// The score for `team`, where `mover` was to move.
    fn score_for(&self, team: Team, mover: Seat) -> Score {
        if Team::of(mover) == team { self.score } else { -self.score }
    }
}

impl Question {
    /// The position of `game`; `None` when there is nothing to choose any
    /// more.
    #[must_use]
    pub fn of(game: &Game) -> Option<Question> {
        let position = game.position();
        let draws_at = QUIET_TURNS * position.variant().seat_count() as u32;
        let is_near = position.quiet() + DRAW_IN_SIGHT > draws_at;
        let quiet = if is_near { position.quiet() } else { 0 };
        let mut alone = Game::new(position.counted_anew(quiet));
        for (seat, is_out) in game.out().iter() {
            if *is_out {
                alone.leave(seat);
            }
        }
        after_passes(&alone).ending().is_none().then_some(Question { game: alone })
    }

    /// Names the question among those about its variant.
    #[must_use]
    pub fn key(&self) -> String {
        let position = self.game.position();
        let mut key = position.to_string();
        for (seat, _) in self.game.out().iter().filter(|(_, is_out)| **is_out) {
            let letter = position.variant().seat_name(seat).letter();
            write!(key, " {letter}").expect("room in memory");
        }
        key
    }

    /// The variant asked about.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.game.position().variant()
    }

    /// Thinks about it through up to `nodes` positions; `tell` hears of each
    /// depth but the last. `None` when `halt` was due before there was
    /// anything to say.
    pub fn think(
        &self,
        search: &mut Search,
        nodes: u64,
        halt: &mut dyn Halt,
        tell: &mut dyn FnMut(Opinion),
    ) -> Option<Opinion> {
        let game = after_passes(&self.game);
        let limits = Limits { nodes: Some(nodes), depth: None };
        let mut is_halted = false;
        let mut halt = || {
            is_halted |= halt.is_due();
            is_halted
        };
        let mut before: Option<Opinion> = None;
        let found = search.run(&game, &limits, &mut halt, &mut |found| {
            if let Some(before) = before.replace(self.opinion(&game, found)) {
                tell(before);
            }
        })?;
        let is_final = !is_halted && found.nodes < nodes;
        let nodes = if is_halted { found.nodes } else { found.nodes.max(1) };
        (found.depth > 0).then(|| Opinion { is_final, nodes, ..self.opinion(&game, &found) })
    }

    fn opinion(&self, game: &Game, found: &Found) -> Opinion {
        let (asked, mover) = (self.game.position(), game.position().turn());
        let is_same = Team::of(asked.turn()) == Team::of(mover);
        Opinion {
            score: if is_same { found.score } else { -found.score },
            depth: found.depth as u32,
            nodes: found.nodes,
            is_final: false,
            line: line_text(asked, &found.line),
        }
    }
}

/// The game once the pass-turns that are due have been made.
fn after_passes(game: &Game) -> Game {
    let mut game = game.clone();
    while game.pass().is_ok() {}
    game
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Not quite the best: a twentieth of the chances went.
    Inaccuracy,
    /// A tenth of the chances went.
    Mistake,
    /// More than three twentieths of the chances went.
    Blunder,
}

impl Mark {
    /// Every mark, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// As it is written behind a move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The mark of a move that lost so much of the chances, from 0 to 1.
    #[must_use]
    pub fn of_loss(lost: f64) -> Option<Mark> {
        match lost {
            lost if lost >= 0.15 => Some(Mark::Blunder),
            lost if lost >= 0.10 => Some(Mark::Mistake),
            lost if lost >= 0.05 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }
}

/// The chances of the team to move, from 0 to 1: draws count half.
#[must_use]
pub fn chances(score: Score) -> f64 {
    match score.decided_in() {
        Some(plies) if plies > 0 => 1.0,
        Some(_) => 0.0,
        None => 1.0 / (1.0 + (-STEEPNESS * f64::from(score.hundredths())).exp()),
    }
}

/// How exact a move was that lost so much of the chances, in per cent.
#[must_use]
pub fn accuracy(lost: f64) -> f64 {
    // The curve that lichess found to fit what players feel.
    (103.1668 * (-4.354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// One ply of a game, looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// How many plies came before it, pass-turns included.
    pub index: usize,
    /// The seat that moved.
    pub seat: Seat,
    /// The score before the move, for the team that moved.
    pub before: Score,
    /// The score after it, for the same team.
    pub after: Score,
    /// The best line instead, from the position before, as it is written.
    pub best: Vec<String>,
    /// Whether the move is the first of that line, by whatever route.
    pub is_best: bool,
    /// Whether there was no other.
    pub is_only: bool,
    /// How much of the chances the move lost, from 0 to 1.
    pub lost: f64,
    /// Whether that was too much.
    pub mark: Option<Mark>,
}

/// A game on its way to be judged, ply by ply: it says which question is to
/// be answered next, and whoever answers it may know the answer already.
/// Pass-turns are not judged.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game before each ply, and after the last.
    games: Vec<Game>,
    /// Of each of them, the key of the question that it asks.
    keys: Vec<Option<String>>,
    questions: HashMap<String, Question>,
    opinions: HashMap<String, Opinion>,
    judged: usize,
    /// The accuracies of each seat's moves added up, and their number.
    exact: PerSeat<(f64, u32)>,
}

impl Review {
    /// A review of the game whose states before each ply, and after the last,
    /// are `games`.
    #[must_use]
    pub fn of(games: Vec<Game>) -> Review {
        let mut questions = HashMap::new();
        let keys = games.iter().map(|game| {
            let question = Question::of(game).filter(|_| game.ending().is_none())?;
            let key = question.key();
            questions.insert(key.clone(), question);
            Some(key)
        });
        let keys = keys.collect();
        let (opinions, exact) = (HashMap::new(), PerSeat::default());
        Review { games, keys, questions, opinions, judged: 0, exact }
    }

    /// Plies to be judged, pass-turns included.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.games.len().saturating_sub(1)
    }

    /// The keys of all that is asked.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.questions.keys().map(String::as_str)
    }

    /// Takes what is thought of a position of the game.
    pub fn learn(&mut self, key: String, opinion: Opinion) {
        self.opinions.insert(key, opinion);
    }

    /// The question to be answered before the next ply can be judged; `None`
    /// when there is no such ply.
    #[must_use]
    pub fn wanted(&self) -> Option<(&str, &Question)> {
        if self.judged >= self.plies() {
            return None;
        }
        let unanswered = |key: &&String| !self.opinions.contains_key(*key);
        let key = self.keys[self.judged..].iter().flatten().find(unanswered)?;
        Some((key, &self.questions[key]))
    }

    /// Whether every ply has been judged.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.judged >= self.plies()
    }

    /// The fewest positions looked at for an answer.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        let opinions = self.opinions.values().filter(|opinion| !opinion.is_final);
        opinions.map(|opinion| opinion.nodes).min().unwrap_or(0)
    }

    /// The next ply that is judged, if what has to be known for it is.
    pub fn judge(&mut self) -> Option<Judgement> {
        while let [game, after, ..] = &self.games[self.judged.min(self.games.len())..] {
            let index = self.judged;
            if game.pass_is_due() {
                self.judged += 1;
                continue;
            }
            let (seat, team) = (game.position().turn(), Team::of(game.position().turn()));
            let before = self.opinion(index)?;
            let best = &before.line;
            // A move that the search would have made itself cost nothing,
            // whatever a deeper look says afterwards.
            let is_best = is_first_of(best, game, after.position());
            let before_score = before.score_for(team, seat);
            let after_score = match outcome(after) {
                Some(Outcome::Draw) => Score::DRAW,
                Some(Outcome::Win(winner)) if winner == team => Score::win_in(1),
                Some(Outcome::Win(_)) => Score::loss_in(1),
                None => self.opinion(index + 1)?.score_for(team, after.position().turn()),
            };
            let lost = (chances(before_score) - chances(after_score)).max(0.0);
            let lost = if is_best { 0.0 } else { lost };
            let judgement = Judgement {
                index,
                seat,
                before: before_score,
                after: after_score,
                best: best.clone(),
                is_best,
                is_only: has_one_move(game.position()),
                lost,
                mark: Mark::of_loss(lost),
            };
            let (sum, count) = &mut self.exact[seat];
            (*sum, *count) = (*sum + accuracy(lost), *count + 1);
            self.judged += 1;
            return Some(judgement);
        }
        None
    }

    /// How exact the moves of each seat were that have been judged, in per
    /// cent; `None` for a seat that has not moved.
    #[must_use]
    pub fn accuracy(&self) -> PerSeat<Option<f64>> {
        PerSeat::from_fn(|seat| {
            let (sum, count) = self.exact[seat];
            (count > 0).then(|| sum / f64::from(count))
        })
    }

    fn opinion(&self, index: usize) -> Option<&Opinion> {
        self.opinions.get(self.keys[index].as_ref()?)
    }
}

/// How the game ended, or will by pass-turns alone.
fn outcome(game: &Game) -> Option<Outcome> {
    after_passes(game).ending().map(|ending| ending.outcome)
}

/// Whether the first move of `line` leads from `game` to `then`, by whatever
/// route.
fn is_first_of(line: &[String], game: &Game, then: &Position) -> bool {
    let Some(Ok(Turn::Move(first))) = line.first().map(|text| text.parse()) else { return false };
    game.check(&first).is_ok_and(|effect| game.position().after(&effect) == *then)
}

/// Whether there is nothing to choose.
fn has_one_move(position: &Position) -> bool {
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    legal.len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::Move;

    fn camette(text: &str) -> Game {
        Game::new(Position::read(text, Variant::named("camette").unwrap()).unwrap())
    }

    fn play(game: &Game, text: &str) -> Game {
        let mut game = game.clone();
        let effect = game.check(&text.parse::<Move>().unwrap()).unwrap();
        game.play(&effect);
        game
    }

    fn never() -> impl Halt {
        || false
    }

    /// Answers all that a review asks.
    fn judged(review: &mut Review, nodes: u64) -> Vec<Judgement> {
        let mut search = analyst(review.games[0].position().variant(), nodes);
        let mut judgements = Vec::new();
        loop {
            judgements.extend(std::iter::from_fn(|| review.judge()));
            let Some((key, question)) = review.wanted() else { return judgements };
            let opinion = question.think(&mut search, nodes, &mut never(), &mut |_| {});
            review.learn(key.to_owned(), opinion.unwrap());
        }
    }

    #[test]
    fn giving_a_won_ending_away_is_a_blunder() {
        let start = camette("1/1Bw/2bb1/2b2/1w3/wW1/1 b 0,0");
        let mut review = Review::of(vec![start.clone(), play(&start, "C6-B6")]);
        let judgements = judged(&mut review, 300_000);
        assert_eq!(judgements[0].before, Score::win_in(7));
        assert_eq!(judgements[0].mark, Some(Mark::Blunder));
        let accuracy = review.accuracy();
        assert!(accuracy[judgements[0].seat].unwrap() < 60.0);
        assert_eq!(accuracy[Seat::FIRST], None, "White has not moved");
        assert!(review.is_over());

        // The best move costs nothing, whatever route it is written by.
        let mut review = Review::of(vec![start.clone(), play(&start, "C5-D4")]);
        let judgements = judged(&mut review, 300_000);
        assert_eq!((judgements[0].lost, judgements[0].mark), (0.0, None));
    }

    #[test]
    fn a_position_is_one_question_whatever_game_it_comes_up_in() {
        let key = |text| Question::of(&camette(text)).unwrap().key();
        let plain = key("1/1B1/1b1b1/5/1w1w1/1W1/1 w 0,0");
        assert_eq!(plain, key("1/1B1/1b1b1/5/1w1w1/1W1/1 w 0,0 60 31"));
        assert_ne!(plain, key("1/1B1/1b1b1/5/1w1w1/1W1/1 w 0,0 61 31"), "a draw is in sight");
        assert_ne!(plain, key("1/1B1/1b1b1/5/1w1w1/1W1/1 b 0,0"));
        assert!(Question::of(&camette("1/3/5/5/5/bB1/1 b 0,0")).is_none(), "it is over");
    }

    #[test]
    fn a_seat_that_is_out_makes_another_question() {
        let mut game = Game::new(Position::start(Variant::named("grand-cam").unwrap()));
        let all = Question::of(&game).unwrap();
        let first = game.position().turn();
        game.leave(first);
        let without = Question::of(&game).unwrap();
        assert_ne!(all.key(), without.key());
        let mut search = analyst(all.variant(), 2_000);
        let think = |question: &Question, search: &mut Search| {
            question.think(search, 2_000, &mut never(), &mut |_| {}).unwrap()
        };
        assert_ne!(think(&all, &mut search).line[0], "pass");
        let opinion = think(&without, &mut search);
        assert_eq!(opinion.line[0], "pass");
        assert_ne!(opinion.line[1], "pass");
    }

    #[test]
    fn what_is_decided_needs_no_deeper_look() {
        let won = Question::of(&camette("1/3/2w2/4b/5/3/1 w 0,0")).unwrap();
        let mut search = analyst(won.variant(), 100_000);
        let opinion = won.think(&mut search, 100_000, &mut never(), &mut |_| {}).unwrap();
        assert!(opinion.is_final && opinion.covers(u64::MAX), "{opinion:?}");
        let open = Question::of(&camette("1/1B1/1b1b1/5/1w1w1/1W1/1 w 0,0")).unwrap();
        let mut depths = Vec::new();
        let opinion = open.think(&mut search, 3_000, &mut never(), &mut |o| depths.push(o.depth));
        let opinion = opinion.unwrap();
        assert!(opinion.covers(3_000) && !opinion.covers(3_001), "{opinion:?}");
        assert!(depths.iter().copied().eq(1..opinion.depth), "{depths:?} and {}", opinion.depth);
    }

    #[test]
    fn a_search_that_is_to_stop_looks_at_few_positions_more() {
        for variant in Variant::all() {
            let mut search = analyst(variant, 1_000_000);
            let game = Game::new(Position::start(variant));
            // The nodes looked at when it was told to stop.
            let due = std::cell::Cell::new(None);
            let mut halt = || due.get().is_some();
            let mut tell = |found: &Found| {
                if found.nodes > 2_000 && due.get().is_none() {
                    due.set(Some(found.nodes));
                }
            };
            let found = search.run(&game, &Limits::default(), &mut halt, &mut tell).unwrap();
            let more = found.nodes - due.get().unwrap();
            assert!(more <= 512, "{}: {more} more", variant.name());
        }
    }

    #[test]
    fn the_best_moves_are_exact() {
        assert_eq!(accuracy(0.0).round(), 100.0);
        assert_eq!(Mark::of_loss(0.01), None);
        assert!(chances(Score(100)) > 0.59 && chances(Score(100)) < 0.61);
        assert!((chances(Score(100)) + chances(Score(-100)) - 1.0).abs() < 1e-12);
    }
}
