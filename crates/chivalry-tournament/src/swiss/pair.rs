//! Pairing of a round.

use super::bracket::RoundPairer;
use super::criteria::Costs;
use super::input::SwissInput;
use super::player::Player;
use super::round::{SwissRound, Unpairable};
use super::{edition_2017, edition_2026};
use crate::plan::edition::Edition;

/// Pairs a round.
///
/// # Errors
/// No pairing satisfies the absolute criteria C.1 to C.3.
pub fn pair(input: &SwissInput) -> Result<SwissRound, Unpairable> {
    pair_with(input, false)
}

/// Pairs a round. With `always_with_rest`, each bracket of 2026 is paired
/// together with all players below it, which is slower and gives the same.
pub(super) fn pair_with(
    input: &SwissInput,
    always_with_rest: bool,
) -> Result<SwissRound, Unpairable> {
    let mut players: Vec<Player> =
        input.players.iter().map(|contender| Player::of(contender, input)).collect();
    players.sort_by_key(Player::rank);
    let costs = Costs { edition: input.edition, initial: input.initial };
    let mut round = RoundPairer {
        costs,
        has_bye: players.len() % 2 == 1,
        always_with_rest,
        result: SwissRound { pairs: Vec::new(), bye: None, brackets: Vec::new() },
    };
    match input.edition {
        Edition::Fide2017 => edition_2017::pair(&mut round, &players)?,
        Edition::Fide2026 => edition_2026::pair(&mut round, &mut players)?,
    }
    round.assign_tables(&players);
    Ok(round.result)
}
