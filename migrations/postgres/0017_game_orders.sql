-- Orders of directors to the games of their tournaments that the matches have not carried out yet.
create table game_orders (
    match_id bytea not null references matches (id),
    -- The version of the tournament that contains the order.
    number bigint not null check (number > 0),
    -- The order as JSON.
    body text not null,
    primary key (match_id, number)
);
