//! Checks of premoves before they are set.

use crate::matches::commands::refusal::Refusal;
use crate::matches::match_state::state::Match;
use crate::matches::premoves::tree::{
    Branch, MAX_BRANCHES, MAX_DEPTH, PremoveTree, PremoveTreeError,
};
use crate::matches::status::Status;
use crate::player::PlayerId;
use chivalry_rules::{Effect, Game, GameError, Move, MoveList, Position, Seat, Violation};

impl Match {
    /// Checks a premove of `player` while another seat is to move. The premove is bound to the
    /// player's next ply, which must equal `ply` if given. Returns the seat and the ply.
    ///
    /// Every move of a tree must be legal in its position. A plain move for the next ply must be
    /// legal after at least one move of the seat to move; the error names the rule broken most
    /// often. With more seats between, only parts that those seats cannot change are checked.
    ///
    /// # Errors
    /// The reason for which the premove cannot be set.
    pub fn check_premove(
        &self,
        player: PlayerId,
        ply: Option<u32>,
        tree: Option<&PremoveTree>,
    ) -> Result<(Seat, u32), Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotAPlayer)?;
        if matches!(self.status(), Status::Ended { .. }) {
            return Err(Refusal::MatchOver);
        }
        if self.status() == Status::Open {
            return Err(Refusal::NotBegun);
        }
        if self.seats_out()[seat].is_some() {
            return Err(Refusal::SeatOut);
        }
        let (game, seats) = (self.game(), self.variant().seat_count());
        let turn = game.position().turn();
        let between = (seat.index() + seats - turn.index()) % seats;
        let expected = game.plies() + 1 + between as u32;
        if let Some(given) = ply.filter(|given| *given != expected) {
            return Err(Refusal::StalePly { expected, given });
        }
        match tree {
            None => {}
            Some(_) if between == 0 => return Err(Refusal::OwnTurn),
            Some(PremoveTree::Move(written)) => {
                check_plain(game.position(), seat, between, written)
                    .map_err(|violation| fault("line", PremoveTreeError::Illegal(violation)))?;
            }
            Some(PremoveTree::Tree(branches)) => {
                check_size(branches)?;
                check_branches(game, seat, branches, "line")?;
            }
        }
        Ok((seat, expected))
    }
}

fn check_plain(
    position: &Position,
    seat: Seat,
    between: usize,
    written: &Move,
) -> Result<(), Violation> {
    position.check_premove(seat, written)?;
    if between > 1 {
        return Ok(());
    }
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut violations: Vec<(Violation, u32)> = Vec::new();
    for legal in list.iter() {
        let after = position.after(&legal.effect);
        match after.check(written) {
            Ok(_) if after.ending().is_none() => return Ok(()),
            Ok(_) => {}
            Err(fault) => match violations.iter_mut().find(|(it, _)| it.rule() == fault.rule()) {
                Some((_, count)) => *count += 1,
                None => violations.push((fault, 1)),
            },
        }
    }
    // If the move list is incomplete, a missing move may allow the premove.
    let most = violations.iter().map(|(_, count)| *count).max().filter(|_| list.is_complete());
    match violations.into_iter().find(|(_, count)| Some(*count) == most) {
        Some((fault, _)) => Err(fault),
        None => Ok(()),
    }
}

fn check_size(branches: &[Branch]) -> Result<(), Refusal> {
    let (mut level, mut depth, mut count) = (vec![branches], 0, 0);
    while !level.is_empty() {
        count += level.iter().map(|branches| branches.len()).sum::<usize>();
        if count > MAX_BRANCHES {
            return Err(fault("line", PremoveTreeError::TooManyBranches));
        }
        level = level
            .into_iter()
            .flatten()
            .map(|branch| branch.next.as_slice())
            .filter(|next| !next.is_empty())
            .collect();
        depth += 1;
        if depth > MAX_DEPTH {
            return Err(fault("line", PremoveTreeError::TooDeep));
        }
    }
    Ok(())
}

/// Checks the branches of `game`; `path` locates them in errors.
fn check_branches(game: &Game, own: Seat, branches: &[Branch], path: &str) -> Result<(), Refusal> {
    if branches.is_empty() {
        return Err(fault(path, PremoveTreeError::NoBranch));
    }
    let mut results = Vec::with_capacity(branches.len());
    for (index, branch) in branches.iter().enumerate() {
        let at = |field: &str| format!("{path}[{index}].{field}");
        let (mut after, effect) = play(game, &branch.when, &at("if"))?;
        if results.contains(&effect) {
            return Err(fault(&at("if"), PremoveTreeError::DuplicateBranch));
        }
        results.push(effect);
        let comes = after.ending().is_none() && after.position().turn() == own;
        match &branch.then {
            Some(then) if comes => {
                after = play(&after, then, &at("then"))?.0;
                if branch.next.is_empty() {
                    continue;
                }
                if after.ending().is_none() && after.position().turn() == own {
                    return Err(fault(&at("next"), PremoveTreeError::NoMoveBetween));
                }
            }
            _ if after.ending().is_some() => {
                return Err(fault(&at("if"), PremoveTreeError::GameOver));
            }
            Some(_) => return Err(fault(&at("then"), PremoveTreeError::EarlyMove)),
            None if comes => return Err(fault(&at("then"), PremoveTreeError::MissingMove)),
            None => {}
        }
        check_branches(&after, own, &branch.next, &at("next"))?;
    }
    Ok(())
}

/// Returns the game after a move and the pass-turns that follow.
fn play(game: &Game, written: &Move, path: &str) -> Result<(Game, Effect), Refusal> {
    let effect = game.check(written).map_err(|error| match error {
        GameError::Illegal(violation) => fault(path, PremoveTreeError::Illegal(violation)),
        GameError::Over | GameError::Pass => fault(path, PremoveTreeError::GameOver),
    })?;
    let mut game = game.clone();
    game.play(&effect);
    while game.must_pass() && game.pass().is_ok() {}
    Ok((game, effect))
}

fn fault(at: &str, fault: PremoveTreeError) -> Refusal {
    Refusal::InvalidPremove { at: at.to_owned(), fault }
}
