//! Puzzles: positions in which one line wins, and nothing else does.
//!
//! A [`Miner`] finds them in games; that the line wins, and that no other move
//! wins as soon, is proved (`super::prove`).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::analysis::{Opinion, Question, analyst};
use super::arena::{self, Thinker};
use super::level::Level;
use super::line::line_text;
use super::proof::{Proof, prove, winning_moves};
use super::search::Search;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Effect, Game, GameError, Move, MoveList, Outcome, Position, Team, Variant};

/// How long the win of a puzzle is, in plies: shorter ones are no puzzle.
const PLIES: std::ops::RangeInclusive<usize> = 3..=9;

/// Where there is less to choose from, nothing is to be found out.
const FEWEST_MOVES: usize = 3;

/// Positions looked at to see whether a position is worth a proof.
const GLANCE: u64 = 4_000;

/// Positions looked at to see what another move is worth.
const LOOK_ELSEWHERE: u64 = 2_000;

/// By how many plies later no other move may win either, as far as can be told.
const NOR_LATER: usize = 2;

/// Names a puzzle for ever: a hash of its variant and position, so that it is
/// there once, however often it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PuzzleId(pub Uuid);

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for PuzzleId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<PuzzleId, uuid::Error> {
        text.parse().map(PuzzleId)
    }
}

/// A position in which the team to move wins by one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    position: Position,
    /// To the end of the game; every other turn of the team to move is its
    /// only one that wins as soon.
    line: Vec<Turn>,
}

/// Why a text is not the line of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// A turn cannot be read, or breaks a rule.
    #[error("turn {number}: {fault}")]
    Turn {
        /// Which, from 1.
        number: usize,
        /// What is wrong.
        fault: String,
    },
    /// The line does not end with a win of the team to move.
    #[error("the line does not win")]
    NoWin,
}

/// What moves towards a solution are worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// All are right, and more are to follow.
    Right {
        /// What the others reply to the last.
        replies: Vec<Turn>,
        /// Where that leads.
        position: Box<Position>,
    },
    /// The game is won.
    Solved,
    /// One of them does not win, or not as soon.
    Wrong {
        /// Which, from 0.
        index: usize,
    },
}

/// A move that cannot be made, so that it cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct AttemptError {
    /// Which, from 0.
    pub index: usize,
    /// What forbids it.
    pub fault: GameError,
}

impl Puzzle {
    /// The puzzle of that position and line.
    ///
    /// # Errors
    /// When the line cannot be played, or does not win.
    pub fn read(position: Position, line: &str) -> Result<Puzzle, PuzzleError> {
        let mut game = Game::new(position);
        let mut turns = Vec::new();
        for (text, number) in line.split_whitespace().zip(1..) {
            let fault = |fault: String| PuzzleError::Turn { number, fault };
            let turn: Turn = text.parse().map_err(|error| fault(format!("{error}")))?;
            play(&mut game, &turn).map_err(|error| fault(error.to_string()))?;
            turns.push(turn);
        }
        let puzzle = Puzzle { position, line: turns };
        if has_won(&game, puzzle.team()) { Ok(puzzle) } else { Err(PuzzleError::NoWin) }
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> PuzzleId {
        let mut digest = Sha256::new();
        digest.update(self.position.variant().pin());
        digest.update(" ");
        digest.update(self.position.to_string());
        let hash: [u8; 32] = digest.finalize().into();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash[..16]);
        PuzzleId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// Where it begins.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The line that wins, replies and pass-turns included.
    #[must_use]
    pub fn line(&self) -> &[Turn] {
        &self.line
    }

    /// How many moves the team to move has to find.
    #[must_use]
    pub fn moves(&self) -> usize {
        let mut game = Game::new(self.position);
        let mut moves = 0;
        for turn in &self.line {
            moves += usize::from(self.is_to_be_found(&game, turn));
            play(&mut game, turn).expect("a line that can be played");
        }
        moves
    }

    /// Judges moves of the team to move, from the first on. A move that wins
    /// at once is as good as that of the line.
    ///
    /// # Errors
    /// When a move cannot be made.
    pub fn judge(&self, moves: &[Move]) -> Result<Verdict, AttemptError> {
        let mut game = Game::new(self.position);
        let mut rest = self.line.iter().peekable();
        let mut replies = Vec::new();
        for (index, written) in moves.iter().enumerate() {
            let fault = |fault| AttemptError { index, fault };
            let effect = game.check(written).map_err(fault)?;
            let turn = rest.next().ok_or_else(|| fault(GameError::Over))?;
            let mut best = game.clone();
            play(&mut best, turn).expect("a line that can be played");
            game.play(&effect);
            if game.position() != best.position() {
                if !has_won(&game, self.team()) {
                    return Ok(Verdict::Wrong { index });
                }
                rest = [].iter().peekable();
            }
            replies.clear();
            while let Some(reply) = rest.next_if(|turn| !self.is_to_be_found(&game, turn)) {
                play(&mut game, reply).expect("a line that can be played");
                replies.push(reply.clone());
            }
        }
        if rest.peek().is_none() {
            return Ok(Verdict::Solved);
        }
        Ok(Verdict::Right { replies, position: Box::new(*game.position()) })
    }

    fn team(&self) -> Team {
        Team::of(self.position.turn())
    }

    /// Whether a turn of the line is a move of the team that is to find it.
    fn is_to_be_found(&self, game: &Game, turn: &Turn) -> bool {
        matches!(turn, Turn::Move(_)) && Team::of(game.position().turn()) == self.team()
    }
}

/// Whoever looks for puzzles in games of one variant.
#[derive(Debug)]
pub struct Miner {
    search: Search,
    /// Positions that one proof may look at.
    nodes: u64,
}

impl Miner {
    /// A miner whose `search` is of the games' variant, and whose proofs look
    /// at up to `nodes` positions each.
    #[must_use]
    pub fn new(variant: &'static Variant, nodes: u64) -> Miner {
        Miner { search: analyst(variant, GLANCE), nodes }
    }

    /// The puzzles in a game whose states before each ply are `games`, each
    /// with its place among them. Those within another's line are left out.
    pub fn mine(&mut self, games: &[Game]) -> Vec<(usize, Puzzle)> {
        let mut puzzles = Vec::new();
        let mut index = 0;
        while let Some(game) = games.get(index) {
            let found = self.look(game);
            let plies = found.as_ref().map_or(1, |puzzle| puzzle.line.len());
            puzzles.extend(found.map(|puzzle| (index, puzzle)));
            index += plies;
        }
        puzzles
    }

    /// The puzzle that stands on the board in `game`, if one does. The counts
    /// of the position, and what came before it, are left out.
    pub fn look(&mut self, game: &Game) -> Option<Puzzle> {
        let is_whole = game.withdrawn().iter().all(|(_, is_out)| !is_out);
        if game.ending().is_some() || game.must_pass() || !is_whole {
            return None;
        }
        let position = game.position().with_reset_counts(0);
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        if list.len() < FEWEST_MOVES {
            return None;
        }
        let opinion = self.think(&position, GLANCE)?;
        let plies = wins_in(&opinion).filter(|plies| PLIES.contains(plies))?;
        let Ok(Turn::Move(best)) = opinion.line.first()?.parse() else { return None };
        let best = position.check(&best).ok()?;
        // Most wins are no puzzles: what a search can see needs no proof.
        if self.sees_another(&position, plies, &best) {
            return None;
        }
        let Proof::Win { plies, line } = prove(&position, plies, self.nodes) else { return None };
        if !PLIES.contains(&plies) || !self.is_only_line(&position, plies, &line) {
            return None;
        }
        Puzzle::read(position, &line_text(&position, &line).join(" ")).ok()
    }

    /// Whether each move of the line that does not end the game is the only
    /// one of the team that moves first.
    fn is_only_line(&mut self, position: &Position, plies: usize, line: &[Effect]) -> bool {
        let team = Team::of(position.turn());
        let mut position = *position;
        let mut left = plies;
        for effect in line {
            while position.must_pass() {
                position = position.after_pass();
                left -= 1;
            }
            let is_own = Team::of(position.turn()) == team;
            if is_own && left > 1 && !self.is_only_move(&position, left, effect) {
                return false;
            }
            position = position.after(effect);
            left -= 1;
        }
        true
    }

    /// Whether no move but `best` wins within `plies`, nor soon after.
    fn is_only_move(&mut self, position: &Position, plies: usize, best: &Effect) -> bool {
        if self.sees_another(position, plies, best) {
            return false;
        }
        let later = winning_moves(position, plies + NOR_LATER, self.nodes);
        let winning = later.or_else(|| winning_moves(position, plies, self.nodes));
        winning.is_some_and(|winning| winning == [*best])
    }

    /// Whether a search sees a move that wins nearly as soon as `best`.
    fn sees_another(&mut self, position: &Position, plies: usize, best: &Effect) -> bool {
        let team = Team::of(position.turn());
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let mut others = list.iter().map(|legal| legal.effect).filter(|effect| effect != best);
        others.any(|effect| {
            let after = position.after(&effect);
            let Some(opinion) = self.think(&after, LOOK_ELSEWHERE) else {
                return has_won(&Game::new(after), team);
            };
            let is_own = Team::of(after.turn()) == team;
            let opinion =
                if is_own { opinion } else { Opinion { score: -opinion.score, ..opinion } };
            wins_in(&opinion).is_some_and(|after| after < plies + NOR_LATER)
        })
    }

    /// What a short search thinks of a position; `None` when it is over.
    fn think(&mut self, position: &Position, nodes: u64) -> Option<Opinion> {
        let question = Question::of(&Game::new(*position))?;
        // The same games give the same puzzles.
        self.search.forget();
        question.think(&mut self.search, nodes, &mut || false, &mut |_| {})
    }
}

/// In how many plies the team to move wins, if that is seen.
fn wins_in(opinion: &Opinion) -> Option<usize> {
    opinion.score.decided_in().and_then(|plies| usize::try_from(plies).ok())
}

/// The states before each move of a game that the computer player plays
/// against itself, at a level at which it errs; `seed` numbers the opening. The
/// same arguments give the same game.
#[must_use]
pub fn practice_game(variant: &'static Variant, level: Level, seed: u64) -> Vec<Game> {
    let player = || Thinker { search: level.search(variant), limits: level.limits() };
    let (mut first, mut second) = (player(), player());
    let mut games = Vec::new();
    let mut turn = |game: &Game| games.push(game.clone());
    arena::play(arena::opening(variant, seed), &mut first, &mut second, &mut turn);
    games
}

fn play(game: &mut Game, turn: &Turn) -> Result<(), GameError> {
    match turn {
        Turn::Move(written) => {
            let effect = game.check(written)?;
            game.play(&effect);
            Ok(())
        }
        Turn::Pass => game.pass(),
    }
}

fn has_won(game: &Game, team: Team) -> bool {
    let mut game = game.clone();
    while game.pass().is_ok() {}
    game.ending().is_some_and(|ending| ending.outcome == Outcome::Win(team))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known problem: a forced win in four beginning C5-D4.
    const PROBLEM: &str = "1/1Bw/2bb1/2b2/1w3/wW1/1 b 0,0";

    fn camette(text: &str) -> Game {
        Game::new(Position::read(text, Variant::named("camette").unwrap()).unwrap())
    }

    fn miner() -> Miner {
        Miner::new(Variant::named("camette").unwrap(), 20_000_000)
    }

    /// The moves of the line that are to be found.
    fn own(puzzle: &Puzzle) -> Vec<Move> {
        let mut game = Game::new(*puzzle.position());
        let mut own = Vec::new();
        for turn in puzzle.line() {
            if let Turn::Move(written) = turn
                && Team::of(game.position().turn()) == puzzle.team()
            {
                own.push(written.clone());
            }
            play(&mut game, turn).unwrap();
        }
        own
    }

    /// Asserts that each move of its line, and no other, is judged right.
    fn check(puzzle: &Puzzle) {
        let own = own(puzzle);
        assert_eq!(own.len(), puzzle.moves());
        assert_eq!(puzzle.judge(&own), Ok(Verdict::Solved));
        let mut position = *puzzle.position();
        let mut list = MoveList::new();
        for found in 0..own.len() {
            position.legal_moves(&mut list);
            let best = position.check(&own[found]).unwrap();
            for other in list.iter().filter(|legal| legal.effect != best) {
                let mut tried = own[..found].to_vec();
                tried.push(position.move_text(&other).parse().unwrap());
                let verdict = puzzle.judge(&tried).unwrap();
                let is_last = found + 1 == own.len();
                let wins = has_won(&Game::new(position.after(&other.effect)), puzzle.team());
                assert!(is_last || !wins, "{puzzle:?}");
                let expected = if wins { Verdict::Solved } else { Verdict::Wrong { index: found } };
                assert_eq!(verdict, expected, "{tried:?}");
            }
            let Verdict::Right { position: then, .. } = puzzle.judge(&own[..=found]).unwrap()
            else {
                assert_eq!(found + 1, own.len());
                return;
            };
            position = *then;
        }
    }

    #[test]
    fn puzzles_of_practice_games_have_one_line_that_is_proved() {
        for (name, games) in [("camette", 8), ("cam", 8)] {
            let variant = Variant::named(name).unwrap();
            let level = Level::new(4).unwrap();
            let mine = |miner: &mut Miner| -> Vec<(usize, Puzzle)> {
                let mut all = Vec::new();
                for seed in 0..games {
                    let games = practice_game(variant, level, seed);
                    let mined = miner.mine(&games);
                    for (index, puzzle) in &mined {
                        assert_eq!(puzzle.position(), games[*index].position());
                    }
                    all.extend(mined);
                }
                all
            };
            let all = mine(&mut Miner::new(variant, 200_000));
            assert!(!all.is_empty(), "{name}");
            for (_, puzzle) in &all {
                check(puzzle);
                let plies = puzzle.line().len();
                let proof = prove(puzzle.position(), plies, 2_000_000);
                assert!(matches!(proof, Proof::Win { plies: at, .. } if at == plies), "{proof:?}");
                let texts: Vec<String> = puzzle.line().iter().map(Turn::to_string).collect();
                let again = Puzzle::read(*puzzle.position(), &texts.join(" ")).unwrap();
                assert_eq!((&again, again.id()), (puzzle, puzzle.id()));
            }
        }
    }

    #[test]
    fn partners_solve_a_puzzle_together_and_passes_are_made_for_them() {
        let variant = Variant::named("chivalry-four-handed").unwrap();
        let text = "2/8/10/12/5B8/14/4G9/14/8YYG3/1Y6YY4/10Y3/14/7Y4/10/8/2 g 0,0,0,0";
        let line = "E10-F11 F12xF10 I8-H9 pass K8-I8-G10xE10";
        let puzzle = Puzzle::read(Position::read(text, variant).unwrap(), line).unwrap();
        assert_eq!(puzzle.moves(), 3);
        check(&puzzle);
    }

    #[test]
    fn moves_that_cannot_be_made_are_refused() {
        let game = camette("1/3/2w2/4b/5/3/1 w 0,0");
        let puzzle = Puzzle::read(*game.position(), "C5-C6 E4-E5 C6-C7").unwrap();
        let judge = |texts: &[&str]| {
            let moves: Vec<Move> = texts.iter().map(|text| text.parse().unwrap()).collect();
            puzzle.judge(&moves)
        };
        assert_eq!(judge(&["C5-C6", "C6-C7"]), Ok(Verdict::Solved));
        let reply = judge(&["C5-C6"]).unwrap();
        assert!(matches!(reply, Verdict::Right { replies, .. } if replies.len() == 1));
        assert_eq!(judge(&["C5-C4"]), Ok(Verdict::Wrong { index: 0 }));
        assert_eq!(judge(&["C5-C6", "C6-D5"]), Ok(Verdict::Wrong { index: 1 }));
        assert!(matches!(
            judge(&["C5-C6", "C6-C4"]),
            Err(AttemptError { index: 1, fault: GameError::Illegal(_) })
        ));
        let after = judge(&["C5-C6", "C6-C7", "C7-C6"]);
        assert!(matches!(after, Err(AttemptError { index: 2, fault: GameError::Over })));
    }

    #[test]
    fn the_array_and_an_open_game_are_no_puzzles() {
        let variant = Variant::named("camette").unwrap();
        assert_eq!(miner().look(&Game::new(Position::start(variant))), None);
        // A win on the move is too little, and so is a win that more than one
        // move brings.
        assert_eq!(miner().look(&camette("1/1w1/5/5/1b3/3/1 w 0,0")), None);
        assert_eq!(miner().look(&camette("1/3/2w2/4b/5/3/1 w 0,0")), None);
    }

    #[test]
    fn a_puzzle_is_what_its_line_says_and_nothing_less() {
        let position = *camette(PROBLEM).position();
        assert!(matches!(
            Puzzle::read(position, "C5-D4 D4-C3"),
            Err(PuzzleError::Turn { number: 2, .. })
        ));
        assert_eq!(Puzzle::read(position, "C5-D4"), Err(PuzzleError::NoWin));
        assert!(matches!(Puzzle::read(position, "C5"), Err(PuzzleError::Turn { number: 1, .. })));
    }
}
