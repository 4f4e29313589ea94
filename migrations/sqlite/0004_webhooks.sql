create table webhooks (
    id blob not null primary key check (length(id) = 16),
    player_id blob not null references players (id),
    url text not null,
    events text not null,
    secret text not null,
    created_at integer not null,
    -- Attempts that failed since the last one that did not.
    failures integer not null default 0,
    disabled_at integer
) strict, without rowid;

create index webhooks_by_player on webhooks (player_id, id);

-- What is still to be delivered: written in the transaction of the event, and
-- deleted when it has been taken, or is given up.
create table webhook_deliveries (
    webhook_id blob not null references webhooks (id),
    match_id blob not null,
    v integer not null,
    event text not null,
    created_at integer not null,
    due_at integer not null,
    tries integer not null default 0,
    primary key (webhook_id, match_id, v)
) strict, without rowid;

create index webhook_deliveries_by_due on webhook_deliveries (due_at);
