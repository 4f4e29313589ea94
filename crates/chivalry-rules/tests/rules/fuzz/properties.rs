//! Properties that hold for arbitrary input.

use std::str;

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::notation::record::{GameRecord, ReadGame, RecordReader};
use chivalry_rules::{MoveList, Position, Variant};

use super::rng::Rng;

/// Number of listed moves per position that are judged.
const JUDGED: usize = 50;

/// Input: a line with a variant and a position, and a line with a move.
///
/// A legal move leads to a position whose text reads as the same position.
pub(crate) fn moves(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let (place, text) = text.split_once('\n').unwrap_or(("", text));
    let Ok(turn) = text.trim_end().parse::<Turn>() else { return };
    assert_eq!(turn.to_string().parse::<Turn>().as_ref(), Ok(&turn), "{text}");
    let Turn::Move(written) = turn else { return };
    let positions = match position(place) {
        Some(position) => vec![position],
        None => Variant::all().iter().map(Position::start).collect(),
    };
    for position in positions {
        if let Ok(effect) = position.check(&written) {
            assert_round_trip(&position.after(&effect));
        }
    }
}

/// Input: a variant and a position.
///
/// The position survives a round trip, and sampled listed moves are legal.
pub(crate) fn positions(bytes: &[u8]) {
    let Some(position) = str::from_utf8(bytes).ok().and_then(position) else { return };
    assert_round_trip(&position);
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let step = list.len() / JUDGED + 1;
    for legal in list.iter().step_by(step) {
        let text = position.move_text(&legal);
        let Ok(Turn::Move(written)) = text.parse() else { panic!("{text}") };
        assert_eq!(position.check(&written), Ok(legal.effect), "{position} {text}");
        assert_round_trip(&position.after(&legal.effect));
    }
}

/// Input: game records.
///
/// Reading in pieces gives the same games, and records survive a round trip.
pub(crate) fn records(bytes: &[u8]) {
    let read = |pieces: &[&[u8]]| {
        let mut reader = RecordReader::new();
        let mut games: Vec<ReadGame> = Vec::new();
        for piece in pieces {
            reader.push(piece);
            games.extend(std::iter::from_fn(|| reader.next_game()));
        }
        reader.finish();
        games.extend(std::iter::from_fn(|| reader.next_game()));
        games
    };
    let games = read(&[bytes]);
    let (first, rest) = bytes.split_at(bytes.len() / 2);
    assert_eq!(read(&[first, rest]), games);
    for read in games {
        let Ok(record) = read.record else { continue };
        let _ = record.replay(Variant::named("camelot"));
        let written = record.to_string();
        assert_eq!(written.parse::<GameRecord>().as_ref(), Ok(&record), "{written}");
    }
}

/// Input: a seed.
///
/// The crate and the model agree on positions generated from the seed.
pub(crate) fn agreement(bytes: &[u8]) {
    let mut seed = [0; 8];
    let length = bytes.len().min(seed.len());
    seed[..length].copy_from_slice(&bytes[..length]);
    let mut rng = Rng::seeded(u64::from_le_bytes(seed));
    super::super::agreement::agree_on_some(&mut rng);
}

fn position(text: &str) -> Option<Position> {
    let (variant, text) = text.split_once(' ')?;
    Position::read(text, Variant::named(variant)?).ok()
}

/// Asserts that the text of a position reads as the same position.
fn assert_round_trip(position: &Position) {
    let text = position.to_string();
    assert_eq!(Position::read(&text, position.variant()).as_ref(), Ok(position), "{text}");
}
