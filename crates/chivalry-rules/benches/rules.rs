//! Benchmarks of perft, move checking, move generation and records: `cargo bench`.

use std::hint::black_box;

use chivalry_rules::notation::record::{GameRecord, RecordBuilder, RecordResult};
use chivalry_rules::{Game, Move, MoveList, Position, Variant, perft};
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};

/// Middle-game positions from the vectors, with charges that capture several pieces.
const MID_GAME: [(&str, &str); 2] = [
    (
        "camelot",
        "2/8/10/6b5/12/2B2b2b3/2bBbbbbB3/8bb2/5w6/3W1w1w4/2Ww1w1ww1W1/4w2w4/12/10/8/2 b 0,0",
    ),
    (
        "chivalry",
        "2/8/10/11B/3b3b3B2/2BBbbbb1b4/2B1b1bbb5/13W/4w1w7/2WWww4W3/2WW1wwww1W3/10w3/12/10/8/2 b 0,0",
    ),
];

fn main() {
    divan::main();
}

fn array(variant: &str) -> Position {
    Position::start(Variant::named(variant).expect("a built-in variant"))
}

fn mid_game(variant: &str) -> Position {
    let (_, text) = MID_GAME.iter().find(|(name, _)| *name == variant).expect("a mid-game");
    Position::read(text, array(variant).variant()).expect("a position that can be played")
}

/// The texts of all legal moves.
fn texts(position: &Position) -> Vec<String> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.iter().map(|legal| position.move_text(&legal)).collect()
}

#[divan::bench(args = [("chivalry", 4), ("camelot", 4), ("grand-camelot", 4), ("cam", 4)], sample_count = 5)]
fn perft_from_the_array(bencher: Bencher<'_, '_>, (variant, depth): (&str, u32)) {
    let start = array(variant);
    let results = perft(&start, depth);
    bencher.counter(ItemsCount::new(results)).bench(|| perft(black_box(&start), depth));
}

/// One item is one legal move of the position.
fn check_written(bencher: Bencher<'_, '_>, position: &Position) {
    let moves: Vec<Move> =
        texts(position).iter().map(|text| text.parse().expect("a move")).collect();
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        moves.iter().filter(|written| position.check(black_box(written)).is_ok()).count()
    });
}

/// Parses and checks each move. One item is one legal move of the position.
fn check_text(bencher: Bencher<'_, '_>, position: &Position) {
    let texts = texts(position);
    bencher.counter(ItemsCount::new(texts.len())).bench(|| {
        let legal = |text: &&String| {
            black_box(text).parse().is_ok_and(|written: Move| position.check(&written).is_ok())
        };
        texts.iter().filter(legal).count()
    });
}

#[divan::bench(args = ["camelot", "chivalry"])]
fn check_written_on_the_array(bencher: Bencher<'_, '_>, variant: &str) {
    check_written(bencher, &array(variant));
}

#[divan::bench(args = ["camelot", "chivalry"])]
fn check_written_in_mid_game(bencher: Bencher<'_, '_>, variant: &str) {
    check_written(bencher, &mid_game(variant));
}

#[divan::bench(args = ["camelot", "chivalry"])]
fn check_text_on_the_array(bencher: Bencher<'_, '_>, variant: &str) {
    check_text(bencher, &array(variant));
}

#[divan::bench(args = ["camelot", "chivalry"])]
fn check_text_in_mid_game(bencher: Bencher<'_, '_>, variant: &str) {
    check_text(bencher, &mid_game(variant));
}

/// One item is one position.
#[divan::bench(args = Variant::all().iter().map(Variant::name))]
fn legal_moves_of_the_vectors(bencher: Bencher<'_, '_>, variant: &str) {
    let path = format!("{}/tests/vectors/{variant}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the vectors");
    let positions: Vec<Position> = text
        .lines()
        .map(|line| {
            let vector: serde_json::Value = serde_json::from_str(line).expect("a vector");
            let text = vector["position"].as_str().expect("a position");
            Position::read(text, array(variant).variant()).expect("a position of the vectors")
        })
        .collect();
    let mut list = MoveList::new();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            black_box(position).legal_moves(&mut list);
            black_box(&list);
        }
    });
}

/// A constructed position with more results than can be listed.
#[divan::bench(sample_count = 5)]
fn legal_moves_of_a_hostile_position(bencher: Bencher<'_, '_>) {
    let text =
        "2/8/10/12/6b7/6b7/2bbb1bbbb4/2b4Wb5/2bbb1bbb5/4b1b1b5/2bbbbbb6/2b1b1b7/12/10/8/2 w 0,0";
    let position = Position::read(text, array("chivalry").variant()).expect("a position");
    let mut list = MoveList::new();
    bencher.bench_local(|| {
        position.legal_moves(&mut list);
        list.len()
    });
}

/// A game of 100 plies as text.
fn record() -> GameRecord {
    let variant = array("chivalry").variant();
    let mut game = Game::new(array("chivalry"));
    let mut builder = RecordBuilder::new(variant);
    let mut list = MoveList::new();
    while game.ending().is_none() && game.plies() < 100 {
        game.position().legal_moves(&mut list);
        let legal = list.get(game.plies() as usize * 7 % list.len()).expect("a legal move");
        builder.text(&game.position().move_text(&legal), Some(60_000)).expect("a move");
        let effect = legal.effect;
        game.play(&effect);
    }
    builder.finish(RecordResult::Unknown)
}

#[divan::bench]
fn record_read(bencher: Bencher<'_, '_>) {
    let text = record().to_string();
    bencher.counter(BytesCount::of_str(&text)).bench(|| black_box(&text).parse::<GameRecord>());
}

/// One item is one ply.
#[divan::bench]
fn record_replayed(bencher: Bencher<'_, '_>) {
    let record = record();
    let plies = record.turns().count();
    bencher.counter(ItemsCount::new(plies)).bench(|| record.replay(None).is_ok());
}
