-- The calendar of players: vacations from correspondence games, and games at an agreed time.

create table vacations (
    id blob not null primary key check (length(id) = 16),
    player_id blob not null references players (id),
    began_at integer not null,
    -- The end, which moves to an earlier time if the player returns.
    until_at integer not null
) strict, without rowid;

create index vacations_by_player on vacations (player_id, began_at);
create index vacations_by_end on vacations (until_at);

-- The end of the last vacation that the match has adopted.
alter table match_seats add column away_until integer;

create index match_seats_by_vacation on match_seats (away_until) where away_until is not null;

-- Games at an agreed time. The times are proposed by one of both players, until the other agrees
-- to one of them.
create table arrangements (
    id blob not null primary key check (length(id) = 16),
    proposer_id blob not null references players (id),
    invited_id blob not null references players (id),
    variant text not null,
    time text not null,
    rated integer not null check (rated in (0, 1)),
    -- The seat of the proposer; random without it.
    seat integer check (seat between 0 and 3),
    created_at integer not null,
    -- The proposed times in milliseconds, as JSON, and the player who proposed them last.
    times text not null,
    times_by blob not null references players (id),
    -- The last of the proposed times, or the agreed one.
    due_at integer not null,
    status text not null check (status in ('open', 'agreed', 'begun', 'declined', 'cancelled',
        'expired')),
    reminded integer not null default 0 check (reminded in (0, 1)),
    match_id blob references matches (id)
) strict, without rowid;

create index arrangements_by_proposer on arrangements (proposer_id, id);
create index arrangements_by_invited on arrangements (invited_id, id);
create index arrangements_by_time on arrangements (due_at) where status in ('open', 'agreed');
create index arrangements_by_match on arrangements (match_id) where match_id is not null;
