//! The commands of a connection that other nodes answer. Each gets one answer: that of the other
//! node, or `unavailable` if it is lost.

use std::collections::VecDeque;
use std::mem;
use std::time::Duration;

use tokio::time::Instant;

use crate::live::cluster::nodes::Entity;
use crate::planted::{Planted, is_planted};

/// Maximum number of commands without an answer.
const MAX_PENDING: usize = 256;

/// Time limit of an answer after its command was processed. The owner sends the answer before it
/// confirms the command.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// The commands of a connection that other nodes answer.
#[derive(Debug, Default)]
pub(crate) struct PendingAnswers {
    last_number: u64,
    /// In the order of their deadlines.
    pending: VecDeque<PendingAnswer>,
    lost: Vec<LostAnswer>,
}

/// A command that another node answers.
#[derive(Clone, Debug)]
pub(crate) struct PendingCommand {
    number: u64,
    /// The id of the command, if it has one.
    id: Option<String>,
    about: Entity,
}

/// A command whose answer is under way.
#[derive(Debug)]
struct PendingAnswer {
    command: PendingCommand,
    deadline: Instant,
}

/// The id of a command whose answer was lost, if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LostAnswer(pub(crate) Option<String>);

impl PendingCommand {
    /// The number of the command, which its answer carries.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

impl PendingAnswers {
    /// Numbers a command. `None` if too many commands have no answer.
    pub(crate) fn next(&mut self, id: Option<&str>, about: Entity) -> Option<PendingCommand> {
        if self.pending.len() >= MAX_PENDING {
            return None;
        }
        self.last_number += 1;
        let number = self.last_number;
        Some(PendingCommand { number, id: id.map(str::to_owned), about })
    }

    /// Records a command that another node has processed.
    pub(crate) fn insert(&mut self, command: PendingCommand, now: Instant) {
        self.pending.push_back(PendingAnswer { command, deadline: now + ANSWER_TIMEOUT });
    }

    /// Records an answer. Returns false if its command was answered before.
    pub(crate) fn resolve(&mut self, number: u64) -> bool {
        let at = self.pending.iter().position(|pending| pending.command.number == number);
        at.and_then(|at| self.pending.remove(at)).is_some()
    }

    /// True if no command waits for its answer.
    pub(crate) fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// The time at which the next answer is overdue.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        self.pending.front().map(|pending| pending.deadline)
    }

    /// Gives up the answers that are overdue. Returns false if there is none.
    pub(crate) fn lose_overdue(&mut self, now: Instant) -> bool {
        let is_overdue = self.next_deadline().is_some_and(|deadline| deadline <= now);
        self.lose(|pending| pending.deadline <= now);
        is_overdue && !is_planted(Planted::ForgetsPendingAnswers)
    }

    /// Gives up the answers about an entity.
    pub(crate) fn lose_entity(&mut self, about: Entity) {
        self.lose(|pending| pending.command.about == about);
    }

    /// Gives up all answers.
    pub(crate) fn lose_all(&mut self) {
        self.lose(|_| true);
    }

    fn lose(&mut self, is_lost: impl Fn(&PendingAnswer) -> bool) {
        let (lost, pending): (VecDeque<_>, VecDeque<_>) =
            mem::take(&mut self.pending).into_iter().partition(is_lost);
        self.pending = pending;
        if is_planted(Planted::ForgetsPendingAnswers) {
            return;
        }
        self.lost.extend(lost.into_iter().map(|pending| LostAnswer(pending.command.id)));
    }

    /// Removes and returns the answers that were given up, oldest first.
    pub(crate) fn drain_lost(&mut self) -> Vec<LostAnswer> {
        mem::take(&mut self.lost)
    }
}

#[cfg(test)]
mod tests {
    use chivalry_play::matches::MatchId;
    use uuid::Uuid;

    use super::*;

    const LOBBY: Entity = Entity::Lobby;

    fn send(answers: &mut PendingAnswers, id: &str, about: Entity, now: Instant) -> u64 {
        let command = answers.next(Some(id), about).unwrap();
        let number = command.number();
        answers.insert(command, now);
        number
    }

    fn lost(answers: &mut PendingAnswers) -> Vec<String> {
        answers.drain_lost().into_iter().filter_map(|LostAnswer(id)| id).collect()
    }

    #[test]
    fn each_command_is_answered_once_by_its_owner_or_by_its_loss() {
        let (mut answers, now) = (PendingAnswers::default(), Instant::now());
        let [first, second] = ["a", "b"].map(|id| send(&mut answers, id, LOBBY, now));
        assert!(answers.resolve(second) && !answers.resolve(second), "an answer comes once");
        answers.lose_all();
        assert_eq!(lost(&mut answers), ["a"]);
        assert!(!answers.resolve(first), "a late answer is dropped");
        assert!(answers.is_empty() && lost(&mut answers).is_empty());
    }

    #[test]
    fn a_command_that_is_sent_again_under_its_id_has_an_answer_of_its_own() {
        let (mut answers, now) = (PendingAnswers::default(), Instant::now());
        let first = send(&mut answers, "a", LOBBY, now);
        answers.lose_all();
        let again = send(&mut answers, "a", LOBBY, now);
        assert_eq!(lost(&mut answers), ["a"]);
        assert!(!answers.resolve(first), "the answer of the first attempt");
        assert!(answers.resolve(again));
    }

    #[test]
    fn overdue_answers_and_those_of_a_released_entity_are_given_up() {
        let (mut answers, now) = (PendingAnswers::default(), Instant::now());
        let later = now + Duration::from_secs(1);
        let about = Entity::Match(MatchId(Uuid::from_u128(1)));
        send(&mut answers, "a", LOBBY, now);
        send(&mut answers, "b", about, later);
        send(&mut answers, "c", LOBBY, later);
        assert_eq!(answers.next_deadline(), Some(now + ANSWER_TIMEOUT));
        answers.lose_overdue(now + ANSWER_TIMEOUT);
        assert_eq!(lost(&mut answers), ["a"]);
        answers.lose_entity(about);
        assert_eq!(lost(&mut answers), ["b"]);
        assert_eq!(answers.next_deadline(), Some(later + ANSWER_TIMEOUT));
    }

    #[test]
    fn the_number_of_commands_without_an_answer_is_bounded() {
        let (mut answers, now) = (PendingAnswers::default(), Instant::now());
        let numbers: Vec<u64> =
            (0..MAX_PENDING).map(|_| send(&mut answers, "a", LOBBY, now)).collect();
        assert!(answers.next(None, LOBBY).is_none());
        assert!(answers.resolve(numbers[0]));
        assert!(answers.next(None, LOBBY).is_some());
    }
}
