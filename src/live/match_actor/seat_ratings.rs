//! The ratings that a match shows.

use std::collections::HashMap;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Match, Status};
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_play::rating::{Pool, PublicRating, SeatRating};
use chivalry_rules::PerSeat;

use crate::store::{RatedMatch, Store, StoreError};

/// The ratings of the players of a match.
pub type SeatRatings = PerSeat<Option<SeatRating>>;

/// Returns the ratings of the players at `now`, or the rating changes of an ended match. Guests
/// have none.
pub(crate) async fn load(
    store: &Store,
    match_state: &Match,
    players: &PerSeat<Option<Player>>,
    now: Timestamp,
) -> Result<SeatRatings, StoreError> {
    if matches!(match_state.status(), Status::Ended { .. }) {
        let changes = store.rated_matches().changes_of(match_state.id()).await?;
        return Ok(of_changes(&RatedMatch { match_id: match_state.id(), changes }));
    }
    let Some(pool) = Pool::of(match_state, has_bot(players)) else {
        return Ok(SeatRatings::default());
    };
    let strengths = store.ratings().strengths(&keys(pool, players), now).await?;
    let of_seats = of_players(pool, players, &strengths);
    Ok(PerSeat::from_fn(|seat| of_seats[seat].map(|before| SeatRating { before, change: None })))
}

/// True if a computer player has a seat.
pub(crate) fn has_bot(players: &PerSeat<Option<Player>>) -> bool {
    players.iter().any(|(_, player)| player.as_ref().is_some_and(|it| it.kind == PlayerKind::Bot))
}

/// Returns the keys of the players' ratings in the store.
pub(crate) fn keys(pool: Pool, players: &PerSeat<Option<Player>>) -> Vec<(PlayerId, Pool)> {
    let accounts = players.iter().filter_map(|(_, player)| account(player.as_ref()));
    accounts.map(|id| (id, pool)).collect()
}

/// Returns the ratings of the players from the store's answer.
pub(crate) fn of_players(
    pool: Pool,
    players: &PerSeat<Option<Player>>,
    strengths: &HashMap<(PlayerId, Pool), PublicRating>,
) -> PerSeat<Option<PublicRating>> {
    PerSeat::from_fn(|seat| {
        let id = account(players[seat].as_ref())?;
        Some(strengths.get(&(id, pool)).copied().unwrap_or(PublicRating::UNKNOWN))
    })
}

/// Returns the ratings of a match that was rated.
pub(crate) fn of_changes(rated: &RatedMatch) -> SeatRatings {
    let mut ratings = SeatRatings::default();
    for change in &rated.changes {
        ratings[change.seat] = Some(change.seat_rating());
    }
    ratings
}

fn account(player: Option<&Player>) -> Option<PlayerId> {
    player.filter(|player| player.kind != PlayerKind::Guest).map(|player| player.id)
}
