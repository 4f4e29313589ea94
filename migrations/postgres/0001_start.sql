create table players (
    id bytea not null primary key check (length(id) = 16),
    name text not null,
    name_key text not null unique,
    kind text not null check (kind in ('guest', 'account')),
    password_hash text,
    created_at bigint not null,
    check (kind = 'guest' or password_hash is not null)
);

create table tokens (
    hash bytea not null primary key check (length(hash) = 32),
    player_id bytea not null references players (id),
    scopes text not null,
    created_at bigint not null,
    expires_at bigint
);

create index tokens_by_player on tokens (player_id);

-- The log: everything else about a match is derived from it.
create table match_events (
    match_id bytea not null check (length(match_id) = 16),
    v bigint not null check (v > 0),
    at bigint not null,
    player_id bytea,
    command_id text,
    body text not null,
    primary key (match_id, v),
    check ((player_id is null) = (command_id is null))
);

-- Derived from the log, for lists.
create table matches (
    id bytea not null primary key check (length(id) = 16),
    variant text not null,
    position text,
    time text not null,
    timed bigint not null check (timed in (0, 1)),
    rated bigint not null check (rated in (0, 1)),
    private bigint not null check (private in (0, 1)),
    status text not null default 'open' check (status in ('open', 'playing', 'ended')),
    created_by bytea not null references players (id),
    create_command text,
    created_at bigint not null,
    started_at bigint,
    ended_at bigint,
    result text,
    termination text,
    plies bigint
);

create unique index matches_by_command on matches (created_by, create_command)
    where create_command is not null;
create index matches_by_variant on matches (variant, id);
create index matches_by_status on matches (status, id);
create index matches_live on matches (id) where status <> 'ended' and timed = 1;

create table match_seats (
    match_id bytea not null references matches (id),
    seat bigint not null check (seat between 0 and 3),
    player_id bytea not null references players (id),
    primary key (match_id, seat)
);

create index match_seats_by_player on match_seats (player_id, match_id);

create table server_state (
    id bigint not null primary key check (id = 1),
    last_alive_at bigint
);

insert into server_state (id) values (1);
