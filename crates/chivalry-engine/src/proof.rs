//! Proof search: exhaustive search for forced wins, without evaluation.

use std::collections::HashMap;

use chivalry_rules::{Effect, EffectStack, Outcome, Position, Team};

/// The result of a proof search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The team to move wins against every defense in `plies` plies, and not
    /// in fewer.
    Win {
        /// Plies until the game is over.
        plies: usize,
        /// One best line, with the longest defense.
        line: Vec<Effect>,
    },
    /// The team to move has no forced win of this length.
    NoneWithin {
        /// The number of plies searched.
        plies: usize,
    },
}

/// Searches the shortest forced win of the team to move, up to `plies` plies
/// and `nodes` nodes. Ignores draws by repetition and by lack of progress,
/// which cannot delay a shortest win.
#[must_use]
pub fn prove(position: &Position, plies: usize, nodes: u64) -> Proof {
    let mut search = ProofSearch::new(position, nodes);
    let mut searched = 0;
    for depth in 1..=plies {
        match search.solve(depth) {
            Some(true) => return Proof::Win { plies: depth, line: search.winning_line(depth) },
            Some(false) => searched = depth,
            None => break,
        }
    }
    Proof::NoneWithin { plies: searched }
}

/// Returns all moves that win within `plies` plies, in the order of
/// [`Position::push_effects`]. `None` if the search exceeds `nodes` nodes.
#[must_use]
pub fn winning_moves(position: &Position, plies: usize, nodes: u64) -> Option<Vec<Effect>> {
    let mut search = ProofSearch::new(position, nodes);
    let moves = position.push_effects(&mut search.move_stack);
    let mut winning = Vec::new();
    for at in moves {
        let effect = search.move_stack.get(at);
        let undo = search.position.make(&effect);
        let wins = search.solve(plies.checked_sub(1)?)?;
        search.position.unmake(&undo);
        if wins {
            winning.push(effect);
        }
    }
    Some(winning)
}

/// Proved bounds of a position, in plies.
#[derive(Clone, Copy, Debug)]
struct ProofBounds {
    /// The team wins within this number of plies.
    wins_within: u8,
    /// The team does not win within this number of plies.
    no_win_within: u8,
}

struct ProofSearch {
    position: Position,
    /// The attacking team.
    team: Team,
    move_stack: EffectStack,
    bounds: HashMap<u64, ProofBounds>,
    nodes_left: u64,
}

impl ProofSearch {
    fn new(position: &Position, nodes: u64) -> ProofSearch {
        ProofSearch {
            position: *position,
            team: position.variant().team_of(position.turn()),
            move_stack: EffectStack::default(),
            bounds: HashMap::new(),
            nodes_left: nodes,
        }
    }

    fn is_attacker_to_move(&self) -> bool {
        self.position.variant().team_of(self.position.turn()) == self.team
    }

    /// Returns true if the team wins within `depth` plies. `None` if no nodes
    /// are left.
    fn solve(&mut self, depth: usize) -> Option<bool> {
        if let Some(ending) = self.position.ending() {
            return Some(ending.outcome == Outcome::Win(self.team));
        }
        if depth == 0 {
            return Some(false);
        }
        let hash = self.position.hash();
        if let Some(bounds) = self.bounds.get(&hash) {
            if usize::from(bounds.wins_within) <= depth {
                return Some(true);
            }
            if depth <= usize::from(bounds.no_win_within) {
                return Some(false);
            }
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let wins = self.solve_moves(depth)?;
        let unknown = ProofBounds { wins_within: u8::MAX, no_win_within: 0 };
        let bounds = self.bounds.entry(hash).or_insert(unknown);
        let depth = depth.min(254) as u8;
        if wins {
            bounds.wins_within = bounds.wins_within.min(depth);
        } else {
            bounds.no_win_within = bounds.no_win_within.max(depth);
        }
        Some(wins)
    }

    fn solve_moves(&mut self, depth: usize) -> Option<bool> {
        let is_attacker = self.is_attacker_to_move();
        let moves = self.position.push_effects(&mut self.move_stack);
        if moves.is_empty() {
            let before = self.position;
            self.position = before.after_pass();
            let wins = self.solve(depth - 1);
            self.position = before;
            return wins;
        }
        let mut result = Some(!is_attacker);
        for at in moves.clone() {
            let undo = self.position.make(&self.move_stack.get(at));
            let wins = self.solve(depth - 1);
            self.position.unmake(&undo);
            // The attacker needs one winning move. The defender needs one
            // move that does not lose.
            if wins != Some(!is_attacker) {
                result = wins;
                break;
            }
        }
        self.move_stack.truncate(moves.start);
        result
    }

    /// Returns a win in `depth` plies with the longest defense.
    fn winning_line(&mut self, mut depth: usize) -> Vec<Effect> {
        let start = self.position;
        let mut line = Vec::new();
        while depth > 0 && self.position.ending().is_none() {
            let moves = self.position.push_effects(&mut self.move_stack);
            if moves.is_empty() {
                self.position = self.position.after_pass();
                depth -= 1;
                continue;
            }
            // An attacking move wins one ply sooner. A defense must not lose
            // sooner than necessary.
            let is_attacker = self.is_attacker_to_move();
            let mut best = None;
            for at in moves.clone() {
                let effect = self.move_stack.get(at);
                let undo = self.position.make(&effect);
                let is_best = if is_attacker {
                    self.solve(depth - 1) == Some(true)
                } else {
                    depth < 2 || self.solve(depth - 2) == Some(false)
                };
                self.position.unmake(&undo);
                if is_best {
                    best = Some(effect);
                    break;
                }
            }
            let effect = best.unwrap_or(self.move_stack.get(moves.start));
            self.move_stack.truncate(moves.start);
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
    fn a_position_without_a_forced_win_has_no_proof() {
        let start = Position::start(Variant::named("camette").unwrap());
        assert_eq!(prove(&start, 4, 1_000_000), Proof::NoneWithin { plies: 4 });
        assert_eq!(prove(&start, 30, 10), Proof::NoneWithin { plies: 1 });
    }
}
