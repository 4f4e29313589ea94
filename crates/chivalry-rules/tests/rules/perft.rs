//! Perft from each array, compared with `perft.txt`.

use chivalry_rules::{MoveList, Position, Variant, perft, perft_divide};

use super::helpers::variant;

#[test]
fn perft_from_every_array() {
    let mut seen: Vec<&str> = Vec::new();
    for line in include_str!("perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let (start, counts) = line.split_once(':').unwrap();
        let (name, text) = start.split_once(' ').unwrap_or((start, ""));
        let variant = variant(name);
        let start = match text {
            "" => Position::start(variant),
            text => Position::read(text, variant).unwrap(),
        };
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            assert_eq!(perft(&start, depth), count.parse::<u64>().unwrap(), "{name} {depth}");
        }
        if text.is_empty() {
            seen.push(variant.name());
        }
    }
    let all: Vec<&str> = Variant::all().iter().map(Variant::name).collect();
    assert_eq!(seen, all, "one line for every variant, in their order");
}

#[test]
fn perft_divide_adds_up_to_perft() {
    for variant in Variant::all() {
        let start = Position::start(variant);
        let parts = perft_divide(&start, 2);
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), perft(&start, 2));
    }
}

/// The first ply of Four-Handed Chivalry, counted by hand (`rules.md 8.3`, `8.15`). No two seats
/// are in contact, so that both games begin alike.
#[test]
fn the_first_ply_of_four_handed_chivalry_is_the_one_counted_by_hand() {
    let steps = "A5-B6 A6-A7 A6-B6 A6-B7 B4-C5 B5-B6 B5-C5 B5-C6 C3-D4 C4-D4 C4-C5 C4-D5 \
                 D2-E2 D2-E3 D3-E2 D3-E3 D3-D4 D3-E4";
    let canters = "A5-C5 A5-A7 B4-D4 B4-B6 C3-C5 C3-E3 C4-E2 D2-D4";
    let mut counted: Vec<&str> = steps.split_whitespace().chain(canters.split(' ')).collect();
    counted.sort_unstable();
    assert_eq!(counted.len(), 18 + 8);
    for name in ["chivalry-four-handed", "chivalry-four-singles"] {
        let start = Position::start(variant(name));
        let mut list = MoveList::new();
        start.legal_moves(&mut list);
        let mut moves: Vec<String> = list.iter().map(|legal| start.move_text(&legal)).collect();
        moves.sort_unstable();
        assert_eq!(moves, counted, "{name}");
    }
}
