-- Positions in which one line wins: `id` is a hash of variant and position.
create table puzzles (
    id bytea not null primary key check (length(id) = 16),
    variant text not null,
    position text not null,
    line text not null,
    moves bigint not null check (moves > 0),
    -- Where it was found, if not in a game of the program against itself.
    match_id bytea references matches (id),
    ply bigint,
    created_at bigint not null,
    tried bigint not null default 0,
    solved bigint not null default 0
);

create index puzzles_by_variant on puzzles (variant, id);

-- The first attempt of each player.
create table puzzle_attempts (
    player_id bytea not null references players (id),
    puzzle_id bytea not null references puzzles (id),
    solved bigint not null check (solved in (0, 1)),
    at bigint not null,
    primary key (player_id, puzzle_id)
);
