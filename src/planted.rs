//! Faults that a simulation plants in the server, to prove that it would find them.

/// A planted fault.
#[cfg_attr(not(test), expect(dead_code, reason = "only simulations plant faults"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Planted {
    /// A transaction without an answer is awaited for ever.
    NoTransactionDeadline,
    /// Ids of commands may contain U+0000, which Postgres refuses.
    AcceptsControlCharacters,
    /// Time in which nothing can be committed is charged to the players.
    ChargesStalls,
    /// Time in which no node owned a match is charged to the players.
    ChargesDowntime,
    /// A command that another node answers is forgotten when the answer is lost.
    ForgetsPendingAnswers,
    /// A connection reads nothing while one of its commands is answered.
    AnswersNoPings,
    /// A command is answered when its commit succeeds, however late that is.
    NoAnswerDeadline,
    /// A failed append is answered like a successful one.
    AcknowledgesFailures,
    /// Appends are not checked against the epoch of the owner.
    IgnoresEpoch,
    /// A repeated command is carried out again.
    ForgetsCommandIds,
    /// A client that returns with a version does not get the events that it missed.
    SkipsMissedEvents,
}

#[cfg(test)]
impl Planted {
    pub(crate) const ALL: [Planted; 11] = [
        Planted::NoTransactionDeadline,
        Planted::AcceptsControlCharacters,
        Planted::ChargesStalls,
        Planted::ChargesDowntime,
        Planted::ForgetsPendingAnswers,
        Planted::AnswersNoPings,
        Planted::NoAnswerDeadline,
        Planted::AcknowledgesFailures,
        Planted::IgnoresEpoch,
        Planted::ForgetsCommandIds,
        Planted::SkipsMissedEvents,
    ];
}

/// True if the run on this thread has the fault. Never true outside of a simulation.
#[cfg(not(test))]
pub(crate) const fn is_planted(_: Planted) -> bool {
    false
}

#[cfg(test)]
pub(crate) fn is_planted(fault: Planted) -> bool {
    PLANTED.get() == Some(fault)
}

#[cfg(test)]
thread_local! {
    static PLANTED: std::cell::Cell<Option<Planted>> = const { std::cell::Cell::new(None) };
}

/// Plants a fault for the runs on this thread.
#[cfg(test)]
pub(crate) fn plant(fault: Option<Planted>) {
    PLANTED.set(fault);
}
