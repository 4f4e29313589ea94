//! Limits of the lobby.

/// The maximum number of seeks of one player.
pub const MAX_SEEKS: usize = 5;

/// The maximum number of unanswered challenges from one player.
pub const MAX_CHALLENGES: usize = 5;

/// The maximum number of unanswered challenges to one player.
pub const MAX_RECEIVED_CHALLENGES: usize = 20;
