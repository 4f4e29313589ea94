//! Errors of a tournament plan.

use chivalry_play::clock::TimeControlError;

/// An error in a plan. Each message starts with the name of the field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Unknown variant.
    #[error("variant: {0} is not known")]
    Variant(String),
    /// Invalid start position.
    #[error("position: {0}")]
    Start(String),
    /// Empty or too long text.
    #[error("{0} is to be 1 to 80 characters")]
    Text(String),
    /// Number out of range.
    #[error("{field} is to be {least} to {most}")]
    OutOfRange {
        /// The field.
        field: String,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// Invalid time control.
    #[error("{at}{fault}")]
    Time {
        /// The prefix of the field, such as `stages[1].`.
        at: String,
        /// The error of the time control.
        fault: TimeControlError,
    },
    /// Conflict of a field with another one.
    #[error("{field}: {why}")]
    Conflict {
        /// The field.
        field: String,
        /// The conflict.
        why: &'static str,
    },
}

impl PlanError {
    /// True if the field is invalid on its own, without regard to other fields.
    #[must_use]
    pub const fn is_of_one_field(&self) -> bool {
        match self {
            PlanError::Text(_) | PlanError::OutOfRange { .. } => true,
            PlanError::Time { fault, .. } => fault.is_range_error(),
            PlanError::Variant(_) | PlanError::Start(_) | PlanError::Conflict { .. } => false,
        }
    }
}
