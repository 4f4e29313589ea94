-- What seats have ready for their coming plies. In no log, because everybody
-- may read it; deleted in the transaction of the move that answers it.
create table premoves (
    match_id bytea not null references matches (id) check (length(match_id) = 16),
    seat bigint not null check (seat between 0 and 3),
    ply bigint not null,
    line text not null,
    primary key (match_id, seat)
);

-- The commands that said so: one that is sent again changes nothing.
create table premove_commands (
    match_id bytea not null references matches (id) check (length(match_id) = 16),
    player_id bytea not null,
    command_id text not null,
    ply bigint not null,
    primary key (match_id, player_id, command_id)
);
