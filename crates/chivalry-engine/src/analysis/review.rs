//! Review of a finished game, move by move.

use std::collections::HashMap;

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Game, MoveList, Outcome, PerSeat, Position, Seat};

use super::move_quality::{MoveQuality, accuracy, win_probability};
use super::position_evaluation::{AnalysisKey, Evaluation, after_passes};
use crate::score::Score;

/// The engine's judgement of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The number of plies before the move, pass-turns included.
    pub index: usize,
    /// The seat that moved.
    pub seat: Seat,
    /// The score before the move, for the team that moved.
    pub before: Score,
    /// The score after the move, for the same team.
    pub after: Score,
    /// The principal variation from the position before the move, in notation.
    pub best: Vec<String>,
    /// True if the move has the same result as the first of `best`.
    pub is_best: bool,
    /// True if no other move was legal.
    pub is_only: bool,
    /// The win probability that the move lost, from 0 to 1.
    pub lost: f64,
    /// The class of a bad move.
    pub quality: Option<MoveQuality>,
}

/// A review in progress. It names the next position that needs an evaluation,
/// which the caller computes or takes from a cache. Pass-turns get no
/// judgement.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game before each ply and after the last.
    games: Vec<Game>,
    /// The text of the key of each game's position.
    key_texts: Vec<Option<String>>,
    keys: HashMap<String, AnalysisKey>,
    evaluations: HashMap<String, Evaluation>,
    next_ply: usize,
    /// The sum of the accuracies of each seat's moves, and their number.
    accuracy_sums: PerSeat<(f64, u32)>,
}

impl Review {
    /// Creates a review of a game from its states before each ply and after
    /// the last.
    #[must_use]
    pub fn new(games: Vec<Game>) -> Review {
        let mut keys = HashMap::new();
        let key_text = |game: &Game| {
            let key = AnalysisKey::of(game).filter(|_| game.ending().is_none())?;
            let text = key.to_string();
            keys.insert(text.clone(), key);
            Some(text)
        };
        let key_texts = games.iter().map(key_text).collect();
        let (evaluations, accuracy_sums) = (HashMap::new(), PerSeat::default());
        Review { games, key_texts, keys, evaluations, next_ply: 0, accuracy_sums }
    }

    /// The game before each ply and after the last.
    #[must_use]
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The number of plies of the game, pass-turns included.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.games.len().saturating_sub(1)
    }

    /// The keys of all positions that need an evaluation, as text.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.keys().map(String::as_str)
    }

    /// Adds the evaluation of a position of the game.
    pub fn add_evaluation(&mut self, key: String, evaluation: Evaluation) {
        self.evaluations.insert(key, evaluation);
    }

    /// Returns the next position without an evaluation, as text and as key.
    #[must_use]
    pub fn next_missing(&self) -> Option<(&str, &AnalysisKey)> {
        if self.is_complete() {
            return None;
        }
        let is_missing = |key: &&String| !self.evaluations.contains_key(*key);
        let key = self.key_texts[self.next_ply..].iter().flatten().find(is_missing)?;
        Some((key, &self.keys[key]))
    }

    /// True if every ply has been judged.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.next_ply >= self.plies()
    }

    /// The smallest number of nodes of an evaluation that is not final.
    #[must_use]
    pub fn min_nodes(&self) -> u64 {
        let evaluations = self.evaluations.values().filter(|evaluation| !evaluation.is_final);
        evaluations.map(|evaluation| evaluation.nodes).min().unwrap_or(0)
    }

    /// Judges the next move. Returns `None` at the end of the game, or if an
    /// evaluation is missing.
    pub fn next_judgement(&mut self) -> Option<Judgement> {
        while !self.is_complete() {
            let index = self.next_ply;
            if self.games[index].must_pass() {
                self.next_ply += 1;
                continue;
            }
            let judgement = self.judge(index)?;
            let (sum, count) = &mut self.accuracy_sums[judgement.seat];
            (*sum, *count) = (*sum + accuracy(judgement.lost), *count + 1);
            self.next_ply += 1;
            return Some(judgement);
        }
        None
    }

    /// The mean accuracy of each seat's judged moves, in percent. `None` for a
    /// seat without moves.
    #[must_use]
    pub fn accuracy(&self) -> PerSeat<Option<f64>> {
        PerSeat::from_fn(|seat| {
            let (sum, count) = self.accuracy_sums[seat];
            (count > 0).then(|| sum / f64::from(count))
        })
    }

    fn judge(&self, index: usize) -> Option<Judgement> {
        let (game, next) = (&self.games[index], &self.games[index + 1]);
        let seat = game.position().turn();
        let team_to_move = |game: &Game| {
            let position = game.position();
            position.variant().team_of(position.turn())
        };
        let team = team_to_move(game);
        let evaluation = self.evaluation(index)?;
        let before = evaluation.score;
        let after = match outcome(next) {
            Some(Outcome::Draw) => Score::DRAW,
            Some(Outcome::Win(winner)) if winner == team => Score::win_in(1),
            Some(Outcome::Win(_)) => Score::loss_in(1),
            None => self.evaluation(index + 1)?.score_for(team, team_to_move(next)),
        };
        // The engine's own choice loses nothing, even if the search of the
        // next position disagrees.
        let is_best = starts_with_move(&evaluation.pv, game, next.position());
        let lost =
            if is_best { 0.0 } else { (win_probability(before) - win_probability(after)).max(0.0) };
        Some(Judgement {
            index,
            seat,
            before,
            after,
            best: evaluation.pv.clone(),
            is_best,
            is_only: has_one_move(game.position()),
            lost,
            quality: MoveQuality::from_loss(lost),
        })
    }

    fn evaluation(&self, index: usize) -> Option<&Evaluation> {
        self.evaluations.get(self.key_texts[index].as_ref()?)
    }
}

/// The outcome of the game, after compulsory pass-turns.
fn outcome(game: &Game) -> Option<Outcome> {
    after_passes(game).ending().map(|ending| ending.outcome)
}

/// True if the first move of `line` leads from `game` to `next`. Routes of the
/// same move are equal.
fn starts_with_move(line: &[String], game: &Game, next: &Position) -> bool {
    let Some(Ok(Turn::Move(first))) = line.first().map(|text| text.parse()) else { return false };
    game.check(&first).is_ok_and(|effect| game.position().after(&effect) == *next)
}

fn has_one_move(position: &Position) -> bool {
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    legal.len() == 1
}

#[cfg(test)]
mod tests {
    use super::super::position_evaluation::analysis_search;
    use super::*;
    use chivalry_rules::{Move, Variant};

    fn camette(text: &str) -> Game {
        Game::new(Position::read(text, Variant::named("camette").unwrap()).unwrap())
    }

    fn play(game: &Game, text: &str) -> Game {
        let mut game = game.clone();
        let effect = game.check(&text.parse::<Move>().unwrap()).unwrap();
        game.play(&effect);
        game
    }

    /// Evaluates all missing positions of a review.
    fn complete(review: &mut Review, nodes: u64) -> Vec<Judgement> {
        let mut search = analysis_search(review.games[0].position().variant(), nodes);
        let mut judgements = Vec::new();
        loop {
            judgements.extend(std::iter::from_fn(|| review.next_judgement()));
            let Some((text, key)) = review.next_missing() else { return judgements };
            let evaluation = key.evaluate(&mut search, nodes, &mut || false, &mut |_| {});
            review.add_evaluation(text.to_owned(), evaluation.unwrap());
        }
    }

    #[test]
    fn giving_away_a_won_ending_is_a_blunder() {
        let start = camette("1/1Bw/2bb1/2b2/1w3/wW1/1 b 0,0");
        let mut review = Review::new(vec![start.clone(), play(&start, "C6-B6")]);
        let judgements = complete(&mut review, 300_000);
        assert_eq!(judgements[0].before, Score::win_in(7));
        assert_eq!(judgements[0].quality, Some(MoveQuality::Blunder));
        let accuracy = review.accuracy();
        assert!(accuracy[judgements[0].seat].unwrap() < 60.0);
        assert_eq!(accuracy[Seat::FIRST], None, "White has not moved");
        assert!(review.is_complete());

        // The best move loses nothing, in whichever route it is written.
        let mut review = Review::new(vec![start.clone(), play(&start, "C5-D4")]);
        let judgements = complete(&mut review, 300_000);
        assert_eq!((judgements[0].lost, judgements[0].quality), (0.0, None));
    }
}
