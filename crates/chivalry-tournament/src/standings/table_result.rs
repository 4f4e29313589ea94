//! The result of an entrant at a table of more than two players.

use super::round_result::{RoundResult, RoundResultKind, TableResult};
use crate::ids::EntrantId;
use crate::pairing::record::Pairing;
use crate::pairing::series::GameResult;
use crate::plan::scoring::Scoring;

pub(super) fn table_result(scoring: &Scoring, pairing: &Pairing, id: EntrantId) -> RoundResult {
    let entrants = pairing.entrants();
    let seat = entrants.iter().position(|other| *other == id).unwrap_or_default();
    let places = pairing.places();
    let was_played = pairing.was_played();
    let absent = pairing.forfeited.contains(&id)
        || pairing.games.iter().filter_map(|game| game.end).any(|end| match end.result {
            GameResult::Forfeit { absent } => absent.index() == seat,
            GameResult::BothAbsent {} => true,
            _ => false,
        });
    let kind = match (pairing.table_end().is_some(), was_played) {
        (false, _) => RoundResultKind::Open,
        (true, true) => RoundResultKind::Played,
        (true, false) if absent => RoundResultKind::ForfeitLost,
        (true, false) => RoundResultKind::ForfeitWon,
    };
    let points = match places {
        Some(places) => places.half_points(seat, scoring),
        None if kind == RoundResultKind::Open => 0,
        None => scoring.loss * (entrants.len() as u32 - 1),
    };
    let winner = places.and_then(|places| places.winner()).filter(|_| was_played);
    RoundResult {
        pairing: Some(pairing.pair.id),
        points,
        kind,
        wins: u32::from(winner.is_some_and(|winner| winner.index() == seat)),
        table: Some(TableResult {
            seat,
            place: places.and_then(|places| places.of(seat)),
            opponents: entrants.into_iter().filter(|other| *other != id).collect(),
        }),
        ..RoundResult::absent(pairing.round)
    }
}
