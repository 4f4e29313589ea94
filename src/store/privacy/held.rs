//! Which tables know of players, and what becomes of that.

/// A table with the id of a player in it.
#[derive(Debug)]
pub struct Held {
    /// The table.
    pub table: &'static str,
    /// The columns in which the id is.
    pub players: &'static [&'static str],
    /// The columns that no export has, and why not.
    pub withheld: &'static [(&'static str, &'static str)],
    /// What becomes of the rows when the player is erased.
    pub erasure: Erasure,
    /// Whether a guest with such a row has done something. Where it is `false`,
    /// the row goes with the guest, or there is another beside it that says so
    /// and is found by an index.
    pub shows_use: bool,
}

/// What becomes of a player's rows when the player is erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erasure {
    /// They are under the ghost's name from then on, and say no more of the
    /// player.
    Renamed,
    /// They are deleted.
    Deleted,
    /// They stay without what the player said.
    Emptied,
    /// They stay, under the ghost's name, for that reason.
    Stays(&'static str),
}

const GAMES: Erasure = Erasure::Stays("a game is the opponents' too");
const RATINGS: Erasure = Erasure::Stays("the ratings of others rest upon it");
const TOURNAMENTS: Erasure = Erasure::Stays("the standings of others rest upon it");
const MODERATION: Erasure = Erasure::Stays("what moderators did is never changed");

/// Every table with the id of a player in it.
pub const PERSONAL_DATA: &[Held] = &[
    Held {
        table: "players",
        players: &["id"],
        withheld: &[
            ("name_key", "the name in small letters"),
            ("shown_kind", "follows from the kind, and whether it is a bot"),
            ("erased_at", "nobody is left to ask for it"),
        ],
        erasure: Erasure::Renamed,
        shows_use: false,
    },
    Held {
        table: "tokens",
        players: &["player_id"],
        withheld: &[("hash", "it is what the secret is known by")],
        erasure: Erasure::Deleted,
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
        ],
        erasure: GAMES,
        shows_use: true,
    },
    Held {
        table: "match_seats",
        players: &["player_id"],
        withheld: &[],
        erasure: GAMES,
        shows_use: true,
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
        withheld: &[],
        erasure: Erasure::Deleted,
        shows_use: false,
    },
];
