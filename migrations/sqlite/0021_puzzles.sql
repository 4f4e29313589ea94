-- Positions in which one line wins: `id` is a hash of variant and position.
create table puzzles (
    id blob not null primary key check (length(id) = 16),
    variant text not null,
    position text not null,
    line text not null,
    moves integer not null check (moves > 0),
    -- Where it was found, if not in a game of the program against itself.
    match_id blob references matches (id),
    ply integer,
    created_at integer not null,
    tried integer not null default 0,
    solved integer not null default 0
) strict, without rowid;

create index puzzles_by_variant on puzzles (variant, id);

-- The first attempt of each player.
create table puzzle_attempts (
    player_id blob not null references players (id),
    puzzle_id blob not null references puzzles (id),
    solved integer not null check (solved in (0, 1)),
    at integer not null,
    primary key (player_id, puzzle_id)
) strict, without rowid;
