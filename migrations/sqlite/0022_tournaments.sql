-- The log of each tournament: standings are worked out from it, and never kept.
create table tournament_events (
    tournament_id blob not null check (length(tournament_id) = 16),
    v integer not null check (v > 0),
    at integer not null,
    player_id blob,
    action integer not null check (action > 0 and action <= v),
    body text not null,
    primary key (tournament_id, v)
) strict, without rowid;

-- Derived from the log, for lists.
create table tournaments (
    id blob not null primary key check (length(id) = 16),
    name text not null,
    variant text not null,
    status text not null check (status in ('open', 'running', 'ended', 'cancelled')),
    created_by blob not null references players (id),
    created_at integer not null
) strict, without rowid;

create index tournaments_by_status on tournaments (status, id);

-- Derived from the log: where each entrant is in each round. That there is one
-- row for each is why two games of one player in one round cannot exist.
create table tournament_places (
    tournament_id blob not null references tournaments (id),
    stage integer not null,
    round integer not null check (round > 0),
    entrant integer not null check (entrant > 0),
    pairing integer,
    primary key (tournament_id, stage, round, entrant)
) strict, without rowid;

-- Derived from the log: the match that each game is played in. A match is one
-- game, and a game of a pairing has one match.
create table tournament_games (
    tournament_id blob not null references tournaments (id),
    pairing integer not null,
    number integer not null check (number > 0),
    match_id blob not null unique references matches (id),
    primary key (tournament_id, pairing, number)
) strict, without rowid;
