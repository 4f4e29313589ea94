//! Tables with personal data, and the effect of an erasure on them.

/// A table with player ids.
#[derive(Debug)]
pub struct Held {
    /// The table.
    pub table: &'static str,
    /// The columns with player ids.
    pub players: &'static [&'static str],
    /// Columns that exports omit, with the reasons.
    pub withheld: &'static [(&'static str, &'static str)],
    /// The effect of an erasure on the player's rows.
    pub erasure: Erasure,
    /// True if a guest with such a row counts as active. Otherwise the row is deleted with the
    /// guest, or an indexed row of another table shows the activity.
    pub shows_use: bool,
}

/// The effect of an erasure on a player's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erasure {
    /// The rows stay under the anonymous name, without personal data.
    Renamed,
    /// The rows are deleted.
    Deleted,
    /// The rows stay without the text of the player.
    Emptied,
    /// The rows stay under the anonymous name, for the given reason.
    Stays(&'static str),
}

const GAMES: Erasure = Erasure::Stays("a game is the opponents' too");
const EXPLORER: Erasure = Erasure::Stays("it repeats the seats of the games");
const RATINGS: Erasure = Erasure::Stays("the ratings of others rest upon it");
const TOURNAMENTS: Erasure = Erasure::Stays("the standings of others rest upon it");
const MODERATION: Erasure = Erasure::Stays("what moderators did is never changed");

/// Every table with player ids.
pub const PERSONAL_DATA: &[Held] = &[
    Held {
        table: "players",
        players: &["id"],
        withheld: &[
            ("name_key", "the name in the form in which names are compared"),
            ("shown_kind", "follows from the kind, and whether it is a bot"),
            ("erased_at", "nobody is left to ask for it"),
        ],
        erasure: Erasure::Renamed,
        shows_use: false,
    },
    Held {
        table: "tokens",
        players: &["player_id"],
        withheld: &[
            ("hash", "it is what the secret is known by"),
            ("app_grant_id", "a part of the secret of the program"),
        ],
        erasure: Erasure::Deleted,
        shows_use: false,
    },
    Held {
        table: "app_grants",
        players: &["player_id"],
        withheld: &[
            ("id", "a part of the secret of the program"),
            ("code", "it is what the secret is known by"),
            ("challenge", "the program chose it for one sign-in"),
            ("code_expires_at", "a minute after the consent"),
            ("refresh", "it is what the secret is known by"),
        ],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "app_devices",
        players: &["player_id"],
        withheld: &[
            ("code", "it is what the secret is known by"),
            ("next_at", "a note of the server's to itself"),
            ("interval_ms", "a note of the server's to itself"),
        ],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "known_addresses",
        players: &["player_id"],
        withheld: &[("address", "a keyed hash, from which nobody reads the address")],
        erasure: Erasure::Deleted,
        shows_use: false,
    },
    Held {
        table: "recovery_codes",
        players: &["player_id"],
        withheld: &[("hash", "it is what the code is known by")],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "security_events",
        players: &["player_id"],
        withheld: &[("id", "follows from the event")],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "passkeys",
        players: &["player_id"],
        withheld: &[
            ("id", "it is what the passkey is known by"),
            ("public_key", "the authenticator has it"),
            ("sign_count", "a note of the server's to itself"),
        ],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "provider_identities",
        players: &["player_id"],
        withheld: &[],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "vacations",
        players: &["player_id"],
        withheld: &[("id", "a number without a meaning")],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "mail_addresses",
        players: &["player_id"],
        withheld: &[
            ("address_key", "a hash of the address"),
            ("verification", "it is what the link is known by"),
            ("unsubscription", "it is what the link is known by"),
        ],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "arrangements",
        players: &["proposer_id", "invited_id", "times_by"],
        withheld: &[("reminded", "a note of the server's to itself")],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "mail_outbox",
        players: &["player_id"],
        withheld: &[
            ("id", "a note of the server's to itself"),
            ("address", "the export has it"),
            ("text", "it may contain a secret link, and is sent to the player"),
            ("html", "it may contain a secret link, and is sent to the player"),
            ("due_at", "a note of the server's to itself"),
            ("tries", "a note of the server's to itself"),
        ],
        erasure: Erasure::Deleted,
        // Only accounts have an address.
        shows_use: false,
    },
    Held {
        table: "matches",
        players: &["created_by"],
        withheld: &[
            ("timed", "follows from the time control"),
            ("variant_hash", "of the variant"),
            ("deadline_at", "of the clock, which the match shows"),
            ("hidden_until", "of the delay"),
            ("rating_due_at", "a note of the server's to itself"),
            ("speed", "follows from the time control"),
            ("explored_at", "a note of the server's to itself"),
        ],
        erasure: GAMES,
        shows_use: true,
    },
    Held {
        table: "match_seats",
        players: &["player_id"],
        withheld: &[("away_until", "follows from the vacations")],
        erasure: GAMES,
        shows_use: true,
    },
    Held {
        table: "match_importers",
        players: &["player_id"],
        withheld: &[],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "explorer_players",
        players: &["player_id"],
        withheld: &[
            ("block", "follows from the games, which the export has"),
            ("games", "follows from the games, which the export has"),
        ],
        erasure: EXPLORER,
        shows_use: false,
    },
    Held {
        table: "match_events",
        players: &["player_id"],
        withheld: &[
            ("match_id", "in the match's events, whose address the export has"),
            ("v", "in the match's events"),
            ("at", "in the match's events"),
            ("command_id", "in the match's proof"),
            ("body", "in the match's events"),
            ("hash", "in the match's proof"),
        ],
        erasure: Erasure::Stays("the match's hashes are over it"),
        shows_use: false,
    },
    Held {
        table: "premove_commands",
        players: &["player_id"],
        withheld: &[],
        erasure: Erasure::Deleted,
        shows_use: false,
    },
    Held {
        table: "seeks",
        players: &["player_id"],
        withheld: &[],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "challenges",
        players: &["challenger_id", "challenged_id"],
        withheld: &[],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "faults",
        players: &["player_id"],
        withheld: &[],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "webhooks",
        players: &["player_id"],
        withheld: &[("secret", "it was shown once, and signs what is posted")],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "notifications",
        players: &["player_id"],
        withheld: &[
            ("id", "a hash of the other columns"),
            ("push_due_at", "a note of the server's to itself"),
            ("email_due_at", "a note of the server's to itself"),
        ],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "notification_reminders",
        players: &["player_id"],
        withheld: &[
            ("match_id", "follows from the matches, which the export has"),
            ("v", "follows from the matches, which the export has"),
            ("remind_at", "follows from the clock, which the match shows"),
            ("deadline_at", "of the clock, which the match shows"),
            ("due_at", "a note of the server's to itself"),
        ],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "notification_settings",
        players: &["player_id"],
        withheld: &[
            ("push_after", "a note of the server's to itself"),
            ("email_after", "a note of the server's to itself"),
        ],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "push_subscriptions",
        players: &["player_id"],
        withheld: &[
            ("id", "a hash of the endpoint"),
            ("p256dh", "the browser has it"),
            ("auth", "a secret of the browser"),
            ("token", "it is what the secret of the sign-in is known by"),
            ("failures", "a note of the server's to itself"),
        ],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "chat_lines",
        players: &["player_id"],
        withheld: &[],
        erasure: Erasure::Emptied,
        shows_use: true,
    },
    Held {
        table: "mutes",
        players: &["player_id", "muted_id"],
        withheld: &[],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "chat_timeouts",
        players: &["player_id"],
        withheld: &[],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "moderation_log",
        players: &["moderator_id", "player_id"],
        withheld: &[],
        erasure: MODERATION,
        shows_use: true,
    },
    Held {
        table: "rating_changes",
        players: &["player_id"],
        withheld: &[],
        erasure: RATINGS,
        shows_use: true,
    },
    Held {
        table: "ratings",
        players: &["player_id"],
        withheld: &[],
        erasure: RATINGS,
        shows_use: true,
    },
    Held {
        table: "puzzle_attempts",
        players: &["player_id"],
        withheld: &[],
        erasure: Erasure::Deleted,
        shows_use: true,
    },
    Held {
        table: "tournaments",
        players: &["created_by"],
        withheld: &[("due_at", "a note of the server's to itself")],
        erasure: TOURNAMENTS,
        shows_use: false,
    },
    Held {
        table: "tournament_events",
        players: &["player_id"],
        withheld: &[],
        erasure: TOURNAMENTS,
        shows_use: true,
    },
    Held {
        table: "tournament_commands",
        players: &["player_id"],
        withheld: &[("content", "a hash of the command")],
        erasure: Erasure::Deleted,
        shows_use: false,
    },
    Held {
        table: "tournament_schedules",
        players: &["created_by"],
        withheld: &[("create_at", "follows from the start and the plan")],
        erasure: TOURNAMENTS,
        shows_use: true,
    },
    Held {
        table: "scheduled_places",
        players: &["player_id"],
        withheld: &[],
        erasure: TOURNAMENTS,
        shows_use: false,
    },
];
