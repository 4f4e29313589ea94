-- Seeks that stay when their players go.
create table seeks (
    id blob not null primary key check (length(id) = 16),
    player_id blob not null references players (id),
    body text not null
) strict, without rowid;

create table challenges (
    id blob not null primary key check (length(id) = 16),
    challenger_id blob not null references players (id),
    challenged_id blob not null references players (id),
    variant text not null,
    time text not null,
    rated integer not null check (rated in (0, 1)),
    seat integer check (seat between 0 and 3),
    created_at integer not null,
    expires_at integer not null,
    status text not null default 'open'
        check (status in ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    reason text,
    match_id blob references matches (id),
    check ((status = 'declined') = (reason is not null)),
    check ((status = 'accepted') = (match_id is not null))
) strict, without rowid;

create index challenges_open on challenges (id) where status = 'open';
create index challenges_by_challenger on challenges (challenger_id, id);
create index challenges_by_challenged on challenges (challenged_id, id);
