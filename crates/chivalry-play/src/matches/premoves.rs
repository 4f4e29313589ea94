//! Premoves and conditional moves: what seats have ready for their coming
//! plies (`protocol.md`, "Premoves").
//!
//! They stand in no log, because everybody may read it: what seats have ready
//! is kept beside the match, and played in the same commit as the move that it
//! answers.

use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::Timestamp;
use crate::player::PlayerId;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Effect, Game, GameError, Move, MoveList, PerSeat, Position, Seat, Violation};

use super::Status;
use super::command::{Command, CommandAck, Refusal};
use super::event::{CommandRef, Event, RecordedEvent};
use super::match_state::{LogError, Match};
use super::premove_tree::{
    Branch, MAX_BRANCHES, MAX_DEPTH, Premove, PremoveTree, PremoveTreeError,
};

/// What the seats of one match have ready, and the commands that said so.
#[derive(Clone, Debug, Default)]
pub struct Premoves {
    seats: PerSeat<Option<Premove>>,
    commands: Vec<(CommandRef, u32)>,
}

/// What becomes of a match, and of what its seats have ready, by some events.
#[derive(Clone, Debug)]
pub struct ResolvedPremoves {
    /// The events, with the moves that were ready and answer them.
    pub events: Vec<Event>,
    /// What seats have ready after them.
    pub premoves: Premoves,
    /// What was ready and came to nothing.
    pub dropped: Vec<DroppedPremove>,
}

/// Something that was ready and came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedPremove {
    /// Whose it was.
    pub seat: Seat,
    /// The ply to which it was bound.
    pub ply: u32,
    /// Why.
    pub reason: DropReason,
}

/// Why what was ready was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DropReason {
    /// It is illegal after what the others played.
    #[error("{0}")]
    Illegal(Violation),
    /// The others played what no branch foresees.
    #[error("no branch foresees what was played")]
    Unforeseen,
    /// The ply has passed without it.
    #[error("the ply has passed")]
    Passed,
    /// The match went back to an earlier ply.
    #[error("the match went back")]
    WentBack,
}

impl Premoves {
    /// As they are stored.
    #[must_use]
    pub fn new(seats: PerSeat<Option<Premove>>, commands: Vec<(CommandRef, u32)>) -> Premoves {
        Premoves { seats, commands }
    }

    /// What `seat` has ready: for its own player's eyes only.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&Premove> {
        self.seats[seat].as_ref()
    }

    /// Sets what `seat` has ready.
    pub fn set(&mut self, seat: Seat, premove: Option<Premove>) {
        self.seats[seat] = premove;
    }

    /// Remembers a command that was carried out, for the ply that it named.
    pub fn record_command(&mut self, cause: CommandRef, ply: u32) {
        self.commands.push((cause, ply));
    }

    /// The ply that this very command named when it was carried out before
    /// (`protocol.md`, "Exactly once").
    #[must_use]
    pub fn previous_answer(&self, cause: &CommandRef, match_state: &Match) -> Option<CommandAck> {
        let (_, ply) = self.commands.iter().find(|(known, _)| known == cause)?;
        Some(CommandAck {
            v: match_state.v(),
            ply: *ply,
            seat: match_state.letter_of(cause.player),
        })
    }

    /// What has changed since `before`, seat by seat.
    pub fn changes_since(
        &self,
        before: &Premoves,
    ) -> impl Iterator<Item = (Seat, Option<&Premove>)> {
        self.seats
            .iter()
            .filter(|(seat, premove)| before.seats[*seat] != **premove)
            .map(|(seat, premove)| (seat, premove.as_ref()))
    }

    /// What `decided`, the events that `match_state` is about to take at `at`,
    /// become with what seats have ready.
    ///
    /// # Errors
    /// When the events cannot follow the match's log.
    pub fn resolve(
        &self,
        match_state: &Match,
        decided: Vec<Event>,
        at: Timestamp,
    ) -> Result<ResolvedPremoves, LogError> {
        let (events, premoves) = (Vec::new(), self.clone());
        let mut resolved = ResolvedPremoves { events, premoves, dropped: Vec::new() };
        if self.seats.iter().all(|(_, premove)| premove.is_none()) {
            resolved.events = decided;
            return Ok(resolved);
        }
        let mut after = match_state.clone();
        let mut coming = VecDeque::from(decided);
        // What follows the branch taken of a seat whose turn comes.
        let mut taken: PerSeat<Option<(Move, Vec<Branch>)>> = PerSeat::default();
        loop {
            while let Some(event) = coming.pop_front() {
                let before = *after.game().position();
                let (v, plies) = (after.v() + 1, after.game().plies());
                after.apply(RecordedEvent { v, at, cause: None, event: event.clone() })?;
                if after.game().plies() < plies {
                    resolved.drop_where(&DropReason::WentBack, |_| true);
                }
                if matches!(after.status(), Status::Ended { .. }) {
                    resolved.premoves.seats = PerSeat::default();
                }
                if let Event::Moved { seat, text, .. } = &event {
                    resolved.follow_branch(*seat, &before, text, &mut taken);
                    resolved.drop_passed(after.game().plies());
                }
                resolved.events.push(event);
            }
            let Some(seat) = seat_to_move(&after) else { return Ok(resolved) };
            let Some((text, rest)) = resolved.next_move(seat, &after, taken[seat].take()) else {
                return Ok(resolved);
            };
            let ply = after.game().plies() + 1;
            match after.decide_at(seat, ply, &text, at) {
                Ok(events) => coming = events.into(),
                Err(Refusal::IllegalMove(violation)) => {
                    resolved.drop(seat, ply, DropReason::Illegal(violation));
                    return Ok(resolved);
                }
                Err(_) => {
                    resolved.drop(seat, ply, DropReason::Passed);
                    return Ok(resolved);
                }
            }
            let next = ply + after.variant().seat_count() as u32;
            let rest = Some(rest).filter(|rest| !rest.is_empty());
            resolved.premoves.seats[seat] =
                rest.map(|rest| Premove { ply: next, tree: PremoveTree::Tree(rest) });
        }
    }
}

impl ResolvedPremoves {
    /// Takes the branches of the move that `mover` made in `before`.
    fn follow_branch(
        &mut self,
        mover: Seat,
        before: &Position,
        text: &str,
        taken: &mut PerSeat<Option<(Move, Vec<Branch>)>>,
    ) {
        // A pass-turn is no choice, and no branch.
        let Ok(Turn::Move(written)) = text.parse() else { return };
        let Ok(played) = before.check(&written) else { return };
        for seat in Seat::ALL.into_iter().filter(|seat| *seat != mover) {
            let Some(Premove { ply, tree: PremoveTree::Tree(branches) }) =
                &mut self.premoves.seats[seat]
            else {
                continue;
            };
            let ply = *ply;
            match branches.iter().position(|branch| is_result(before, branch, &played)) {
                Some(index) => {
                    let Branch { then, next, .. } = branches.swap_remove(index);
                    match then {
                        Some(then) => taken[seat] = Some((then, next)),
                        None => *branches = next,
                    }
                }
                None => self.drop(seat, ply, DropReason::Unforeseen),
            }
        }
    }

    /// What `seat`, whose turn has come, has ready, and what follows that.
    fn next_move(
        &mut self,
        seat: Seat,
        match_state: &Match,
        taken: Option<(Move, Vec<Branch>)>,
    ) -> Option<(Move, Vec<Branch>)> {
        let Premove { ply, tree } = self.premoves.seats[seat].clone()?;
        let is_its_ply = ply == match_state.game().plies() + 1;
        match (tree, taken) {
            (PremoveTree::Move(text), _) if is_its_ply => Some((text, Vec::new())),
            (PremoveTree::Tree(_), Some(taken)) if is_its_ply => Some(taken),
            _ => {
                self.drop(seat, ply, DropReason::Passed);
                None
            }
        }
    }

    fn drop(&mut self, seat: Seat, ply: u32, reason: DropReason) {
        self.premoves.seats[seat] = None;
        self.dropped.push(DroppedPremove { seat, ply, reason });
    }

    /// Drops what was bound to a ply in which its seat had to pass.
    fn drop_passed(&mut self, plies: u32) {
        self.drop_where(&DropReason::Passed, |ply| ply <= plies);
    }

    fn drop_where(&mut self, reason: &DropReason, is_dropped: impl Fn(u32) -> bool) {
        for seat in Seat::ALL {
            let ply = self.premoves.seats[seat].as_ref().map(|premove| premove.ply);
            if let Some(ply) = ply.filter(|ply| is_dropped(*ply)) {
                self.drop(seat, ply, reason.clone());
            }
        }
    }
}

impl Match {
    /// Judges what `player` wants to have ready: it is bound to their coming
    /// ply, which has to be the one they named, while it is another seat's
    /// turn. Gives their seat and that ply.
    ///
    /// Every move of a tree has to be legal where it stands. A plain move for
    /// the very next ply has to be legal after one of the other seat's moves
    /// at least; the refusal names the rule that it breaks after most of them.
    /// With more seats between, all is judged that they cannot change.
    ///
    /// # Errors
    /// Why it cannot be kept.
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

    fn decide_at(
        &self,
        seat: Seat,
        ply: u32,
        written: &Move,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let player = self.players()[seat].ok_or(Refusal::NotAPlayer)?;
        let turn = Turn::Move(written.clone());
        self.decide(player, &Command::Move { ply, turn, lag: Duration::ZERO }, at)
    }
}

/// The seat whose move comes next, while one is to be made.
fn seat_to_move(match_state: &Match) -> Option<Seat> {
    let game = match_state.game();
    let is_in_play = match_state.status() == Status::Playing && game.ending().is_none();
    is_in_play.then(|| game.position().turn())
}

/// Whether the branch is for that result.
fn is_result(before: &Position, branch: &Branch, played: &Effect) -> bool {
    before.check(&branch.when).is_ok_and(|effect| effect == *played)
}

fn check_plain(
    position: &Position,
    seat: Seat,
    between: usize,
    written: &Move,
) -> Result<(), Violation> {
    position.check_ahead(seat, written)?;
    if between > 1 {
        return Ok(());
    }
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut infractions: Vec<(Violation, u32)> = Vec::new();
    for legal in list.iter() {
        let after = position.after(&legal.effect);
        match after.check(written) {
            Ok(_) if after.ending().is_none() => return Ok(()),
            Ok(_) => {}
            Err(fault) => match infractions.iter_mut().find(|(it, _)| it.rule() == fault.rule()) {
                Some((_, count)) => *count += 1,
                None => infractions.push((fault, 1)),
            },
        }
    }
    // Where not all could be listed, one of the others may allow it.
    let most = infractions.iter().map(|(_, count)| *count).max().filter(|_| list.is_complete());
    match infractions.into_iter().find(|(_, count)| Some(*count) == most) {
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

/// Judges branches, each of which begins in `game`; `path` leads to them.
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

/// The game after a move, and the pass-turns that follow it by themselves.
fn play(game: &Game, written: &Move, path: &str) -> Result<(Game, Effect), Refusal> {
    let effect = game.check(written).map_err(|error| match error {
        GameError::Illegal(violation) => fault(path, PremoveTreeError::Illegal(violation)),
        GameError::Over | GameError::Pass => fault(path, PremoveTreeError::GameOver),
    })?;
    let mut game = game.clone();
    game.play(&effect);
    while game.pass_is_due() && game.pass().is_ok() {}
    Ok((game, effect))
}

fn fault(at: &str, fault: PremoveTreeError) -> Refusal {
    Refusal::InvalidPremove { at: at.to_owned(), fault }
}
