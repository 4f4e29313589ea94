-- The log of each tournament: standings are worked out from it, and never kept.
create table tournament_events (
    tournament_id bytea not null check (length(tournament_id) = 16),
    v bigint not null check (v > 0),
    at bigint not null,
    player_id bytea,
    action bigint not null check (action > 0 and action <= v),
    body text not null,
    primary key (tournament_id, v)
);

-- Derived from the log, for lists.
create table tournaments (
    id bytea not null primary key check (length(id) = 16),
    name text not null,
    variant text not null,
    status text not null check (status in ('open', 'running', 'ended', 'cancelled')),
    created_by bytea not null references players (id),
    created_at bigint not null
);

create index tournaments_by_status on tournaments (status, id);

-- Derived from the log: where each entrant is in each round. That there is one
-- row for each is why two games of one player in one round cannot exist.
create table tournament_places (
    tournament_id bytea not null references tournaments (id),
    stage bigint not null,
    round bigint not null check (round > 0),
    entrant bigint not null check (entrant > 0),
    pairing bigint,
    primary key (tournament_id, stage, round, entrant)
);

-- Derived from the log: the match that each game is played in. A match is one
-- game, and a game of a pairing has one match.
create table tournament_games (
    tournament_id bytea not null references tournaments (id),
    pairing bigint not null,
    number bigint not null check (number > 0),
    match_id bytea not null unique references matches (id),
    primary key (tournament_id, pairing, number)
);
