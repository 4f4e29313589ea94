//! Compares the crate with an independent model on seeded positions of every variant.
//!
//! Both share only the text forms.

use std::collections::{BTreeMap, BTreeSet};

use chivalry_rules::{Move, MoveList, Position, Rule, Variant};

use super::helpers::{ResultText, outcome, read, result, results, variant};
use super::model::{Model, NAMES, REASONS, Square, State, read_move};
use super::positions::{mutate, positions, unreachable};
use super::rng::Rng;

/// Positions per variant, from random play and constructed.
const POSITIONS: usize = 9_000;
/// Positions per variant that play cannot reach.
const UNREACHABLE: usize = 1_000;
/// Maximum number of pieces per position with routes from the model, besides those that reach
/// the goal.
const ROUTED: usize = 3;
/// Maximum number of routes per piece that the crate judges.
const ROUTES: usize = 100;
/// Number of listed moves per position that the model judges.
const LISTED: usize = 4;
/// Number of mutated moves per position that both judge.
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
        fn every_modelled_variant_is_compared() {
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
    chivalry_four_singles: "chivalry-four-singles", 2027;
    cam_for_three: "cam-for-three", 2028;
}

#[test]
fn mutated_moves_cover_every_reason_code() {
    let mut reasons = BTreeMap::<&str, usize>::new();
    for name in NAMES {
        let model = Model::of(name);
        let mut rng = Rng::seeded(19);
        for text in positions(&model, &mut rng, 400) {
            let both = Comparison::read(&model, variant(name), &text);
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
    texts.extend((0..UNREACHABLE).map(|_| unreachable(&model, &mut rng)));
    for text in texts {
        Comparison::read(&model, variant(name), &text).agree(&mut rng);
    }
}

/// Compares some positions of one variant, both chosen by `rng`.
pub(crate) fn agree_on_some(rng: &mut Rng) {
    let name = rng.pick(&NAMES).unwrap();
    let model = Model::of(name);
    let mut texts = positions(&model, rng, 4);
    texts.push(unreachable(&model, rng));
    for text in texts {
        Comparison::read(&model, variant(name), &text).agree(rng);
    }
}

/// One position in both implementations.
struct Comparison<'a> {
    text: &'a str,
    model: &'a Model,
    state: State,
    position: Position,
    list: MoveList,
    /// The listed moves as text.
    listed: Vec<String>,
}

impl<'a> Comparison<'a> {
    fn read(model: &'a Model, variant: &'static Variant, text: &'a str) -> Comparison<'a> {
        let (state, position) = (model.parse(text), read(variant, text));
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let listed = list.iter().map(|legal| position.move_text(&legal)).collect();
        Comparison { text, model, state, position, list, listed }
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

    /// Compares results, outcome, result count and the existence of a move.
    fn agree_on_results(&self) {
        let Comparison { text, model, ref state, position, .. } = *self;
        let mut list = MoveList::new();
        let expected = model.results(state);
        assert_eq!(outcome(&position), model.outcome(state), "{text}");
        assert_eq!(results(&position, &mut list), expected, "{text}");
        assert_eq!(position.count_legal_moves(&mut list), expected.len(), "{text}");
        let goes_on = position.ending().is_none();
        if goes_on {
            assert_eq!(position.has_move(position.turn()), !expected.is_empty(), "{text}");
        }
        assert_eq!(position.must_pass(), goes_on && expected.is_empty(), "{text}");
    }

    /// Compares the pass-turn, if it is the only turn.
    fn agree_on_passing(&self) {
        if self.position.must_pass() {
            let passed = self.model.judge(&self.state, "pass").unwrap();
            self.agree_on_next(&self.position.after_pass(), &passed, "pass");
        }
    }

    /// Checks that every route of the model is legal with the same result.
    ///
    /// The listed route must be the best one (`notation.md`, "Moves").
    fn agree_on_routes(&self, rng: &mut Rng) {
        let results = self.list.iter().map(|legal| result(&self.position, &legal.effect));
        let own: BTreeMap<ResultText, &String> = results.zip(&self.listed).collect();
        for from in self.routed(rng) {
            for route in self.model.routes(&self.state, from, ROUTES) {
                let next = self.model.judge(&self.state, &route).unwrap();
                let listed = own[&self.play(&route, &next)];
                assert!(
                    route_order(listed) <= route_order(&route),
                    "{} lists {listed}, not {route}",
                    self.text
                );
            }
        }
    }

    /// Selects pieces: all that reach the goal by several legs, and some others, mostly with
    /// long moves.
    ///
    /// Routes into the goal are rare and the hardest to list (`rules.md 4.4`).
    fn routed(&self, rng: &mut Rng) -> BTreeSet<Square> {
        let long: Vec<&String> =
            self.listed.iter().filter(|text| route_order(text).0 > 1).collect();
        let goal = &self.model.goals[self.state.to_move];
        let home =
            long.iter().copied().filter(|text| goal.contains(route_order(text).1.last().unwrap()));
        let mut routed: Vec<&String> = home.collect();
        routed.extend(rng.pick(&self.listed));
        routed.extend((1..ROUTED).filter_map(|_| rng.pick(&long)));
        routed.into_iter().map(|text| read_move(text).unwrap().0).collect()
    }

    /// Checks that listed moves are legal in the model.
    fn agree_on_listed(&self, rng: &mut Rng) {
        for _ in 0..LISTED {
            let route = rng.pick(&self.listed).unwrap();
            match self.model.judge(&self.state, route) {
                Ok(next) => drop(self.play(route, &next)),
                Err(reason) => panic!("{} lists {route}: {reason}", self.text),
            }
        }
    }

    /// Judges a probably illegal move in both implementations and returns the verdict.
    fn judge_mutated(&self, rng: &mut Rng) -> &'static str {
        let wrong = mutate(rng.pick(&self.listed).unwrap(), rng, self.model, &self.state);
        match self.model.judge(&self.state, &wrong) {
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

    /// Plays a move that the model allows and returns its result.
    fn play(&self, route: &str, expected: &State) -> ResultText {
        let written: Move = route.parse().unwrap();
        let effect = match self.position.check(&written) {
            Ok(effect) => effect,
            Err(violation) => panic!("{} refuses {route}: {violation}", self.text),
        };
        let done = result(&self.position, &effect);
        assert_eq!(done, result_of(&self.state, route, expected), "{} {route}", self.text);
        self.agree_on_next(&self.position.after(&effect), expected, route);
        done
    }

    fn agree_on_next(&self, next: &Position, expected: &State, route: &str) {
        let text = self.model.write(expected);
        assert_eq!(next.to_string(), text, "{} {route}", self.text);
        let again = read(self.position.variant(), &text);
        assert_eq!((next.hash(), *next), (again.hash(), again), "{} {route}", self.text);
    }
}

/// The sort key of routes to the same result: fewer legs, then smaller squares (`notation.md`,
/// "Moves").
fn route_order(route: &str) -> (usize, Vec<Square>) {
    let legs = read_move(route).unwrap().1;
    (legs.len(), legs.into_iter().map(|(_, to)| to).collect())
}

/// Derives the result of a written move from the position after it.
fn result_of(before: &State, route: &str, after: &State) -> ResultText {
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
