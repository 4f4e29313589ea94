//! Arena pairing: free players are paired in waves until the time is over.
//!
//! A wave pairs as many waiting players as possible. It prefers small
//! differences in the standings, and avoids recent opponents.

use integer_blossom::max_weight_matching;
use serde::{Deserialize, Serialize};

use chivalry_rules::Team;

use crate::color;
use crate::ids::EntrantId;
use crate::seeded_shuffle::draw_lot;

/// The version of the pairing algorithm.
pub const ARENA_VERSION: &str = "arena/1";

/// Waves that both players wait before an immediate rematch.
pub const REMATCH_WAIT: u32 = 6;

/// Number of recent opponents that the pairing takes into account.
pub const RECENT_OPPONENTS: usize = 4;

/// Costs of a rematch in places, the most recent opponent first. An immediate
/// rematch also requires [`REMATCH_WAIT`].
const REMATCH_COSTS: [i64; RECENT_OPPONENTS] = [400, 100, 50, 25];

/// Bonus for each wave that one of the players has waited, in places.
const WAIT_BONUS: i64 = 10;

/// Largest distance in places that counts. Larger distances cost the same.
const MAX_PLACE_DISTANCE: i64 = 1_000;

/// Input of one wave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaInput {
    /// The waiting players.
    pub waiting: Vec<WaitingPlayer>,
    /// Pairs that the director has forbidden.
    pub forbidden: Vec<(EntrantId, EntrantId)>,
}

/// A player who waits for a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingPlayer {
    /// The entrant.
    pub id: EntrantId,
    /// The place in the standings, from 1.
    pub place: u32,
    /// Number of waves that the player has waited.
    pub waited: u32,
    /// Recent opponents, the latest first, up to [`RECENT_OPPONENTS`].
    pub recent: Vec<EntrantId>,
    /// Games with the first side minus games with the second side.
    pub difference: i32,
    /// The side of the last game.
    #[serde(with = "color::optional")]
    pub last_side: Option<Team>,
}

/// A pair of one wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaPair {
    /// The entrant with the first side.
    pub first: EntrantId,
    /// The entrant with the second side.
    pub second: EntrantId,
    /// The cost of the pair in places. Negative after long waits.
    pub cost: i64,
}

/// Returns the pairs of a wave, the best placed first.
#[must_use]
pub fn pair(input: &ArenaInput, seed: u64) -> Vec<ArenaPair> {
    let mut waiting: Vec<&WaitingPlayer> = input.waiting.iter().collect();
    waiting.sort_by_key(|waiter| (waiter.place, waiter.id));
    let size = waiting.len();
    let most_waited = waiting.iter().map(|waiter| i64::from(waiter.waited)).max().unwrap_or(0);
    let dearest =
        MAX_PLACE_DISTANCE + REMATCH_COSTS.iter().sum::<i64>() + 2 * WAIT_BONUS * most_waited + 1;
    // One more pair outweighs every possible sum of costs.
    let pair_worth = dearest * (size as i64 + 1);
    let mut weights = vec![0_i64; size * size];
    for a in 0..size {
        for b in a + 1..size {
            if let Some(cost) = cost(waiting[a], waiting[b], &input.forbidden) {
                weights[a * size + b] = pair_worth - cost;
            }
        }
    }
    let mates = max_weight_matching(&weights, size);
    let mut pairs = Vec::new();
    for (a, mate) in mates.iter().enumerate() {
        let Some(b) = mate.filter(|b| a < *b) else { continue };
        let (first, second) = sides(waiting[a], waiting[b], seed);
        let cost = pair_worth - weights[a * size + b];
        pairs.push(ArenaPair { first, second, cost });
    }
    pairs
}

/// Returns the cost of a pair, or `None` if the pair is not allowed.
fn cost(a: &WaitingPlayer, b: &WaitingPlayer, forbidden: &[(EntrantId, EntrantId)]) -> Option<i64> {
    if forbidden.contains(&(a.id, b.id)) || forbidden.contains(&(b.id, a.id)) {
        return None;
    }
    let is_last = a.recent.first() == Some(&b.id) || b.recent.first() == Some(&a.id);
    if is_last && a.waited.min(b.waited) < REMATCH_WAIT {
        return None;
    }
    let remembered = |waiter: &WaitingPlayer, other: &WaitingPlayer| {
        let back = waiter.recent.iter().take(RECENT_OPPONENTS).position(|id| *id == other.id);
        back.map_or(0, |back| REMATCH_COSTS[back])
    };
    let apart = i64::from(a.place.abs_diff(b.place)).min(MAX_PLACE_DISTANCE);
    let again = remembered(a, b).max(remembered(b, a));
    Some(apart + again - WAIT_BONUS * (i64::from(a.waited) + i64::from(b.waited)))
}

/// Gives the first side to the player with fewer games on it, then to the
/// player who had the second side last, then by lot.
fn sides(a: &WaitingPlayer, b: &WaitingPlayer, seed: u64) -> (EntrantId, EntrantId) {
    let last = |waiter: &WaitingPlayer| match waiter.last_side {
        Some(Team::First) => 1,
        None => 0,
        Some(_) => -1,
    };
    let (own, their) = ((a.difference, last(a)), (b.difference, last(b)));
    let a_begins = match own.cmp(&their) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => {
            let about = u64::from(a.id.0) << 32 | u64::from(b.id.0);
            draw_lot(seed, about).is_multiple_of(2)
        }
    };
    if a_begins { (a.id, b.id) } else { (b.id, a.id) }
}

/// Returns the points of consecutive results, in half points. After two wins in
/// a row each result counts double until the next game that is not won.
#[must_use]
pub fn streak_points(half_points: &[u32]) -> Vec<u32> {
    let mut won = 0;
    half_points
        .iter()
        .map(|points| {
            let worth = if won >= 2 { 2 * points } else { *points };
            won = if *points >= 2 { won + 1 } else { 0 };
            worth
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_doubles_from_the_third_win_and_ends_without_one() {
        assert_eq!(streak_points(&[2, 2, 2, 2, 1, 2, 2, 0, 2]), [2, 2, 4, 4, 2, 2, 2, 0, 2]);
        assert_eq!(streak_points(&[2, 1, 2, 2, 0]), [2, 1, 2, 2, 0]);
    }

    #[test]
    fn an_immediate_rematch_requires_waiting() {
        let waiter = |id, other, waited| WaitingPlayer {
            id: EntrantId(id),
            place: id,
            waited,
            recent: vec![EntrantId(other)],
            difference: 0,
            last_side: None,
        };
        let two = |waited| ArenaInput {
            waiting: vec![waiter(1, 2, waited), waiter(2, 1, waited)],
            forbidden: Vec::new(),
        };
        assert_eq!(pair(&two(REMATCH_WAIT - 1), 0), []);
        assert_eq!(pair(&two(REMATCH_WAIT), 0).len(), 1);
        let forbidden = vec![(EntrantId(2), EntrantId(1))];
        assert_eq!(pair(&ArenaInput { forbidden, ..two(REMATCH_WAIT) }, 0), []);
    }
}
