-- From when on a match that is over may be rated: when everybody may see its
-- end. Nothing for one that has been, or never will be.
alter table matches add column rating_due_at integer;

update matches set rating_due_at = ended_at + watch_delay_ms
    where status = 'ended' and imported = 0 and position is null and result <> 'aborted';

create index matches_to_rate on matches (rating_due_at, id) where rating_due_at is not null;

-- A guest's matches are not rated, even if the guest has signed up since.
alter table players add column account_since integer;

update players set account_since = created_at where kind = 'account';

-- The one row is locked by whoever rates, so that there is one order.
create table rating_sequence (
    id integer not null primary key check (id = 1),
    last_number integer not null
) strict;

insert into rating_sequence (id, last_number) values (1, 0);

-- The order in which matches were rated. The other two tables follow from it
-- and from the logs: `chivalry ratings rebuild` does it again.
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
    -- Until when the player stands on the leaderboard without another match.
    listed_until integer,
    primary key (player_id, pool)
) strict, without rowid;

create index ratings_by_rank on ratings (pool, rating) where listed_until is not null;
