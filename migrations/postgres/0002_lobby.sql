-- Seeks that stay when their players go.
create table seeks (
    id bytea not null primary key check (length(id) = 16),
    player_id bytea not null references players (id),
    body text not null
);

create table challenges (
    id bytea not null primary key check (length(id) = 16),
    challenger_id bytea not null references players (id),
    challenged_id bytea not null references players (id),
    variant text not null,
    time text not null,
    rated bigint not null check (rated in (0, 1)),
    seat bigint check (seat between 0 and 3),
    created_at bigint not null,
    expires_at bigint not null,
    status text not null default 'open'
        check (status in ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    reason text,
    match_id bytea references matches (id),
    check ((status = 'declined') = (reason is not null)),
    check ((status = 'accepted') = (match_id is not null))
);

create index challenges_open on challenges (id) where status = 'open';
create index challenges_by_challenger on challenges (challenger_id, id);
create index challenges_by_challenged on challenges (challenged_id, id);
