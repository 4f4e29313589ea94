//! The routes of the REST interface.

pub(crate) mod accounts;
pub(crate) mod analysis;
pub(crate) mod calendar;
pub(crate) mod explorer;
pub(crate) mod featured;
pub(crate) mod health;
pub(crate) mod lobby;
pub(crate) mod matches;
pub(crate) mod metrics;
pub(crate) mod moderation;
pub(crate) mod notifications;
pub(crate) mod oauth;
pub(crate) mod privacy;
pub(crate) mod puzzles;
pub(crate) mod ratings;
pub(crate) mod rules;
pub(crate) mod security;
pub(crate) mod tokens;
pub(crate) mod tournaments;
pub(crate) mod webhooks;
