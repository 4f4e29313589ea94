-- What the engine thinks of positions: the deepest answer of its present
-- edition. `position` is normalised, so that a position is here once.
create table analyses (
    variant text not null,
    position text not null,
    edition bigint not null,
    nodes bigint not null,
    depth bigint not null,
    score bigint not null,
    final bigint not null check (final in (0, 1)),
    line text not null,
    primary key (variant, position)
);
