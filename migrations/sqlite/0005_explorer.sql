-- Filters of match lists, imported games that several players share, and the opening explorer.

-- The speed of the time control. Nodes of earlier versions leave it null, and the explorer fills it.
alter table matches add column speed text;
-- The time at which the explorer read the ended match; null if it has not.
alter table matches add column explored_at integer;
create index matches_unexplored on matches (id) where status = 'ended' and explored_at is null;

-- The name in the form in which names of imported games are searched.
alter table match_names add column name_key text;
create index match_names_by_key on match_names (name_key, match_id) where name_key is not null;

-- Derived from the log: the record of an imported game, for searches.
create table imported_games (
    match_id blob not null primary key references matches (id),
    -- The hash of the record. Equal records share one match, unless they were imported before this
    -- table existed.
    digest text unique,
    -- The tags of the record, as far as they state something.
    date text,
    event text,
    event_key text,
    round text,
    -- The first millisecond of the date.
    played_at integer
) strict, without rowid;

create index imported_games_by_event on imported_games (event_key, match_id)
    where event_key is not null;
create index imported_games_by_time on imported_games (played_at, match_id)
    where played_at is not null;

-- The players who imported a game.
create table match_importers (
    match_id blob not null references matches (id),
    player_id blob not null references players (id),
    at integer not null,
    primary key (match_id, player_id)
) strict, without rowid;

create index match_importers_by_player on match_importers (player_id, match_id);

insert into imported_games (match_id, digest)
select id, create_command from (
    select id, create_command, row_number() over (partition by create_command order by id) as nth
    from matches where imported = 1 and create_command like 'import:%') as ranked
where nth = 1;

insert into match_importers (match_id, player_id, at)
select id, created_by, created_at from matches where imported = 1;

-- The explorer: derived from the logs of ended matches, and rebuilt by `chivalry explorer rebuild`.
create table explorer_games (
    number integer not null primary key check (number > 0),
    match_id blob not null unique references matches (id),
    -- The number of distinct positions.
    positions integer not null check (positions > 0)
) strict, without rowid;

-- The games that reached a position, in blocks of 512 numbers. `src/store/explorer/entry.rs`
-- describes the entries.
create table explorer_positions (
    -- A hash of the variant and the position. A position and its mirror image share it.
    position integer not null,
    block integer not null,
    entries blob not null,
    primary key (position, block)
) strict, without rowid;

-- The games of a player, in the same blocks: number and seat of each.
create table explorer_players (
    player_id blob not null references players (id),
    block integer not null,
    games blob not null,
    primary key (player_id, block)
) strict, without rowid;

-- One row, locked while games are added.
create table explorer_state (
    id integer not null primary key check (id = 1),
    last_number integer not null,
    -- 1 while a rebuild deletes the rows.
    clearing integer not null check (clearing in (0, 1)),
    -- The process that reads the logs, and the time until which the others leave it to that one.
    worker blob,
    worker_until integer not null
) strict;

insert into explorer_state (id, last_number, clearing, worker_until) values (1, 0, 0, 0);
