//! Small positions that show each kind of move of a variant.

pub(crate) mod arrangement;
pub(crate) mod lesson;
pub(crate) mod topic;

pub use lesson::Lesson;
pub use topic::Topic;
