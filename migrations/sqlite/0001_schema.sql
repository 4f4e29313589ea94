-- The schema of version 0.1.0.
--
-- Ids are 16 bytes, flags are 0 or 1, and times are milliseconds since the Unix epoch. The logs
-- (`match_events`, `tournament_events`) are the source of truth. Tables marked as derived are
-- written in the transaction of the log entries from which they follow.

create table players (
    id blob not null primary key check (length(id) = 16),
    name text not null,
    name_key text not null unique,
    kind text not null check (kind in ('guest', 'account')),
    password_hash text,
    created_at integer not null,
    -- The time of an account's declaration as a bot, which is permanent.
    bot_since integer check (bot_since is null or kind = 'account'),
    shown_kind text
        generated always as (case when bot_since is null then kind else 'bot' end) virtual,
    moderator_since integer,
    -- The time of the sign-up. Earlier matches of a guest are not rated.
    account_since integer,
    -- The time of the erasure. The row then has a placeholder as its name.
    erased_at integer,
    check (kind = 'guest' or password_hash is not null)
) strict, without rowid;

create index players_erased on players (erased_at) where erased_at is not null;
create index players_guests on players (created_at) where kind = 'guest';

create table tokens (
    hash blob not null primary key check (length(hash) = 32),
    player_id blob not null references players (id),
    scopes text not null,
    created_at integer not null,
    expires_at integer
) strict, without rowid;

create index tokens_by_player on tokens (player_id);
create index tokens_by_end on tokens (expires_at) where expires_at is not null;

-- Addresses from which an account signed in, as hashes keyed by its password hash.
create table known_addresses (
    player_id blob not null references players (id),
    address blob not null check (length(address) = 32),
    -- The time of the last sign-in.
    at integer not null,
    primary key (player_id, address)
) strict, without rowid;

create index known_addresses_by_time on known_addresses (at);

-- The logs of matches. Rows are stored in the order of arrival, so that the entries of one commit
-- share a page.
create table match_events (
    match_id blob not null check (length(match_id) = 16),
    v integer not null check (v > 0),
    at integer not null,
    player_id blob,
    command_id text,
    body text not null,
    -- SHA-256 of the entry and the hash of the entry before it. Entries written before hash
    -- chains have none.
    hash blob check (length(hash) = 32),
    primary key (match_id, v),
    check ((player_id is null) = (command_id is null))
) strict;

-- Derived from the log, for lists.
create table matches (
    id blob not null primary key check (length(id) = 16),
    variant text not null,
    -- The hash of an operator's variant; null for built-in variants.
    variant_hash text,
    position text,
    time text not null,
    timed integer not null check (timed in (0, 1)),
    rated integer not null check (rated in (0, 1)),
    private integer not null check (private in (0, 1)),
    imported integer not null default 0 check (imported in (0, 1)),
    status text not null default 'open' check (status in ('open', 'playing', 'ended')),
    created_by blob not null references players (id),
    create_command text,
    created_at integer not null,
    started_at integer,
    ended_at integer,
    result text,
    termination text,
    plies integer,
    -- The next deadline of the clock of a correspondence match.
    deadline_at integer,
    -- The delay for spectators, and the time until which the end is hidden from them.
    watch_delay_ms integer not null default 0,
    hidden_until integer,
    -- The time from which the match may be rated; null if it is rated or never will be.
    rating_due_at integer
) strict, without rowid;

create unique index matches_by_command on matches (created_by, create_command)
    where create_command is not null;
create index matches_by_variant on matches (variant, id);
create index matches_by_status on matches (status, id);
create index matches_by_imported on matches (imported, id);
create index matches_by_maker on matches (created_by, id);
create index matches_open_by_maker on matches (created_by) where status <> 'ended';
create index matches_live on matches (id) where status <> 'ended' and timed = 1;
create index matches_by_deadline on matches (deadline_at) where deadline_at is not null;
create index matches_hidden on matches (hidden_until) where hidden_until is not null;
create index matches_to_rate on matches (rating_due_at, id) where rating_due_at is not null;

create table match_seats (
    match_id blob not null references matches (id),
    seat integer not null check (seat between 0 and 3),
    player_id blob not null references players (id),
    primary key (match_id, seat)
) strict, without rowid;

create index match_seats_by_player on match_seats (player_id, match_id);

-- The players of imported games, who have no account.
create table match_names (
    match_id blob not null references matches (id),
    seat integer not null check (seat between 0 and 3),
    name text not null,
    primary key (match_id, seat)
) strict, without rowid;

-- Premoves are not in the log, because everybody may read it. A premove is deleted in the
-- transaction of the move that consumes it.
create table premoves (
    match_id blob not null references matches (id) check (length(match_id) = 16),
    seat integer not null check (seat between 0 and 3),
    ply integer not null,
    line text not null,
    primary key (match_id, seat)
) strict, without rowid;

-- The commands that set premoves. A repeated command changes nothing.
create table premove_commands (
    match_id blob not null references matches (id) check (length(match_id) = 16),
    player_id blob not null,
    command_id text not null,
    ply integer not null,
    primary key (match_id, player_id, command_id)
) strict, without rowid;

-- Infractions, which delay the next pairing of a player.
create table faults (
    player_id blob not null references players (id),
    at integer not null,
    match_id blob not null references matches (id),
    fault text not null,
    primary key (player_id, at, match_id)
) strict, without rowid;

-- The texts of an operator's variants, by the name and hash in the logs.
create table variants (
    name text not null,
    hash text not null,
    text text not null,
    kept_at integer not null,
    primary key (name, hash)
) strict, without rowid;

-- Seeks that outlast the connections of their players.
create table seeks (
    id blob not null primary key check (length(id) = 16),
    player_id blob not null references players (id),
    body text not null
) strict, without rowid;

create table challenges (
    id blob not null primary key check (length(id) = 16),
    challenger_id blob not null references players (id),
    challenged_id blob not null references players (id),
    variant text not null,
    time text not null,
    rated integer not null check (rated in (0, 1)),
    seat integer check (seat between 0 and 3),
    created_at integer not null,
    expires_at integer not null,
    status text not null default 'open'
        check (status in ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    reason text,
    match_id blob references matches (id),
    check ((status = 'declined') = (reason is not null)),
    check ((status = 'accepted') = (match_id is not null))
) strict, without rowid;

create index challenges_open on challenges (id) where status = 'open';
create index challenges_by_challenger on challenges (challenger_id, id);
create index challenges_by_challenged on challenges (challenged_id, id);

create table webhooks (
    id blob not null primary key check (length(id) = 16),
    player_id blob not null references players (id),
    url text not null,
    events text not null,
    secret text not null,
    created_at integer not null,
    -- The number of failed attempts since the last success.
    failures integer not null default 0,
    disabled_at integer
) strict, without rowid;

create index webhooks_by_player on webhooks (player_id, id);

-- Pending deliveries, written in the transaction of the event.
create table webhook_deliveries (
    webhook_id blob not null references webhooks (id),
    match_id blob not null,
    v integer not null,
    event text not null,
    created_at integer not null,
    due_at integer not null,
    tries integer not null default 0,
    primary key (webhook_id, match_id, v)
) strict, without rowid;

create index webhook_deliveries_by_due on webhook_deliveries (due_at);

create table chat_lines (
    match_id blob not null references matches (id),
    room text not null check (room in ('players', 'watchers')),
    line integer not null check (line > 0),
    player_id blob not null references players (id),
    command_id text,
    at integer not null,
    -- Null for a hidden or expired line.
    text text,
    primary key (match_id, room, line)
) strict, without rowid;

create unique index chat_lines_by_command on chat_lines (match_id, player_id, command_id)
    where command_id is not null;
create index chat_lines_by_player on chat_lines (player_id, match_id);
create index chat_lines_kept on chat_lines (match_id) where text is not null;

create table mutes (
    player_id blob not null references players (id),
    muted_id blob not null references players (id),
    created_at integer not null,
    primary key (player_id, muted_id)
) strict, without rowid;

create index mutes_of on mutes (muted_id);

create table chat_timeouts (
    player_id blob not null primary key references players (id),
    until integer not null,
    reason text not null
) strict, without rowid;

-- The actions of moderators. Rows are never changed.
create table moderation_log (
    id blob not null primary key check (length(id) = 16),
    at integer not null,
    moderator_id blob not null references players (id),
    action text not null,
    player_id blob not null references players (id),
    reason text,
    until integer,
    match_id blob,
    room text,
    line integer
) strict, without rowid;

create index moderation_log_by_player on moderation_log (player_id, id);
create index moderation_log_by_moderator on moderation_log (moderator_id, id);

-- One row, locked while a match is rated, so that all ratings have one order.
create table rating_sequence (
    id integer not null primary key check (id = 1),
    last_number integer not null
) strict;

insert into rating_sequence (id, last_number) values (1, 0);

-- The order in which matches were rated. `rating_changes` and `ratings` follow from it and from
-- the logs; `chivalry ratings rebuild` computes them again.
create table rated_matches (
    number integer not null primary key check (number > 0),
    match_id blob not null unique references matches (id)
) strict, without rowid;

create table rating_changes (
    number integer not null references rated_matches (number),
    seat integer not null check (seat between 0 and 3),
    player_id blob not null references players (id),
    pool text not null,
    rating_before real not null,
    deviation_before real not null,
    volatility_before real not null,
    rating real not null,
    deviation real not null,
    volatility real not null,
    games integer not null check (games > 0),
    last_at integer not null,
    primary key (number, seat)
) strict, without rowid;

create index rating_changes_by_player on rating_changes (player_id, pool, number);

create table ratings (
    player_id blob not null references players (id),
    pool text not null,
    rating real not null,
    deviation real not null,
    volatility real not null,
    games integer not null check (games > 0),
    last_at integer not null,
    -- The time until which the player stays on the leaderboard without another match.
    listed_until integer,
    primary key (player_id, pool)
) strict, without rowid;

create index ratings_by_rank on ratings (pool, rating) where listed_until is not null;

-- The deepest evaluation of each position by one engine version. Positions are normalized.
create table analyses (
    variant text not null,
    position text not null,
    edition integer not null,
    nodes integer not null,
    depth integer not null,
    score integer not null,
    final integer not null check (final in (0, 1)),
    line text not null,
    primary key (variant, position)
) strict, without rowid;

-- Positions in which exactly one line wins. The id is a hash of variant and position.
create table puzzles (
    id blob not null primary key check (length(id) = 16),
    variant text not null,
    position text not null,
    line text not null,
    moves integer not null check (moves > 0),
    -- The match and ply of origin; null for a game of the program against itself.
    match_id blob references matches (id),
    ply integer,
    created_at integer not null,
    tried integer not null default 0,
    solved integer not null default 0
) strict, without rowid;

create index puzzles_by_variant on puzzles (variant, id);

-- The first attempt of each player.
create table puzzle_attempts (
    player_id blob not null references players (id),
    puzzle_id blob not null references puzzles (id),
    solved integer not null check (solved in (0, 1)),
    at integer not null,
    primary key (player_id, puzzle_id)
) strict, without rowid;

-- The logs of tournaments. Standings are computed from them and never stored.
create table tournament_events (
    tournament_id blob not null check (length(tournament_id) = 16),
    v integer not null check (v > 0),
    at integer not null,
    player_id blob,
    action integer not null check (action > 0 and action <= v),
    body text not null,
    primary key (tournament_id, v)
) strict, without rowid;

create index tournament_events_by_player on tournament_events (player_id, tournament_id)
    where player_id is not null;

-- Derived from the log, for lists.
create table tournaments (
    id blob not null primary key check (length(id) = 16),
    name text not null,
    variant text not null,
    status text not null check (status in ('open', 'running', 'ended', 'cancelled')),
    created_by blob not null references players (id),
    created_at integer not null,
    create_command text,
    -- The time of the server's next action.
    due_at integer,
    entrants integer not null default 0
) strict, without rowid;

create index tournaments_by_status on tournaments (status, id);
create index tournaments_due on tournaments (due_at) where due_at is not null;
create unique index tournaments_by_command on tournaments (created_by, create_command)
    where create_command is not null;

-- Derived from the log: the place of each entrant in each round. The primary key makes two games
-- of one entrant in one round impossible.
create table tournament_places (
    tournament_id blob not null references tournaments (id),
    stage integer not null,
    round integer not null check (round > 0),
    entrant integer not null check (entrant > 0),
    pairing integer,
    primary key (tournament_id, stage, round, entrant)
) strict, without rowid;

-- Derived from the log: the match of each game of a pairing.
create table tournament_games (
    tournament_id blob not null references tournaments (id),
    pairing integer not null,
    number integer not null check (number > 0),
    match_id blob not null unique references matches (id),
    primary key (tournament_id, pairing, number)
) strict, without rowid;

-- The version after each command with an id. A repeated command finds its first answer.
create table tournament_commands (
    tournament_id blob not null references tournaments (id),
    player_id blob not null references players (id),
    command text not null,
    v integer not null check (v > 0),
    primary key (tournament_id, player_id, command)
) strict, without rowid;

-- The time at which a server was last running.
create table server_state (
    id integer not null primary key check (id = 1),
    last_alive_at integer
) strict;

insert into server_state (id) values (1);

-- The nodes that share this database, with their last heartbeat by the clock of the database. The
-- heartbeat is negative after an orderly shutdown.
create table nodes (
    id blob not null primary key check (length(id) = 16),
    beat_at integer not null
) strict, without rowid;

-- The owner of each match, each tournament and the lobby (the nil id). Each owner has a higher
-- epoch than the owners before it, so rows are never deleted. An ended match has no node.
create table owners (
    entity blob not null primary key check (length(entity) = 16),
    epoch integer not null check (epoch > 0),
    node blob check (length(node) = 16)
) strict, without rowid;

create index owners_by_node on owners (node) where node is not null;

-- Matches whose stored data is damaged. Backups omit the table, because the scrub fills it again.
create table damaged_matches (
    match_id blob not null primary key check (length(match_id) = 16),
    fault text not null
) strict, without rowid;

-- One row: the prefix of the subjects of this database on a message bus.
create table cluster (
    one integer primary key check (one = 1),
    id blob not null check (length(id) = 16)
) strict;

-- The keys (Ed25519) that sign records, of which one is in use. The secret of a key that the
-- operator keeps elsewhere is null.
create table signing_keys (
    -- The beginning of the SHA-256 of the public key.
    id blob not null primary key check (length(id) = 16),
    public blob not null check (length(public) = 32),
    secret blob check (length(secret) = 32),
    made_at integer not null,
    retired_at integer
) strict, without rowid;

create unique index signing_keys_in_use on signing_keys ((retired_at is null))
    where retired_at is null;
