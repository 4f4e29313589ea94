create table chat_lines (
    match_id blob not null references matches (id),
    room text not null check (room in ('players', 'watchers')),
    line integer not null check (line > 0),
    player_id blob not null references players (id),
    command_id text,
    at integer not null,
    -- Gone from a line that a moderator has hidden.
    text text,
    primary key (match_id, room, line)
) strict, without rowid;

create unique index chat_lines_by_command on chat_lines (match_id, player_id, command_id)
    where command_id is not null;

create table mutes (
    player_id blob not null references players (id),
    muted_id blob not null references players (id),
    created_at integer not null,
    primary key (player_id, muted_id)
) strict, without rowid;

alter table players add column moderator_since integer;

create table chat_timeouts (
    player_id blob not null primary key references players (id),
    until integer not null,
    reason text not null
) strict, without rowid;

-- What moderators did: nothing here is ever changed.
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
