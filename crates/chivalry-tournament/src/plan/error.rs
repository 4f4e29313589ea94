//! Errors of a tournament plan.

use chivalry_play::clock::TimeControlError;

/// A plan that no tournament can be made by. Each message begins with the
/// field at fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// No game of that name.
    #[error("variant: {0} is not known")]
    Variant(String),
    /// A position that no game starts from.
    #[error("position: {0}")]
    Start(String),
    /// A text that is empty or too long.
    #[error("{0} is to be 1 to 80 characters")]
    Text(String),
    /// A number that is too small or too large.
    #[error("{field} is to be {least} to {most}")]
    OutOfRange {
        /// The field.
        field: String,
        /// The least that it may be.
        least: u64,
        /// The most that it may be.
        most: u64,
    },
    /// A time that no match can be played by.
    #[error("{at}{fault}")]
    Time {
        /// What stands before the field, such as `stages[1].`.
        at: String,
        /// What is wrong.
        fault: TimeControlError,
    },
    /// Something that does not go together with the rest.
    #[error("{field}: {why}")]
    Conflict {
        /// The field.
        field: String,
        /// What it does not go with.
        why: &'static str,
    },
}

impl PlanError {
    /// Whether a field is at fault by itself, and not for what it says or for
    /// what the others are.
    #[must_use]
    pub const fn is_of_one_field(&self) -> bool {
        match self {
            PlanError::Text(_) | PlanError::OutOfRange { .. } => true,
            PlanError::Time { fault, .. } => fault.is_of_one_number(),
            PlanError::Variant(_) | PlanError::Start(_) | PlanError::Conflict { .. } => false,
        }
    }
}
