//! Pairing of a round.

use super::bracket::RoundPairer;
use super::criteria::Costs;
use super::input::SwissInput;
use super::method::Method;
use super::player::Player;
use super::round::{SwissRound, Unpairable};
use super::{edition_2017, edition_2026};
use crate::plan::edition::Edition;

/// Pairs a round.
///
/// # Errors
/// No pairing satisfies the absolute criteria C.1 to C.3.
pub fn pair(input: &SwissInput) -> Result<SwissRound, Unpairable> {
    pair_with(input, Method::default())
}

/// Pairs a round by a method.
pub(super) fn pair_with(input: &SwissInput, method: Method) -> Result<SwissRound, Unpairable> {
    let mut players = Player::all(input);
    players.sort_by_key(Player::rank);
    let costs = Costs { edition: input.edition, initial: input.initial };
    let mut round = RoundPairer {
        costs,
        has_bye: players.len() % 2 == 1,
        method,
        result: SwissRound { pairs: Vec::new(), bye: None, brackets: Vec::new() },
    };
    match input.edition {
        Edition::Fide2017 => edition_2017::pair(&mut round, &players)?,
        Edition::Fide2026 => edition_2026::pair(&mut round, &mut players)?,
    }
    round.assign_tables(&players);
    Ok(round.result)
}
