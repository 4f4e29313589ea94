//! Lessons: small positions for the topics of the rules, found on the board of each variant.

pub(crate) mod arrangement;
pub(crate) mod lesson;
pub(crate) mod topic;

pub use lesson::Lesson;
pub use topic::LessonTopic;
