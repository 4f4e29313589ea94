//! Variant files: valid files, and the line and text of every error.

use chivalry_rules::{Position, Team, Variant, read_variant_file};

const CAMETTE: &str = include_str!("../../variants/camette.variant");
const RIVER: &str = include_str!("../../variants/river-camelot.variant");
const THREE: &str = include_str!("../../../../examples/variants/cam-for-three.variant");
const FOUR: &str = include_str!("../../variants/chivalry-four-handed.variant");

/// A valid file, the text to replace, its replacement, and the expected error.
#[rustfmt::skip]
const BROKEN: &[(&str, &str, &str, &str)] = &[
    (CAMETTE, "title: Camette", "Camette", "line 3: `key: value` is expected"),
    (CAMETTE, "enemy_reduced_to", "flying_knights", "line 21: there is no key or switch `flying_knights`"),
    (CAMETTE, "title: Camette", "name: other", "line 3: `name` is written twice"),
    (CAMETTE, "title: Camette", "title:", "line 3: `title` has no value"),
    (CAMETTE, "castle_moves: 0\n", "", "line 26: `castle_moves` is missing"),
    (CAMETTE, "name: camette", "name: Camette!", "line 2: a name has 2 to 40 small letters, digits and hyphens, a letter first"),
    (CAMETTE, "text pt", "text Portuguese", "line 9: `Portuguese` is no language: two small letters, such as `en`"),
    (CAMETTE, "C B-D A-E*3", "C D-B A-E*3", "line 13: rank 2: `D-B` is not a span of files such as `C-L` or `A-N*8`"),
    (CAMETTE, "C B-D A-E*3", "C B-D A-Z*10", "line 13: a board has at most 256 squares"),
    (CAMETTE, "White Black", "White Red", "line 14: the seats are `White Black`, or three or four of Red, Green, Blue and Yellow"),
    (CAMETTE, "White Black", "White Black White", "line 14: unequal turn order: White has more turns than others"),
    (CAMETTE, "castle Black: C7", "castle Red: C7", "line 16: `Red` is no seat of this game"),
    (CAMETTE, "castle Black: C7", "castle Black: C9", "line 16: `C9` is not a square of the board"),
    (CAMETTE, "castle Black: C7", "castle Black: C1", "line 16: C1 is named twice"),
    (CAMETTE, "castle Black: C7\n", "", "line 26: Black has no castle, and castles matter"),
    (FOUR, "seats: Red", "castle Red: G1\nseats: Red", "line 14: castles do not matter in this game"),
    (RIVER, "castle Black: F16", "castle Black: L12", "line 17: L12 is water"),
    (RIVER, "water: A5", "water: M5", "line 14: `M5` is not a square of the board"),
    (RIVER, "trees White: C2", "trees White: A5", "line 18: A5 is water"),
    (RIVER, "trees White: C2", "trees White: J15", "line 19: J15 is named twice"),
    (RIVER, "trees White", "trees Green", "line 18: `Green` is no seat of this game"),
    (CAMETTE, "array: ", "trees White: A3 B4 C5\narray: ", "line 28: each seat has three tree squares or more, or none has any"),
    (CAMETTE, "array: ", "trees White: A3 B4\ntrees Black: A5 B5 D4\narray: ", "line 17: each seat has three tree squares or more, or none has any"),
    (CAMETTE, "/1bbb1/", "/2bbb1/", "line 17: column 11: the rank has 5 squares"),
    (CAMETTE, "/1bbb1/", "/1qqq1/", "line 17: column 8: `q` is not a piece of this game"),
    (CAMETTE, "/1W1/1", "/1W1", "line 17: column 24: 1 ranks are missing"),
    (CAMETTE, "array: 1/1B1/1bbb1/", "array: 1/3/5/", "line 17: Black has no pieces"),
    (RIVER, "array: 2/8/10/2B", "array: 2/8/10/^1B", "line 20: column 8: `^` is not a piece of this game"),
    (RIVER, "/12/12/12/12/12/12/", "/12/12/12/12/12/w11/", "line 20: A6 is water, on which nothing may stand"),
    (CAMETTE, "1W1/1\n", "1W1/b\n", "line 17: the game is over before it begins"),
    (CAMETTE, "enemy_reduced_to: 0", "enemy_reduced_to: many", "line 21: a number from 0 to 16 is expected, not `many`"),
    (CAMETTE, "castles_matter: yes", "castles_matter: perhaps", "line 25: `yes` or `no` is expected, not `perhaps`"),
    (CAMETTE, "seats: White Black", "seats: White Black\nteams: White Black", "line 15: teams name every seat once, with commas between the teams, and have one or two seats each"),
    (FOUR, "seats: Red", "teams: Red Green Blue, Yellow\nseats: Red", "line 14: teams name every seat once, with commas between the teams, and have one or two seats each"),
    (FOUR, "seats: Red", "teams: Red, Green, Blue\nseats: Red", "line 14: teams name every seat once, with commas between the teams, and have one or two seats each"),
    (FOUR, "seats: Red", "seating: Red Green Blue Blue\nseats: Red", "line 14: the seating names every seat once, clockwise"),
    (FOUR, "seats: Red", "goal Red: Green\nseats: Red", "line 14: castles do not matter in this game, so there are no goals"),
    (THREE, "goal Red: Blue", "goal Red: Red", "line 10: Red needs a goal: seats with castles, other than Red"),
    (THREE, "goal Red: Blue\n", "", "line 25: Red needs a goal: seats with castles, other than Red"),
    (THREE, "goal Red", "goal Green", "line 10: `Green` is no seat of this game"),
    (THREE, "object_reversed: no", "object_reversed: yes", "line 25: only games of two teams have a reversed object"),
    (CAMETTE, "pieces_in_castle_to_win: 1", "pieces_in_castle_to_win: 2", "line 19: White has a goal of too few squares for that"),
];

fn faults(text: &str) -> Vec<String> {
    let faults = read_variant_file(text.to_owned().leak()).expect_err("a broken file");
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn each_error_is_reported_with_its_line() {
    assert!(BROKEN.len() >= 30);
    for (sound, from, to, expected) in BROKEN {
        assert!(sound.contains(from), "{from}");
        let found = faults(&sound.replacen(from, to, 1));
        assert!(found.iter().any(|fault| fault == expected), "{to}: {found:?}");
    }
}

#[test]
fn unreachable_goals_are_refused() {
    let moat = CAMETTE.replace("board: C B-D", "water: A4 B4 C4 D4 E4\nboard: C B-D");
    assert_eq!(
        faults(&moat),
        ["line 16: Black cannot reach its goal", "line 17: White cannot reach its goal"]
    );
}

#[test]
fn all_errors_of_a_file_are_reported() {
    let broken = CAMETTE
        .replace("castle Black: C7", "castle Black: C9")
        .replace("castle_moves: 0", "castle_moves: x")
        .replace("title: Camette\n", "");
    assert_eq!(faults(&broken).len(), 3);
}

#[test]
fn a_built_in_file_reads_as_the_same_variant() {
    let read: &'static Variant = Box::leak(Box::new(read_variant_file(RIVER).unwrap()));
    let known = Variant::named("river-camelot").unwrap();
    assert_eq!(Position::start(read).to_string(), Position::start(known).to_string());
    assert_eq!(read.switches(), known.switches());
    assert!(read.descriptions().iter().any(|(language, _)| *language == "pt"));
}

#[test]
fn an_unreadable_switch_is_one_fault() {
    let unreadable = CAMETTE.replace("castles_matter: yes", "castles_matter: true");
    assert_eq!(faults(&unreadable), ["line 25: `yes` or `no` is expected, not `true`"]);
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let marked = format!("\u{feff}{CAMETTE}");
    assert_eq!(read_variant_file(marked.leak()).unwrap().name(), "camette");
}

#[test]
fn an_array_can_have_a_name_of_its_own() {
    let named = CAMETTE.replace("array: ", "array name: house\narray: ");
    let variant = read_variant_file(named.leak()).unwrap();
    assert_eq!(variant.array_name(), Some("house"));
}

#[test]
fn usual_teams_seating_and_goals_may_be_written() {
    let hash = |text: &str| read_variant_file(text.to_owned().leak()).unwrap().hash();
    let partners = FOUR.replace(
        "seats: Red Green Blue Yellow",
        "seats: Red Green Blue Yellow\nteams: Blue Red, Yellow Green\nseating: Red Blue Green Yellow",
    );
    assert_eq!(hash(&partners), hash(FOUR));
    let singles = FOUR.replace("board:", "teams: Red, Green, Blue, Yellow\nboard:");
    assert_ne!(hash(&singles), hash(FOUR));
    let goals = CAMETTE.replace("board:", "goal White: Black\ngoal Black: White\nboard:");
    assert_eq!(hash(&goals), hash(CAMETTE));
    let others = THREE.replace("goal Red: Blue", "goal Red: Blue Yellow");
    assert_ne!(hash(&others), hash(THREE));
}

#[test]
fn partners_may_have_consecutive_turns() {
    let text = FOUR.replace("board:", "teams: Red Green, Blue Yellow\nboard:");
    let variant = read_variant_file(text.leak()).unwrap();
    assert_eq!(variant.team_letters(Team::First), "RG");
    assert_eq!(variant.team_letters(Team::Second), "BY");
    assert!(variant.has_partners() && !variant.is_free_for_all());
}

#[test]
fn opposite_castles_need_an_enemy_opposite() {
    let none = THREE.replace("goal Red: Blue\ngoal Blue: Yellow\ngoal Yellow: Red\n", "");
    let every = read_variant_file(none.clone().leak()).unwrap();
    assert_eq!(every.seats().map(|seat| every.goal(seat).len()).sum::<usize>(), 6);
    let opposite = none.replace("goal_is_opposite_only: no", "goal_is_opposite_only: yes");
    let expected = "line 20: no enemy sits opposite of a seat: write `goal SEAT` for each seat";
    assert_eq!(faults(&opposite), [expected]);
}

#[test]
fn a_castle_of_an_unknown_seat_is_one_fault() {
    let misspelt = CAMETTE.replace("castle Black: C7", "castle Blakc: C7");
    assert_eq!(faults(&misspelt), ["line 16: `Blakc` is no seat of this game"]);
}
