//! Every position of `tests/vectors` gives exactly the listed results and
//! outcome.

use std::fs;
use std::path::Path;

use chivalry::rules::{MoveList, Position, Variant};
use serde::Deserialize;

use super::helpers::{ResultText, outcome, results};

#[derive(Deserialize)]
struct Vector {
    variant: String,
    position: String,
    results: Vec<ResultText>,
    outcome: Option<String>,
}

#[test]
fn every_line_gives_its_results_and_outcome() {
    for variant in Variant::all() {
        let vectors = vectors_of(variant.name());
        assert_eq!(vectors.len(), 240, "{}", variant.name());
        let mut list = MoveList::new();
        for vector in vectors {
            let position = Position::read(&vector.position, variant).unwrap();
            assert_eq!(results(&position, &mut list), vector.results, "{}", vector.position);
            assert_eq!(outcome(&position), vector.outcome, "{}", vector.position);
            let counted = position.count_legal_moves(&mut list);
            assert_eq!(counted, vector.results.len(), "{}", vector.position);
        }
    }
}

fn vectors_of(variant: &str) -> Vec<Vector> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/vectors/{variant}.jsonl"));
    let text = fs::read_to_string(path).unwrap();
    let vectors: Vec<Vector> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(vectors.iter().all(|vector| vector.variant == variant));
    vectors
}
