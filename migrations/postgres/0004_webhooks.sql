create table webhooks (
    id bytea not null primary key check (length(id) = 16),
    player_id bytea not null references players (id),
    url text not null,
    events text not null,
    secret text not null,
    created_at bigint not null,
    -- Attempts that failed since the last one that did not.
    failures bigint not null default 0,
    disabled_at bigint
);

create index webhooks_by_player on webhooks (player_id, id);

-- What is still to be delivered: written in the transaction of the event, and
-- deleted when it has been taken, or is given up.
create table webhook_deliveries (
    webhook_id bytea not null references webhooks (id),
    match_id bytea not null,
    v bigint not null,
    event text not null,
    created_at bigint not null,
    due_at bigint not null,
    tries bigint not null default 0,
    primary key (webhook_id, match_id, v)
);

create index webhook_deliveries_by_due on webhook_deliveries (due_at);
