//! The part of a match that the index states, read from its log.

use std::collections::BTreeSet;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{
    AppliedEvent, Event, LogError, Match, MatchId, MatchResult, RecordedEvent, Status,
};
use chivalry_play::player::PlayerId;
use chivalry_rules::{Position, Seat};

use crate::store::explorer::entry::{Entry, GameFacts, NO_MOVE, PositionKey, day_of};
use crate::store::matches::imported_tags::ImportedTags;

/// A match as the index has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IndexedGame {
    pub(crate) facts: GameFacts,
    pub(crate) seats: Vec<(Seat, PlayerId)>,
    visits: Vec<Visit>,
}

/// The first visit of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Visit {
    key: i64,
    move_code: u32,
    ply: u16,
}

/// The part of an ended match that the explorer reads.
#[derive(Debug)]
pub(crate) struct ReadMatch {
    /// The match as the index has it. `None` if the index leaves it out.
    pub(crate) game: Option<IndexedGame>,
    /// The speed of its time control.
    pub(crate) speed: &'static str,
    /// The tags and names of an imported match.
    pub(crate) imported: Option<(ImportedTags, Vec<(Seat, String)>)>,
}

impl ReadMatch {
    /// Reads the log of an ended match. `rating` is the average rating of its players before it.
    pub(crate) fn of(
        id: MatchId,
        log: Vec<RecordedEvent>,
        rating: Option<u16>,
    ) -> Result<ReadMatch, LogError> {
        let (applied, match_state) = Match::history(id, log)?;
        let imported = match_state.imported().map(|record| {
            let names = record.names().iter();
            let names = names.filter_map(|(seat, name)| Some((seat, name.clone()?)));
            (ImportedTags::of(record), names.collect())
        });
        let day = match &imported {
            Some((tags, _)) => tags.played_at(),
            None => Some(match_state.created_at()),
        };
        let game = IndexedGame::of(&match_state, &applied, day, rating);
        Ok(ReadMatch { game, speed: match_state.time().speed().as_str(), imported })
    }
}

impl IndexedGame {
    /// Private matches, matches without a move, and matches that were aborted here are left out.
    fn of(
        match_state: &Match,
        applied: &[AppliedEvent],
        played_at: Option<Timestamp>,
        rating: Option<u16>,
    ) -> Option<IndexedGame> {
        let Status::Ended { result, .. } = match_state.status() else { return None };
        let is_aborted = result == MatchResult::Aborted && match_state.imported().is_none();
        if match_state.is_private() || is_aborted || match_state.game().plies() == 0 {
            return None;
        }
        let players = match_state.players().iter();
        let facts = GameFacts {
            day: played_at.map(day_of),
            result,
            speed: match_state.time().speed(),
            is_rated: match_state.is_rated(),
            rating,
        };
        let seats = players.filter_map(|(seat, player)| Some((seat, (*player)?))).collect();
        Some(IndexedGame::through(&positions(match_state, applied), facts, seats))
    }

    /// A game through `positions`, from the first to the last.
    pub(crate) fn through(
        positions: &[Position],
        facts: GameFacts,
        seats: Vec<(Seat, PlayerId)>,
    ) -> IndexedGame {
        let mut known = BTreeSet::new();
        let mut visits = Vec::with_capacity(positions.len());
        for (ply, position) in positions.iter().enumerate() {
            let key = PositionKey::of(position);
            if known.insert(key.key) {
                let next = positions.get(ply + 1);
                let move_code = next.map_or(NO_MOVE, |next| key.move_code(next));
                let ply = u16::try_from(ply).unwrap_or(u16::MAX);
                visits.push(Visit { key: key.key, move_code, ply });
            }
        }
        IndexedGame { facts, seats, visits }
    }

    /// The number of distinct positions.
    pub(crate) fn positions(&self) -> usize {
        self.visits.len()
    }

    /// The entries of the game with a number, each with the key of its position.
    pub(crate) fn entries(&self, number: i64) -> impl Iterator<Item = (i64, Entry)> + '_ {
        self.visits.iter().map(move |&Visit { key, move_code, ply }| {
            (key, Entry { number, move_code, ply, facts: self.facts })
        })
    }
}

/// The positions of a match from the first to the last, without those that were taken back.
fn positions(match_state: &Match, applied: &[AppliedEvent]) -> Vec<Position> {
    let mut positions = vec![*match_state.start()];
    for event in applied {
        match event.recorded.event {
            Event::Moved { .. } => positions.push(event.position),
            Event::TookBack { ply } => positions.truncate(ply as usize + 1),
            _ => {}
        }
    }
    positions
}
