//! The channels whose messages wait in an outbox.

/// A channel with messages. The list on the page reads the notifications themselves, and a webhook
/// has deliveries of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Web Push.
    Push,
    /// E-mail.
    Email,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Channel; 2] = [Channel::Push, Channel::Email];

    /// Returns the column of the next attempt.
    pub(crate) const fn due_at(self) -> &'static str {
        match self {
            Channel::Push => "push_due_at",
            Channel::Email => "email_due_at",
        }
    }
}
