-- What the subjects of the nodes of this database begin with, so that several
-- databases may share a message bus. There is one.
create table cluster (
    one bigint primary key check (one = 1),
    id bytea not null check (length(id) = 16)
);
