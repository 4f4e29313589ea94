//! Perft from each array, compared with `perft.txt`.

use chivalry_rules::{Position, Variant, perft, perft_divide};

#[test]
fn perft_from_every_array() {
    let mut seen: Vec<&str> = Vec::new();
    for line in include_str!("perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let (start, counts) = line.split_once(':').unwrap();
        let (name, text) = start.split_once(' ').unwrap_or((start, ""));
        let variant = Variant::named(name).unwrap();
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
