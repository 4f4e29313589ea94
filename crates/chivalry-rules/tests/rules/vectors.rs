//! Every position of `tests/vectors` has exactly the listed results and outcome.

use std::fs;
use std::path::Path;

use chivalry_rules::{MoveList, Position, Variant};
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
    let mut list = MoveList::new();
    let mut files = 0;
    for entry in fs::read_dir("tests/vectors").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        files += 1;
        let name = path.file_stem().unwrap().to_str().unwrap();
        let variant = Variant::named(name).unwrap();
        let vectors = vectors_of(name, &path);
        assert_eq!(vectors.len(), 240, "{name}");
        for vector in vectors {
            let position = Position::read(&vector.position, variant).unwrap();
            assert_eq!(results(&position, &mut list), vector.results, "{}", vector.position);
            assert_eq!(outcome(&position), vector.outcome, "{}", vector.position);
            let counted = position.count_legal_moves(&mut list);
            assert_eq!(counted, vector.results.len(), "{}", vector.position);
        }
    }
    assert_eq!(files, Variant::all().len());
}

fn vectors_of(variant: &str, path: &Path) -> Vec<Vector> {
    let text = fs::read_to_string(path).unwrap();
    let vectors: Vec<Vector> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(vectors.iter().all(|vector| vector.variant == variant));
    vectors
}
