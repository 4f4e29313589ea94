//! The sections of an export. Each section is one select, read in pages in key order.

/// A section of an export.
#[derive(Debug)]
pub struct Section {
    /// The name in the export.
    pub name: &'static str,
    /// The tables.
    pub(crate) from: &'static str,
    /// The condition. `$1` is the player. If `by_name` is set, `$2` is the id as text between two
    /// `%`.
    pub(crate) of: &'static str,
    pub(crate) by_name: bool,
    /// The unique sort key.
    pub(crate) key: &'static [(Key, &'static str)],
    /// The exported columns: type, expression and name.
    pub(crate) columns: &'static [(Shown, &'static str, &'static str)],
}

impl Section {
    /// Returns true if the section contains a column of a table.
    #[must_use]
    pub fn has(&self, table: &str, column: &str) -> bool {
        let words = |text: &str, word: &str| {
            let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            text.split(|c| !is_of_word(c)).any(|found| found == word)
        };
        words(self.from, table)
            && (words(self.of, column)
                || self.columns.iter().any(|(_, from, _)| words(from, column)))
    }
}

/// The type of a key column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Key {
    Bytes,
    Number,
    Text,
}

/// The type of an exported column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A text.
    Text,
    /// An id.
    Id,
    /// A time, in milliseconds since 1970.
    Time,
    /// An integer.
    Number,
    /// A real number.
    Real,
    /// A boolean, stored as 0 or 1.
    Flag,
    /// A text that is JSON.
    Json,
}

use Shown::{Flag, Id, Json, Number, Real, Text, Time};

/// All sections in export order.
pub const SECTIONS: &[Section] = &[
    Section {
        name: "player",
        from: "players p",
        of: "p.id = $1",
        by_name: false,
        key: &[(Key::Bytes, "p.id")],
        columns: &[
            (Id, "p.id", "id"),
            (Text, "p.name", "name"),
            (Text, "p.guest_name_key", "guest_name"),
            (Text, "p.kind", "kind"),
            (Time, "p.created_at", "created_at"),
            (Time, "p.account_since", "account_since"),
            (Time, "p.bot_since", "bot_since"),
            (Time, "p.moderator_since", "moderator_since"),
            (
                Flag,
                "case when p.password_hash is null or p.password_hash in ('-', '!') then 0
                 else 1 end",
                "has_password",
            ),
        ],
    },
    Section {
        name: "tokens",
        from: "tokens t",
        of: "t.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "t.hash")],
        columns: &[
            (Text, "t.scopes", "scopes"),
            (Time, "t.created_at", "created_at"),
            (Time, "t.expires_at", "expires_at"),
            (Text, "t.client", "client"),
            (Text, "t.browser", "browser"),
            (Text, "t.system", "system"),
            (Time, "t.seen_at", "seen_at"),
        ],
    },
    Section {
        name: "recovery_codes",
        from: "recovery_codes r",
        of: "r.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "r.hash")],
        columns: &[
            (Time, "r.created_at", "created_at"),
            (Time, "r.expires_at", "expires_at"),
            (Time, "r.mailed_at", "mailed_at"),
        ],
    },
    Section {
        name: "security_events",
        from: "security_events e",
        of: "e.player_id = $1",
        by_name: false,
        key: &[(Key::Number, "e.at"), (Key::Bytes, "e.id")],
        columns: &[
            (Time, "e.at", "at"),
            (Text, "e.kind", "event"),
            (Number, "e.times", "times"),
            (Text, "e.browser", "browser"),
            (Text, "e.system", "system"),
        ],
    },
    Section {
        name: "passkeys",
        from: "passkeys k",
        of: "k.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "k.id")],
        columns: &[
            (Time, "k.created_at", "created_at"),
            (Time, "k.used_at", "used_at"),
            (Text, "k.browser", "browser"),
            (Text, "k.system", "system"),
        ],
    },
    Section {
        name: "provider_identities",
        from: "provider_identities i",
        of: "i.player_id = $1",
        by_name: false,
        key: &[(Key::Text, "i.issuer"), (Key::Text, "i.subject")],
        columns: &[
            (Text, "i.issuer", "issuer"),
            (Text, "i.subject", "subject"),
            (Time, "i.created_at", "created_at"),
            (Time, "i.used_at", "used_at"),
        ],
    },
    Section {
        name: "mail_addresses",
        from: "mail_addresses a",
        of: "a.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "a.player_id")],
        columns: &[
            (Text, "a.address", "address"),
            (Time, "a.created_at", "created_at"),
            (Time, "a.verified_at", "verified_at"),
            (Time, "a.disabled_at", "disabled_at"),
            (Time, "a.unsubscribed_at", "unsubscribed_at"),
            (Time, "a.verification_expires_at", "verification_expires_at"),
        ],
    },
    Section {
        name: "mails",
        from: "mail_outbox o",
        of: "o.player_id = $1",
        by_name: false,
        key: &[(Key::Text, "o.id")],
        columns: &[
            (Text, "o.kind", "kind"),
            (Text, "o.subject", "subject"),
            (Time, "o.created_at", "created_at"),
        ],
    },
    Section {
        name: "vacations",
        from: "vacations v",
        of: "v.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "v.id")],
        columns: &[(Time, "v.began_at", "began_at"), (Time, "v.until_at", "until")],
    },
    Section {
        name: "arranged_games",
        from: "arrangements a",
        of: "a.proposer_id = $1 or a.invited_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "a.id")],
        columns: &[
            (Id, "a.id", "arrangement"),
            (Id, "a.proposer_id", "proposer"),
            (Id, "a.invited_id", "invited"),
            (Text, "a.variant", "variant"),
            (Json, "a.time", "time"),
            (Flag, "a.rated", "rated"),
            (Number, "a.seat", "seat"),
            (Time, "a.created_at", "created_at"),
            (Json, "a.times", "times"),
            (Id, "a.times_by", "proposed_last_by"),
            (Time, "a.due_at", "at"),
            (Text, "a.status", "status"),
            (Id, "a.match_id", "match"),
        ],
    },
    Section {
        name: "programs",
        from: "app_grants g",
        of: "g.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "g.id")],
        columns: &[
            (Text, "g.client", "client"),
            (Text, "g.redirect_uri", "redirect_uri"),
            (Text, "g.scopes", "scopes"),
            (Time, "g.created_at", "created_at"),
            (Time, "g.used_at", "used_at"),
            (Time, "g.code_used_at", "code_used_at"),
            (Time, "g.refresh_expires_at", "expires_at"),
        ],
    },
    Section {
        name: "devices",
        from: "app_devices d",
        of: "d.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "d.code")],
        columns: &[
            (Text, "d.user_code", "user_code"),
            (Text, "d.client", "client"),
            (Text, "d.scopes", "scopes"),
            (Time, "d.created_at", "created_at"),
            (Time, "d.expires_at", "expires_at"),
            (Flag, "d.allowed", "allowed"),
        ],
    },
    Section {
        name: "known_addresses",
        from: "known_addresses a",
        of: "a.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "a.address")],
        columns: &[(Time, "a.at", "at")],
    },
    Section {
        name: "matches",
        from: "match_seats s join matches m on m.id = s.match_id",
        of: "s.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "s.match_id"), (Key::Number, "s.seat")],
        columns: &[
            (Id, "s.match_id", "match"),
            (Number, "s.seat", "seat"),
            (Text, "m.variant", "variant"),
            (Json, "m.time", "time"),
            (Flag, "m.rated", "rated"),
            (Text, "m.status", "status"),
            (Time, "m.started_at", "started_at"),
            (Time, "m.ended_at", "ended_at"),
            (Text, "m.result", "result"),
            (Text, "m.termination", "termination"),
        ],
    },
    Section {
        name: "matches_made",
        from: "matches m",
        of: "m.created_by = $1",
        by_name: false,
        key: &[(Key::Bytes, "m.id")],
        columns: &[
            (Id, "m.id", "match"),
            (Text, "m.variant", "variant"),
            (Text, "m.position", "position"),
            (Json, "m.time", "time"),
            (Flag, "m.rated", "rated"),
            (Flag, "m.private", "private"),
            (Flag, "m.imported", "imported"),
            (Number, "m.watch_delay_ms", "watch_delay_ms"),
            (Text, "m.create_command", "command"),
            (Text, "m.status", "status"),
            (Time, "m.created_at", "created_at"),
            (Time, "m.started_at", "started_at"),
            (Time, "m.ended_at", "ended_at"),
            (Text, "m.result", "result"),
            (Text, "m.termination", "termination"),
            (Number, "m.plies", "plies"),
        ],
    },
    Section {
        name: "imports",
        from: "match_importers i",
        of: "i.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "i.match_id")],
        columns: &[(Id, "i.match_id", "match"), (Time, "i.at", "at")],
    },
    Section {
        name: "premoves",
        from: "match_seats s join premoves r on r.match_id = s.match_id and r.seat = s.seat",
        of: "s.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "s.match_id"), (Key::Number, "s.seat")],
        columns: &[(Id, "s.match_id", "match"), (Number, "r.ply", "ply"), (Text, "r.line", "line")],
    },
    Section {
        name: "premove_commands",
        // These rows exist for seats only. Starting from seats avoids reading rows of other
        // players.
        from: "premove_commands r",
        of: "r.player_id = $1 and r.match_id in
             (select match_id from match_seats where player_id = $1)",
        by_name: false,
        key: &[(Key::Bytes, "r.match_id"), (Key::Text, "r.command_id")],
        columns: &[
            (Id, "r.match_id", "match"),
            (Text, "r.command_id", "command"),
            (Number, "r.ply", "ply"),
        ],
    },
    Section {
        name: "notifications",
        from: "notifications n",
        of: "n.player_id = $1",
        by_name: false,
        key: &[(Key::Number, "n.created_at"), (Key::Bytes, "n.id")],
        columns: &[
            (Text, "n.kind", "kind"),
            (Id, "n.subject", "subject"),
            (Number, "n.v", "v"),
            (Time, "n.created_at", "created_at"),
            (Time, "n.read_at", "read_at"),
        ],
    },
    Section {
        name: "notification_settings",
        from: "notification_settings s",
        of: "s.player_id = $1 and s.settings is not null",
        by_name: false,
        key: &[(Key::Bytes, "s.player_id")],
        columns: &[(Json, "s.settings", "settings")],
    },
    Section {
        name: "push_subscriptions",
        from: "push_subscriptions s",
        of: "s.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "s.id")],
        columns: &[
            (Text, "s.endpoint", "endpoint"),
            (Text, "s.browser", "browser"),
            (Text, "s.system", "system"),
            (Time, "s.created_at", "created_at"),
        ],
    },
    Section {
        name: "talk",
        from: "chat_lines c",
        of: "c.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "c.match_id"), (Key::Text, "c.room"), (Key::Number, "c.line")],
        columns: &[
            (Id, "c.match_id", "match"),
            (Text, "c.room", "room"),
            (Number, "c.line", "line"),
            (Time, "c.at", "at"),
            (Text, "c.text", "text"),
            (Text, "c.command_id", "command"),
        ],
    },
    Section {
        name: "mutes",
        from: "mutes u join players p on p.id = u.muted_id",
        of: "u.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "u.muted_id")],
        columns: &[
            (Id, "u.muted_id", "id"),
            (Text, "p.name", "name"),
            (Time, "u.created_at", "created_at"),
        ],
    },
    Section {
        name: "chat_timeouts",
        from: "chat_timeouts t",
        of: "t.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "t.player_id")],
        columns: &[(Time, "t.until", "until"), (Text, "t.reason", "reason")],
    },
    Section {
        name: "moderation",
        from: "moderation_log l",
        of: "l.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "l.id")],
        columns: MODERATION,
    },
    Section {
        name: "moderated",
        from: "moderation_log l",
        of: "l.moderator_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "l.id")],
        columns: MODERATION,
    },
    Section {
        name: "ratings",
        from: "ratings r",
        of: "r.player_id = $1",
        by_name: false,
        key: &[(Key::Text, "r.pool")],
        columns: &[
            (Text, "r.pool", "pool"),
            (Real, "r.rating", "rating"),
            (Real, "r.deviation", "deviation"),
            (Real, "r.volatility", "volatility"),
            (Number, "r.games", "games"),
            (Time, "r.last_at", "last_at"),
            (Time, "r.listed_until", "listed_until"),
        ],
    },
    Section {
        name: "rating_changes",
        from: "rating_changes r join rated_matches m on m.number = r.number",
        of: "r.player_id = $1",
        by_name: false,
        key: &[(Key::Number, "r.number"), (Key::Number, "r.seat")],
        columns: &[
            (Number, "r.number", "number"),
            (Id, "m.match_id", "match"),
            (Number, "r.seat", "seat"),
            (Text, "r.pool", "pool"),
            (Real, "r.rating_before", "rating_before"),
            (Real, "r.deviation_before", "deviation_before"),
            (Real, "r.volatility_before", "volatility_before"),
            (Real, "r.rating", "rating"),
            (Real, "r.deviation", "deviation"),
            (Real, "r.volatility", "volatility"),
            (Number, "r.games", "games"),
            (Time, "r.last_at", "last_at"),
        ],
    },
    Section {
        name: "puzzles",
        from: "puzzle_attempts a",
        of: "a.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "a.puzzle_id")],
        columns: &[
            (Id, "a.puzzle_id", "puzzle"),
            (Flag, "a.solved", "solved"),
            (Time, "a.at", "at"),
        ],
    },
    Section {
        name: "faults",
        from: "faults f",
        of: "f.player_id = $1",
        by_name: false,
        key: &[(Key::Number, "f.at"), (Key::Bytes, "f.match_id")],
        columns: &[(Id, "f.match_id", "match"), (Text, "f.fault", "fault"), (Time, "f.at", "at")],
    },
    Section {
        name: "webhooks",
        from: "webhooks w",
        of: "w.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "w.id")],
        columns: &[
            (Id, "w.id", "id"),
            (Text, "w.url", "url"),
            (Text, "w.events", "events"),
            (Time, "w.created_at", "created_at"),
            (Number, "w.failures", "failures"),
            (Time, "w.disabled_at", "disabled_at"),
        ],
    },
    Section {
        name: "seeks",
        from: "seeks s",
        of: "s.player_id = $1 or s.body like $2",
        by_name: true,
        key: &[(Key::Bytes, "s.id")],
        columns: &[(Id, "s.id", "id"), (Json, "s.body", "seek")],
    },
    Section {
        name: "challenges",
        from: "challenges c",
        of: "c.challenger_id = $1 or c.challenged_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "c.id")],
        columns: &[
            (Id, "c.id", "id"),
            (Id, "c.challenger_id", "from"),
            (Id, "c.challenged_id", "to"),
            (Text, "c.variant", "variant"),
            (Json, "c.time", "time"),
            (Flag, "c.rated", "rated"),
            (Number, "c.seat", "seat"),
            (Time, "c.created_at", "created_at"),
            (Time, "c.expires_at", "expires_at"),
            (Text, "c.status", "status"),
            (Text, "c.reason", "reason"),
            (Id, "c.match_id", "match"),
        ],
    },
    Section {
        name: "tournaments",
        from: "tournaments t",
        // A partner who was entered by another player is named in the log alone.
        of: "t.created_by = $1 or exists (select 1 from tournament_events e
             where e.tournament_id = t.id and (e.player_id = $1 or e.body like $2))",
        by_name: true,
        key: &[(Key::Bytes, "t.id")],
        columns: &[
            (Id, "t.id", "tournament"),
            (Text, "t.name", "name"),
            (Text, "t.variant", "variant"),
            (Text, "t.status", "status"),
            (Flag, "case when t.created_by = $1 then 1 else 0 end", "made"),
            (Text, "case when t.created_by = $1 then t.create_command end", "command"),
            (Number, "t.entrants", "entrants"),
            (Time, "t.created_at", "created_at"),
        ],
    },
    Section {
        name: "tournament_schedules",
        from: "tournament_schedules s",
        of: "s.created_by = $1",
        by_name: false,
        key: &[(Key::Bytes, "s.id")],
        columns: &[
            (Id, "s.id", "schedule"),
            (Text, "s.create_command", "command"),
            (Time, "s.created_at", "created_at"),
            (Json, "s.plan", "plan"),
            (Number, "s.next_number", "next_number"),
            (Time, "s.next_at", "next_at"),
        ],
    },
    Section {
        name: "scheduled_places",
        from: "scheduled_places p",
        of: "p.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "p.tournament_id")],
        columns: &[(Id, "p.tournament_id", "tournament"), (Number, "p.place", "place")],
    },
    Section {
        name: "tournament_actions",
        from: "tournament_events e",
        of: "e.player_id = $1",
        by_name: false,
        key: &[(Key::Bytes, "e.tournament_id"), (Key::Number, "e.v")],
        columns: &[
            (Id, "e.tournament_id", "tournament"),
            (Number, "e.v", "v"),
            (Number, "e.action", "action"),
            (Time, "e.at", "at"),
            (Json, "e.body", "event"),
        ],
    },
    Section {
        name: "tournament_commands",
        // Only the acting player has such rows. Starting from them avoids reading rows of other
        // players.
        from: "tournament_commands c",
        of: "c.player_id = $1 and c.tournament_id in
             (select tournament_id from tournament_events where player_id = $1)",
        by_name: false,
        key: &[(Key::Bytes, "c.tournament_id"), (Key::Text, "c.command")],
        columns: &[
            (Id, "c.tournament_id", "tournament"),
            (Text, "c.command", "command"),
            (Number, "c.v", "v"),
        ],
    },
];

/// Columns of the affected player. The moderator is visible to moderators only.
const MODERATION: &[(Shown, &str, &str)] = &[
    (Id, "l.id", "id"),
    (Time, "l.at", "at"),
    (Text, "l.action", "action"),
    (Id, "l.player_id", "player"),
    (Text, "l.reason", "reason"),
    (Time, "l.until", "until"),
    (Id, "l.match_id", "match"),
    (Text, "l.room", "room"),
    (Number, "l.line", "line"),
];
