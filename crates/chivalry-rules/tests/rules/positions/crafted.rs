//! Constructs crowded positions: scattered pieces, clusters, castles, prepared moves.

use std::collections::BTreeSet;

use super::super::model::{DIRECTIONS, Model, Piece, Pieces, Square, State};
use super::super::rng::Rng;

/// A board under construction and the pieces left to place.
struct Construction<'a> {
    model: &'a Model,
    pieces: Pieces,
    /// Knights and Men left per seat. The array limits both.
    pieces_left: Vec<(usize, usize)>,
    /// Landing squares of prepared moves, which stay empty.
    reserved: BTreeSet<Square>,
    trees: BTreeSet<Square>,
    unreachable: bool,
}

pub(super) fn state(model: &Model, rng: &mut Rng, unreachable: bool) -> State {
    let pieces_left = (0..model.seats.len()).map(|seat| {
        let own = || model.array.values().filter(move |piece| piece.seat == seat);
        let knights = own().filter(|piece| piece.knight).count();
        (knights, own().count() - knights)
    });
    let mut construction = Construction {
        model,
        pieces: Pieces::new(),
        pieces_left: pieces_left.collect(),
        reserved: BTreeSet::new(),
        trees: BTreeSet::new(),
        unreachable,
    };
    let to_move = rng.below(model.seats.len());
    construction.trees(rng, to_move);
    let mut spent = vec![false; model.seats.len()];
    if !model.castles[0].is_empty() && rng.once_in(8) {
        spent = construction.boxed_in(rng);
    }
    if !model.castles[0].is_empty() && rng.once_in(6) {
        construction.planted_entry(rng, to_move);
    }
    if unreachable || rng.once_in(2) {
        construction.castles(rng);
    }
    for _ in 0..rng.below(3) {
        construction.planted(rng, to_move);
    }
    for _ in 0..rng.below(3) {
        construction.cluster(rng);
    }
    let few = rng.below(3);
    for _ in 0..rng.below(1 + [2, 8, model.array.len()][few]) {
        let at = construction.any_square(rng);
        let seat = construction.any_seat(rng);
        construction.put(rng, at, seat);
    }
    construction.fill_empty_teams(rng);
    let counts = (0..model.seats.len()).map(|seat| match rng.below(4) {
        _ if spent[seat] => model.castle_moves,
        0 | 1 => 0,
        2 => rng.below(model.castle_moves as usize + 1) as u32,
        _ => model.castle_moves,
    });
    State {
        to_move,
        castle_moves: counts.collect(),
        pieces: construction.pieces,
        trees: construction.trees,
        quiet: rng.below(40) as u32,
        turn: 20 + rng.below(40) as u32,
    }
}

impl Construction<'_> {
    fn any_square(&self, rng: &mut Rng) -> Square {
        let squares: Vec<Square> = self.model.squares.iter().copied().collect();
        *rng.pick(&squares).expect("a square of the board")
    }

    fn any_seat(&self, rng: &mut Rng) -> usize {
        rng.below(self.model.seats.len())
    }

    /// Gives pieces to teams without any. One team never stays empty, the others only rarely.
    fn fill_empty_teams(&mut self, rng: &mut Rng) {
        let model = self.model;
        let teams = model.teams.iter().max().map_or(0, |last| last + 1);
        // Games of many teams go on when some are empty.
        let rarely = if teams > 2 { 3 } else { 12 };
        for team in 0..teams {
            if self.pieces.is_empty() || !rng.once_in(rarely) {
                for _ in 0..100 {
                    let present = |piece: &Piece| model.teams[piece.seat] == team;
                    if self.pieces.values().any(present) {
                        break;
                    }
                    let at = self.any_square(rng);
                    let seat = self.any_seat(rng);
                    if model.teams[seat] == team {
                        self.put(rng, at, seat);
                    }
                }
            }
        }
    }

    /// Places three trees per seat, rarely only for the seats before the one to move.
    fn trees(&mut self, rng: &mut Rng, to_move: usize) {
        let are_due = rng.once_in(300);
        let placed = if are_due { to_move } else { self.model.tree_squares.len() };
        for own in self.model.tree_squares.iter().take(placed) {
            let mut own: Vec<Square> = own.iter().copied().collect();
            for _ in 0..3 {
                self.trees.insert(own.swap_remove(rng.below(own.len())));
            }
        }
    }

    /// Puts a piece if the square is free and the seat has pieces left.
    fn put(&mut self, rng: &mut Rng, at: Square, seat: usize) -> bool {
        if self.pieces.contains_key(&at)
            || self.trees.contains(&at)
            || self.reserved.contains(&at)
            || !self.may_stand(at, seat)
        {
            return false;
        }
        let (knights, men) = &mut self.pieces_left[seat];
        let knight = match (*knights, *men) {
            (0, 0) => return false,
            (0, _) => false,
            (_, 0) => true,
            _ => rng.once_in(2),
        };
        *(if knight { knights } else { men }) -= 1;
        self.pieces.insert(at, Piece { seat, knight });
        true
    }

    fn may_stand(&self, at: Square, seat: usize) -> bool {
        let model = self.model;
        if !model.squares.contains(&at) || model.water.contains(&at) {
            return false;
        }
        let in_own = |square: &Square, piece: &Piece| {
            piece.seat == seat && model.castles[seat].contains(square)
        };
        if model.castles[seat].contains(&at) && !self.unreachable {
            return !self.pieces.iter().any(|(square, piece)| in_own(square, piece));
        }
        if model.goals[seat].contains(&at) {
            let team = model.teams[seat];
            let there = self.pieces.iter().filter(|(square, piece)| {
                model.teams[piece.seat] == team && model.goals[piece.seat].contains(square)
            });
            return there.count() < model.pieces_in_castle_to_win;
        }
        self.unreachable || !model.is_side_castle(seat, at)
    }

    /// Puts pieces in and around castles. Goals are filled less often if that ends the game.
    fn castles(&mut self, rng: &mut Rng) {
        for castle in self.model.castles.clone() {
            for at in &castle {
                let seat = self.any_seat(rng);
                let ends = self.model.pieces_in_castle_to_win == 1;
                let is_goal = self.model.goals[seat].contains(at);
                if rng.once_in(2) && !(is_goal && ends && !rng.once_in(10)) {
                    self.put(rng, *at, seat);
                }
            }
            let beside = castle.first().filter(|_| rng.once_in(2));
            if let Some(centre) = beside {
                self.around(rng, *centre, 2);
            }
        }
    }

    fn cluster(&mut self, rng: &mut Rng) {
        let centre = self.any_square(rng);
        let radius = 1 + rng.below(3) as i32;
        self.around(rng, centre, radius);
    }

    fn around(&mut self, rng: &mut Rng, centre: Square, radius: i32) {
        let sparse = 2 + rng.below(3);
        let seats = [self.any_seat(rng), self.any_seat(rng), self.any_seat(rng)];
        for ranks in -radius..=radius {
            for files in -radius..=radius {
                if rng.once_in(sparse) {
                    let seat = *rng.pick(&seats).expect("three seats");
                    self.put(rng, centre.towards((files, ranks), 1), seat);
                }
            }
        }
    }

    /// Prepares a move of the seat to move: its piece, friends to canter over and enemies to
    /// jump along a random walk.
    fn planted(&mut self, rng: &mut Rng, to_move: usize) {
        let mut at = self.any_square(rng);
        // The walk sometimes starts in the own castle or beside a castle.
        if rng.once_in(4) {
            let near: Vec<Square> = self.model.castles.iter().flatten().copied().collect();
            if let Some(castle) = rng.pick(&near) {
                let direction = *rng.pick(&DIRECTIONS).expect("eight directions");
                at = castle.towards(direction, rng.below(3) as i32);
            }
        }
        if !self.put(rng, at, to_move) {
            return;
        }
        let team = self.model.teams[to_move];
        let canters = rng.below(4);
        let legs = canters + rng.below(6);
        for leg in 0..legs {
            for _ in 0..8 {
                let direction = *rng.pick(&DIRECTIONS).expect("eight directions");
                let (over, to) = (at.towards(direction, 1), at.towards(direction, 2));
                let seat = self.any_seat(rng);
                let friendly = self.model.teams[seat] == team;
                if friendly == (leg < canters)
                    && self.model.squares.contains(&to)
                    && !self.pieces.contains_key(&to)
                    && self.put(rng, over, seat)
                {
                    self.reserved.insert(to);
                    at = to;
                    break;
                }
            }
        }
    }

    /// Prepares a canter route into the goal, backwards from the goal, with some enemies beside
    /// it (rules.md 2.5, 4.4).
    fn planted_entry(&mut self, rng: &mut Rng, to_move: usize) {
        let goals: Vec<Square> = self.model.goals[to_move].iter().copied().collect();
        let mut at = *rng.pick(&goals).expect("a goal square");
        let mut landings = vec![at];
        for _ in 0..1 + rng.below(3) {
            for _ in 0..12 {
                let direction = *rng.pick(&DIRECTIONS).expect("eight directions");
                let (over, before) = (at.towards(direction, 1), at.towards(direction, 2));
                let seat = self.any_seat(rng);
                if self.model.teams[seat] == self.model.teams[to_move]
                    && self.model.squares.contains(&before)
                    && !self.pieces.contains_key(&before)
                    && !landings.contains(&over)
                    && !landings.contains(&before)
                    && self.put(rng, over, seat)
                {
                    at = before;
                    landings.push(at);
                    break;
                }
            }
        }
        if !self.put(rng, at, to_move) {
            return;
        }
        landings.retain(|landing| *landing != at);
        self.reserved.extend(&landings);
        for landing in landings.into_iter().skip(1) {
            let direction = *rng.pick(&DIRECTIONS).expect("eight directions");
            let (over, to) = (landing.towards(direction, 1), landing.towards(direction, 2));
            let enemy = self.any_seat(rng);
            if self.model.teams[enemy] != self.model.teams[to_move]
                && self.model.squares.contains(&to)
                && !self.pieces.contains_key(&to)
                && self.put(rng, over, enemy)
            {
                self.reserved.insert(to);
            }
        }
    }

    /// Leaves a team with almost no move (rules.md 5.4). Returns the seats without castle moves
    /// left.
    ///
    /// Each seat has no piece, one piece in the goal, or one blocked piece in its own castle.
    fn boxed_in(&mut self, rng: &mut Rng) -> Vec<bool> {
        let model = self.model;
        let mut spent = vec![false; model.seats.len()];
        let team = rng.below(model.teams.iter().max().map_or(0, |last| last + 1));
        let others: Vec<usize> =
            (0..model.seats.len()).filter(|seat| model.teams[*seat] != team).collect();
        if rng.once_in(2) {
            let left = *rng.pick(&others).expect("a seat of the other team");
            for seat in others {
                self.pieces_left[seat] = if seat == left { (1, 0) } else { (0, 0) };
            }
        }
        for (seat, spent) in spent.iter_mut().enumerate() {
            if model.teams[seat] != team {
                continue;
            }
            let ways = if model.pieces_in_castle_to_win == 1 { 2 } else { 3 };
            match rng.below(ways) {
                0 => {}
                1 => {
                    let castle: Vec<Square> = model.castles[seat].iter().copied().collect();
                    let at = *rng.pick(&castle).expect("a castle square");
                    self.put(rng, at, seat);
                    let lines =
                        DIRECTIONS.iter().flat_map(|to| [at.towards(*to, 1), at.towards(*to, 2)]);
                    for wall in lines {
                        let other = self.any_seat(rng);
                        if !self.put(rng, wall, other) {
                            self.put(rng, wall, seat);
                        }
                    }
                }
                _ => {
                    let goal: Vec<Square> = model.goals[seat].iter().copied().collect();
                    let at = *rng.pick(&goal).expect("a goal square");
                    self.put(rng, at, seat);
                    *spent = true;
                }
            }
            self.pieces_left[seat] = (0, 0);
        }
        spent
    }
}
