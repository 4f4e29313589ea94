//! Wins that are certain: no guess, no evaluation, every reply looked at.

use std::collections::HashMap;

use chivalry_rules::{Effect, EffectStack, Outcome, Position, Team};

/// What can be proved of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The team to move wins, whatever is replied, in at most `plies`; no
    /// shorter win exists. The line is the longest defence.
    Win {
        /// Plies until the game is over.
        plies: usize,
        /// One best line.
        line: Vec<Effect>,
    },
    /// There is no win in so many plies.
    NoneWithin {
        /// Plies looked ahead.
        plies: usize,
    },
}

/// Looks for the shortest forced win of the team to move, through at most
/// `nodes` positions and `plies` plies. Draws by repetition or by fifty moves
/// do not end a shortest win early, and are not looked for.
#[must_use]
pub fn prove(position: &Position, plies: usize, nodes: u64) -> Proof {
    let mut prover = Prover::new(position, nodes);
    let mut done = 0;
    for depth in 1..=plies {
        match prover.wins(depth) {
            Some(true) => {
                return Proof::Win { plies: depth, line: prover.line(depth) };
            }
            Some(false) => done = depth,
            None => break,
        }
    }
    Proof::NoneWithin { plies: done }
}

/// Every move by which the team to move wins within `plies`, in the order of
/// [`Position::push_effects`]; `None` when there were too many positions to
/// tell.
#[must_use]
pub fn winning_moves(position: &Position, plies: usize, nodes: u64) -> Option<Vec<Effect>> {
    let mut prover = Prover::new(position, nodes);
    let places = position.push_effects(&mut prover.stack);
    let mut winning = Vec::new();
    for place in places {
        let effect = prover.stack.get(place);
        let undo = prover.position.make(&effect);
        let wins = prover.wins(plies.checked_sub(1)?)?;
        prover.position.unmake(&undo);
        if wins {
            winning.push(effect);
        }
    }
    Some(winning)
}

/// What is known of a position: the team wins within `won` plies, and does
/// not within `open`.
#[derive(Clone, Copy, Debug)]
struct Known {
    won: u8,
    open: u8,
}

struct Prover {
    position: Position,
    /// The team that wants to win.
    team: Team,
    stack: EffectStack,
    known: HashMap<u64, Known>,
    nodes_left: u64,
}

impl Prover {
    fn new(position: &Position, nodes: u64) -> Prover {
        Prover {
            position: *position,
            team: Team::of(position.turn()),
            stack: EffectStack::default(),
            known: HashMap::new(),
            nodes_left: nodes,
        }
    }

    /// Whether the team wins within `depth` plies; `None` when there were too
    /// many positions to tell.
    fn wins(&mut self, depth: usize) -> Option<bool> {
        if let Some(ending) = self.position.ending() {
            return Some(ending.outcome == Outcome::Win(self.team));
        }
        if depth == 0 {
            return Some(false);
        }
        let hash = self.position.hash();
        if let Some(known) = self.known.get(&hash) {
            if usize::from(known.won) <= depth {
                return Some(true);
            }
            if depth <= usize::from(known.open) {
                return Some(false);
            }
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let wins = self.wins_by_a_move(depth)?;
        let known = self.known.entry(hash).or_insert(Known { won: u8::MAX, open: 0 });
        let depth = depth.min(254) as u8;
        if wins {
            known.won = known.won.min(depth);
        } else {
            known.open = known.open.max(depth);
        }
        Some(wins)
    }

    fn wins_by_a_move(&mut self, depth: usize) -> Option<bool> {
        let is_own = Team::of(self.position.turn()) == self.team;
        let places = self.position.push_effects(&mut self.stack);
        if places.is_empty() {
            let before = self.position;
            self.position = before.after_pass();
            let wins = self.wins(depth - 1);
            self.position = before;
            return wins;
        }
        let mut result = Some(!is_own);
        for place in places.clone() {
            let undo = self.position.make(&self.stack.get(place));
            let wins = self.wins(depth - 1);
            self.position.unmake(&undo);
            // One good move is enough; every reply has to lose.
            if wins != Some(!is_own) {
                result = wins;
                break;
            }
        }
        self.stack.truncate(places.start);
        result
    }

    /// The moves of a win in `depth` plies, with the replies that hold out
    /// longest.
    fn line(&mut self, mut depth: usize) -> Vec<Effect> {
        let start = self.position;
        let mut line = Vec::new();
        while depth > 0 && self.position.ending().is_none() {
            let is_own = Team::of(self.position.turn()) == self.team;
            let places = self.position.push_effects(&mut self.stack);
            if places.is_empty() {
                self.position = self.position.after_pass();
                depth -= 1;
                continue;
            }
            // An own move wins in one ply less; of the replies, one does not
            // lose sooner.
            let mut chosen = None;
            for place in places.clone() {
                let effect = self.stack.get(place);
                let undo = self.position.make(&effect);
                let fits = if is_own {
                    self.wins(depth - 1) == Some(true)
                } else {
                    depth < 2 || self.wins(depth - 2) == Some(false)
                };
                self.position.unmake(&undo);
                if fits {
                    chosen = Some(effect);
                    break;
                }
            }
            let effect = chosen.unwrap_or(self.stack.get(places.start));
            self.stack.truncate(places.start);
            self.position.make(&effect);
            line.push(effect);
            depth -= 1;
        }
        self.position = start;
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::{MoveList, Variant};

    fn camette(text: &str) -> Position {
        Position::read(text, Variant::named("camette").unwrap()).unwrap()
    }

    fn texts(position: &Position, effects: &[Effect]) -> Vec<String> {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let text = |effect: &Effect| {
            let legal = list.iter().find(|legal| legal.effect == *effect).unwrap();
            position.move_text(&legal)
        };
        effects.iter().map(text).collect()
    }

    #[test]
    fn the_forced_win_in_four_is_found() {
        let position = camette("1/1Bw/2bb1/2b2/1w3/wW1/1 b 0,0");
        let Proof::Win { plies, line } = prove(&position, 9, 50_000_000) else { panic!("a win") };
        assert_eq!((plies, line.len()), (7, 7));
        assert_eq!(texts(&position, &line[..1]), ["C5-D4"]);
        let winning = winning_moves(&position, 7, 50_000_000).unwrap();
        assert_eq!(texts(&position, &winning), ["C5-D4"]);
    }

    #[test]
    fn the_forced_win_in_three_is_found() {
        let position = camette("1/1B1/1b1b1/1b3/1w1ww/1W1/1 w 0,0");
        let Proof::Win { plies, line } = prove(&position, 9, 50_000_000) else { panic!("a win") };
        assert_eq!((plies, line.len()), (5, 5));
        let winning = winning_moves(&position, 5, 50_000_000).unwrap();
        assert!(texts(&position, &winning).contains(&"B3-C3".to_owned()));
    }

    #[test]
    fn what_is_no_win_is_not_proved() {
        let start = Position::start(Variant::named("camette").unwrap());
        assert_eq!(prove(&start, 4, 1_000_000), Proof::NoneWithin { plies: 4 });
        assert_eq!(prove(&start, 30, 10), Proof::NoneWithin { plies: 1 });
    }
}
