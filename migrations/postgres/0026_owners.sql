-- The servers that share this database, and when each was last heard of, in
-- milliseconds by the database's clock; below 0 once it has gone away in order.
create table nodes (
    id bytea not null primary key check (length(id) = 16),
    beat_at bigint not null
);

-- Which node looks after a match, a tournament, or the lobby (sixteen zeros).
-- Whoever takes it has a greater epoch than those before, so a row is never
-- deleted; it has no node once nobody has to look after it.
create table owners (
    entity bytea not null primary key check (length(entity) = 16),
    epoch bigint not null check (epoch > 0),
    node bytea check (length(node) = 16)
);

create index owners_by_node on owners (node) where node is not null;
