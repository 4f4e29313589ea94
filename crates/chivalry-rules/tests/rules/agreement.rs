//! The core and the model, which share nothing but the text forms, agree on
//! seeded positions of every variant.

use std::collections::{BTreeMap, BTreeSet};

use chivalry_rules::{Move, MoveList, Position, Rule, Variant};

use super::helpers::{ResultText, outcome, read, result, results, variant};
use super::model::{Model, NAMES, Place, REASONS, Square, read_move};
use super::positions::{mutate, odd, positions};
use super::rng::Rng;

/// Positions of random play and crafted ones, a variant.
const POSITIONS: usize = 9_000;
/// Positions that play never leads to, a variant.
const ODD: usize = 1_000;
/// The most pieces whose routes the model writes, a position, besides those
/// that reach the goal.
const ROUTED: usize = 3;
/// The most routes of one piece that the core judges.
const ROUTES: usize = 100;
/// The most listed moves of the core that the model judges, a position.
const LISTED: usize = 4;
/// Mutated moves that both judge, a position.
const MUTATED: usize = 8;

macro_rules! agreement {
    ($($test:ident: $variant:literal, $seed:literal;)*) => {
        $(
            #[test]
            fn $test() {
                agree($variant, $seed);
            }
        )*

        #[test]
        fn every_game_that_the_model_knows_is_here() {
            assert_eq!([$($variant),*], NAMES);
        }
    };
}

agreement! {
    chivalry: "chivalry", 1887;
    chivalry_1887: "chivalry-1887", 1888;
    chivalry_four_handed: "chivalry-four-handed", 1889;
    camelot: "camelot", 1930;
    camelot_1931: "camelot-1931", 1931;
    cam: "cam", 1949;
    camette: "camette", 1950;
    grand_cam: "grand-cam", 1951;
    grand_camelot: "grand-camelot", 1932;
    river_camelot: "river-camelot", 2012;
    anti_camelot: "anti-camelot", 2009;
    camelot_all_knights: "camelot-all-knights", 2010;
    camette_all_knights: "camette-all-knights", 2011;
}

#[test]
fn every_reason_comes_up() {
    let mut reasons = BTreeMap::<&str, usize>::new();
    for name in NAMES {
        let model = Model::of(name);
        let mut rng = Rng::seeded(19);
        for text in positions(&model, &mut rng, 400) {
            let both = Both::read(&model, variant(name), &text);
            if both.listed.is_empty() {
                continue;
            }
            for _ in 0..3 * MUTATED {
                *reasons.entry(both.judge_mutated(&mut rng)).or_default() += 1;
            }
        }
    }
    let missing: Vec<&str> =
        REASONS.into_iter().filter(|code| !reasons.contains_key(code)).collect();
    assert!(missing.is_empty(), "{missing:?} of {reasons:?}");
    assert_eq!(REASONS, Rule::ALL.map(Rule::code));
}

fn agree(name: &str, seed: u64) {
    let model = Model::of(name);
    let mut rng = Rng::seeded(seed);
    let mut texts = positions(&model, &mut rng, POSITIONS);
    texts.extend((0..ODD).map(|_| odd(&model, &mut rng)));
    for text in texts {
        Both::read(&model, variant(name), &text).agree(&mut rng);
    }
}

/// Some positions of one of the games, both as `rng` has it.
pub(crate) fn agree_on_some(rng: &mut Rng) {
    let name = rng.pick(&NAMES).unwrap();
    let model = Model::of(name);
    let mut texts = positions(&model, rng, 4);
    texts.push(odd(&model, rng));
    for text in texts {
        Both::read(&model, variant(name), &text).agree(rng);
    }
}

/// One position, as the core and as the model have it.
struct Both<'a> {
    text: &'a str,
    model: &'a Model,
    place: Place,
    position: Position,
    list: MoveList,
    /// The moves of the list as text.
    listed: Vec<String>,
}

impl<'a> Both<'a> {
    fn read(model: &'a Model, variant: &'static Variant, text: &'a str) -> Both<'a> {
        let (place, position) = (model.parse(text), read(variant, text));
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let listed = list.iter().map(|legal| position.move_text(&legal)).collect();
        Both { text, model, place, position, list, listed }
    }

    fn agree(&self, rng: &mut Rng) {
        self.agree_on_results();
        if self.listed.is_empty() {
            return self.agree_on_passing();
        }
        self.agree_on_routes(rng);
        self.agree_on_listed(rng);
        for _ in 0..MUTATED {
            self.judge_mutated(rng);
        }
    }

    /// Results, outcome, their number, and whether there is a move at all.
    fn agree_on_results(&self) {
        let Both { text, model, ref place, position, .. } = *self;
        let mut list = MoveList::new();
        let expected = model.results(place);
        assert_eq!(outcome(&position), model.outcome(place), "{text}");
        assert_eq!(results(&position, &mut list), expected, "{text}");
        assert_eq!(position.count_legal_moves(&mut list), expected.len(), "{text}");
        let goes_on = position.ending().is_none();
        if goes_on {
            assert_eq!(position.has_move(position.turn()), !expected.is_empty(), "{text}");
        }
        assert_eq!(position.must_pass(), goes_on && expected.is_empty(), "{text}");
    }

    /// A pass-turn, where it is all that is left.
    fn agree_on_passing(&self) {
        if self.position.must_pass() {
            let passed = self.model.judge(&self.place, "pass").unwrap();
            self.agree_on_next(&self.position.after_pass(), &passed, "pass");
        }
    }

    /// Every route of the model is a legal move of the core with the same
    /// result, and none is better than the core's own (`notation.md`,
    /// "Moves").
    fn agree_on_routes(&self, rng: &mut Rng) {
        let results = self.list.iter().map(|legal| result(&self.position, &legal.effect));
        let own: BTreeMap<ResultText, &String> = results.zip(&self.listed).collect();
        for from in self.routed(rng) {
            for route in self.model.routes(&self.place, from, ROUTES) {
                let next = self.model.judge(&self.place, &route).unwrap();
                let listed = own[&self.play(&route, &next)];
                assert!(
                    order(listed) <= order(&route),
                    "{} lists {listed}, not {route}",
                    self.text
                );
            }
        }
    }

    /// Some pieces that can move, most of them by more than one leg, and all
    /// that reach the goal by more than one: seldom, and the hardest to list
    /// (`rules.md 4.4`).
    fn routed(&self, rng: &mut Rng) -> BTreeSet<Square> {
        let long: Vec<&String> = self.listed.iter().filter(|text| order(text).0 > 1).collect();
        let goal = &self.model.goals[self.place.to_move];
        let home = long.iter().copied().filter(|text| goal.contains(order(text).1.last().unwrap()));
        let mut routed: Vec<&String> = home.collect();
        routed.extend(rng.pick(&self.listed));
        routed.extend((1..ROUTED).filter_map(|_| rng.pick(&long)));
        routed.into_iter().map(|text| read_move(text).unwrap().0).collect()
    }

    /// Moves that the core lists are legal to the model.
    fn agree_on_listed(&self, rng: &mut Rng) {
        for _ in 0..LISTED {
            let route = rng.pick(&self.listed).unwrap();
            match self.model.judge(&self.place, route) {
                Ok(next) => drop(self.play(route, &next)),
                Err(reason) => panic!("{} lists {route}: {reason}", self.text),
            }
        }
    }

    /// Judges a move that is probably wrong, and gives the verdict of both.
    fn judge_mutated(&self, rng: &mut Rng) -> &'static str {
        let wrong = mutate(rng.pick(&self.listed).unwrap(), rng, self.model, &self.place);
        match self.model.judge(&self.place, &wrong) {
            Ok(next) => {
                self.play(&wrong, &next);
                "legal"
            }
            Err(reason) => {
                let verdict = self.position.check(&wrong.parse().unwrap());
                let verdict = verdict.map_err(|violation| violation.rule().code());
                assert_eq!(verdict, Err(reason), "{} {wrong}", self.text);
                reason
            }
        }
    }

    /// Plays a move that the model allows, and gives its result.
    fn play(&self, route: &str, expected: &Place) -> ResultText {
        let written: Move = route.parse().unwrap();
        let effect = match self.position.check(&written) {
            Ok(effect) => effect,
            Err(violation) => panic!("{} refuses {route}: {violation}", self.text),
        };
        let done = result(&self.position, &effect);
        assert_eq!(done, result_of(&self.place, route, expected), "{} {route}", self.text);
        self.agree_on_next(&self.position.after(&effect), expected, route);
        done
    }

    fn agree_on_next(&self, next: &Position, expected: &Place, route: &str) {
        let text = self.model.write(expected);
        assert_eq!(next.to_string(), text, "{} {route}", self.text);
        let again = read(self.position.variant(), &text);
        assert_eq!((next.hash(), *next), (again.hash(), again), "{} {route}", self.text);
    }
}

/// What makes one route better than another to the same result: fewer legs,
/// then smaller in board order (`notation.md`, "Moves").
fn order(route: &str) -> (usize, Vec<Square>) {
    let legs = read_move(route).unwrap().1;
    (legs.len(), legs.into_iter().map(|(_, to)| to).collect())
}

/// What a written move did, read off the position after it.
fn result_of(before: &Place, route: &str, after: &Place) -> ResultText {
    let (from, legs) = read_move(route).unwrap();
    let to = legs.last().unwrap().1;
    let planted: Vec<String> =
        after.trees.difference(&before.trees).map(|square| square.text()).collect();
    if let [first, second, last] = &planted[..] {
        return (first.clone(), last.clone(), vec![second.clone()]);
    }
    let gone: BTreeSet<String> = before
        .pieces
        .iter()
        .filter(|(square, piece)| **square != from && after.pieces.get(square) != Some(*piece))
        .map(|(square, _)| square.text())
        .collect();
    (from.text(), to.text(), gone.into_iter().collect())
}
