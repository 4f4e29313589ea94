//! Routes for moderators.

pub(crate) mod engine_correlation;
pub(crate) mod moderation_log;
pub(crate) mod trial_variants;
