//! Plays the premoves that answer the events of a decision.

use std::mem;
use std::time::Duration;

use crate::clock::Timestamp;
use crate::matches::commands::command::Command;
use crate::matches::commands::decision::Decision;
use crate::matches::commands::refusal::Refusal;
use crate::matches::log::event::{Event, RecordedEvent};
use crate::matches::match_state::apply::LogError;
use crate::matches::match_state::state::Match;
use crate::matches::status::Status;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Effect, Move, PerSeat, Position, Seat, Violation};

use super::pending::Premoves;
use super::tree::{Branch, Premove, PremoveTree};

/// A decision with the premoves that answer it.
#[derive(Clone, Debug)]
pub struct ResolvedPremoves {
    /// The decided events, followed by the premoves played.
    pub decision: Decision,
    /// The premoves after the events; `None` if they are unchanged.
    pub premoves: Option<Premoves>,
    /// The premoves that were dropped.
    pub dropped: Vec<DroppedPremove>,
}

/// A premove that was dropped without being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedPremove {
    /// The seat of the premove.
    pub seat: Seat,
    /// The ply that the premove was bound to.
    pub ply: u32,
    /// The reason.
    pub reason: DropReason,
}

/// The reason for which a premove was dropped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DropReason {
    /// The move is illegal after the other seats' moves.
    #[error("{0}")]
    Illegal(Violation),
    /// No branch contains the move played.
    #[error("no branch matches the move that was played")]
    Unforeseen,
    /// The ply passed without the premove.
    #[error("the ply has passed")]
    Passed,
    /// Moves were taken back.
    #[error("moves were taken back")]
    WentBack,
}

impl Premoves {
    /// Resolves a decision that `match_state` is about to apply at `at`: plays the premoves that
    /// answer it and drops those that no longer fit.
    ///
    /// # Errors
    /// The events cannot follow the match's log.
    pub fn resolve(
        &self,
        match_state: &Match,
        decision: Decision,
        at: Timestamp,
    ) -> Result<ResolvedPremoves, LogError> {
        if !self.is_affected_by(match_state, &decision.events) {
            return Ok(ResolvedPremoves { decision, premoves: None, dropped: Vec::new() });
        }
        let mut resolution = Resolution {
            match_state: match_state.clone(),
            premoves: self.clone(),
            decision: Decision::default(),
            dropped: Vec::new(),
            answers: PerSeat::default(),
        };
        let mut next = Some(decision);
        while let Some(decision) = next {
            resolution.apply(decision, at)?;
            next = resolution.decide_next(at);
        }
        let Resolution { premoves, decision, dropped, .. } = resolution;
        Ok(ResolvedPremoves { decision, premoves: Some(premoves), dropped })
    }

    /// True if the events play, drop or advance a premove.
    fn is_affected_by(&self, match_state: &Match, events: &[Event]) -> bool {
        if self.seats.iter().all(|(_, premove)| premove.is_none()) {
            return false;
        }
        let (mut turn, mut ply) =
            (match_state.game().position().turn(), match_state.game().plies());
        for event in events {
            match event {
                Event::Moved { .. } => {
                    turn = match_state.variant().next_seat(turn);
                    ply += 1;
                }
                Event::TookBack { .. } | Event::Ended { .. } => return true,
                _ => {}
            }
        }
        let has_moved = ply > match_state.game().plies();
        let is_affected = |seat, premove: &Premove| match premove.tree {
            _ if seat == turn || premove.ply <= ply => true,
            PremoveTree::Tree(_) => has_moved,
            PremoveTree::Move(_) => false,
        };
        self.seats
            .iter()
            .any(|(seat, premove)| premove.as_ref().is_some_and(|it| is_affected(seat, it)))
    }
}

/// A move that answers the branch played, and the branches after it.
type Answer = (Move, Vec<Branch>);

/// A match that plays premoves ahead of its log.
struct Resolution {
    match_state: Match,
    premoves: Premoves,
    decision: Decision,
    dropped: Vec<DroppedPremove>,
    /// The answers of the branches played, for the seats' next turns.
    answers: PerSeat<Option<Answer>>,
}

impl Resolution {
    fn apply(&mut self, decision: Decision, at: Timestamp) -> Result<(), LogError> {
        let mut outcomes = decision.outcomes.clone();
        self.decision.outcomes.append(decision.outcomes);
        for event in decision.events {
            let before = *self.match_state.game().position();
            let (v, plies) = (self.match_state.v() + 1, self.match_state.game().plies());
            let recorded = RecordedEvent { v, at, cause: None, event: event.clone() };
            self.match_state.apply_decided(recorded, &mut outcomes)?;
            if self.match_state.game().plies() < plies {
                self.drop_where(&DropReason::WentBack, |_| true);
            }
            if matches!(self.match_state.status(), Status::Ended { .. }) {
                self.premoves.seats = PerSeat::default();
            }
            if let Event::Moved { seat, text, .. } = &event {
                self.follow_branches(*seat, &before, text);
                let plies = self.match_state.game().plies();
                // A premove bound to a pass-turn is dropped.
                self.drop_where(&DropReason::Passed, |ply| ply <= plies);
            }
            self.decision.events.push(event);
        }
        Ok(())
    }

    /// Decides the premove of the seat to move, if it has one.
    fn decide_next(&mut self, at: Timestamp) -> Option<Decision> {
        let seat = seat_to_move(&self.match_state)?;
        let (written, rest) = self.next_move(seat)?;
        let ply = self.match_state.game().plies() + 1;
        match self.decide_move(seat, ply, written, at) {
            Ok(decision) => {
                let next = ply + self.match_state.variant().seat_count() as u32;
                let rest = Some(rest).filter(|rest| !rest.is_empty());
                self.premoves.seats[seat] =
                    rest.map(|rest| Premove { ply: next, tree: PremoveTree::Tree(rest) });
                return Some(decision);
            }
            Err(Refusal::IllegalMove(violation)) => {
                self.drop(seat, ply, DropReason::Illegal(violation));
            }
            Err(_) => self.drop(seat, ply, DropReason::Passed),
        }
        None
    }

    fn decide_move(
        &self,
        seat: Seat,
        ply: u32,
        written: Move,
        at: Timestamp,
    ) -> Result<Decision, Refusal> {
        let player = self.match_state.players()[seat].ok_or(Refusal::NotAPlayer)?;
        let command = Command::Move { ply, turn: Turn::Move(written), lag: Duration::ZERO };
        self.match_state.decide(player, &command, at)
    }

    /// Descends into the branches of the move that `mover` made in `before`.
    fn follow_branches(&mut self, mover: Seat, before: &Position, text: &str) {
        // A pass-turn has no branch.
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
                        Some(then) => self.answers[seat] = Some((then, next)),
                        None => *branches = next,
                    }
                }
                None => self.drop(seat, ply, DropReason::Unforeseen),
            }
        }
    }

    /// Returns the premove of `seat`, which is to move, and the branches after it.
    fn next_move(&mut self, seat: Seat) -> Option<Answer> {
        let answer = mem::take(&mut self.answers[seat]);
        let Premove { ply, tree } = self.premoves.seats[seat].clone()?;
        let is_bound_here = ply == self.match_state.game().plies() + 1;
        match (tree, answer) {
            (PremoveTree::Move(written), _) if is_bound_here => Some((written, Vec::new())),
            (PremoveTree::Tree(_), Some(answer)) if is_bound_here => Some(answer),
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

    fn drop_where(&mut self, reason: &DropReason, is_dropped: impl Fn(u32) -> bool) {
        for seat in Seat::ALL {
            let ply = self.premoves.seats[seat].as_ref().map(|premove| premove.ply);
            if let Some(ply) = ply.filter(|ply| is_dropped(*ply)) {
                self.drop(seat, ply, reason.clone());
            }
        }
    }
}

/// Returns the seat to move while a move can be made.
fn seat_to_move(match_state: &Match) -> Option<Seat> {
    let game = match_state.game();
    let is_in_play = match_state.status() == Status::Playing && game.ending().is_none();
    is_in_play.then(|| game.position().turn())
}

/// True if the branch's move has the same effect as the move played.
fn is_result(before: &Position, branch: &Branch, played: &Effect) -> bool {
    before.check(&branch.when).is_ok_and(|effect| effect == *played)
}
