create table players (
    id blob not null primary key check (length(id) = 16),
    name text not null,
    name_key text not null unique,
    kind text not null check (kind in ('guest', 'account')),
    password_hash text,
    created_at integer not null,
    check (kind = 'guest' or password_hash is not null)
) strict, without rowid;

create table tokens (
    hash blob not null primary key check (length(hash) = 32),
    player_id blob not null references players (id),
    scopes text not null,
    created_at integer not null,
    expires_at integer
) strict, without rowid;

create index tokens_by_player on tokens (player_id);

-- The log: everything else about a match is derived from it.
create table match_events (
    match_id blob not null check (length(match_id) = 16),
    v integer not null check (v > 0),
    at integer not null,
    player_id blob,
    command_id text,
    body text not null,
    primary key (match_id, v),
    check ((player_id is null) = (command_id is null))
) strict, without rowid;

-- Derived from the log, for lists.
create table matches (
    id blob not null primary key check (length(id) = 16),
    variant text not null,
    position text,
    time text not null,
    timed integer not null check (timed in (0, 1)),
    rated integer not null check (rated in (0, 1)),
    private integer not null check (private in (0, 1)),
    status text not null default 'open' check (status in ('open', 'playing', 'ended')),
    created_by blob not null references players (id),
    create_command text,
    created_at integer not null,
    started_at integer,
    ended_at integer,
    result text,
    termination text,
    plies integer
) strict, without rowid;

create unique index matches_by_command on matches (created_by, create_command)
    where create_command is not null;
create index matches_by_variant on matches (variant, id);
create index matches_by_status on matches (status, id);
create index matches_live on matches (id) where status <> 'ended' and timed = 1;

create table match_seats (
    match_id blob not null references matches (id),
    seat integer not null check (seat between 0 and 3),
    player_id blob not null references players (id),
    primary key (match_id, seat)
) strict, without rowid;

create index match_seats_by_player on match_seats (player_id, match_id);

create table server_state (
    id integer not null primary key check (id = 1),
    last_alive_at integer
) strict;

insert into server_state (id) values (1);
