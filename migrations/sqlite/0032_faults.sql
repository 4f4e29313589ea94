-- How players let down those who sat and waited for them. Whoever does so often waits
-- before they are paired again.
create table faults (
    player_id blob not null references players (id),
    at integer not null,
    match_id blob not null references matches (id),
    fault text not null,
    primary key (player_id, at, match_id)
) strict, without rowid;
