-- What the subjects of the nodes of this database begin with, so that several
-- databases may share a message bus. There is one.
create table cluster (
    one integer primary key check (one = 1),
    id blob not null check (length(id) = 16)
) strict;
