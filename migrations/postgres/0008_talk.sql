create table chat_lines (
    match_id bytea not null references matches (id),
    room text not null check (room in ('players', 'watchers')),
    line bigint not null check (line > 0),
    player_id bytea not null references players (id),
    command_id text,
    at bigint not null,
    -- Gone from a line that a moderator has hidden.
    text text,
    primary key (match_id, room, line)
);

create unique index chat_lines_by_command on chat_lines (match_id, player_id, command_id)
    where command_id is not null;

create table mutes (
    player_id bytea not null references players (id),
    muted_id bytea not null references players (id),
    created_at bigint not null,
    primary key (player_id, muted_id)
);

alter table players add column moderator_since bigint;

create table chat_timeouts (
    player_id bytea not null primary key references players (id),
    until bigint not null,
    reason text not null
);

-- What moderators did: nothing here is ever changed.
create table moderation_log (
    id bytea not null primary key check (length(id) = 16),
    at bigint not null,
    moderator_id bytea not null references players (id),
    action text not null,
    player_id bytea not null references players (id),
    reason text,
    until bigint,
    match_id bytea,
    room text,
    line bigint
);
