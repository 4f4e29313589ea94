-- What the engine thinks of positions: the deepest answer of its present
-- edition. `position` is normalised, so that a position is here once.
create table analyses (
    variant text not null,
    position text not null,
    edition integer not null,
    nodes integer not null,
    depth integer not null,
    score integer not null,
    final integer not null check (final in (0, 1)),
    line text not null,
    primary key (variant, position)
) strict, without rowid;
