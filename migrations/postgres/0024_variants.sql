-- The text of each of an operator's variants that matches could be made of,
-- under the name and the hash that their logs name it by.
create table variants (
    name text not null,
    hash text not null,
    text text not null,
    kept_at bigint not null,
    primary key (name, hash)
);

-- Of an operator's variants; nothing for those that are built in.
alter table matches add column variant_hash text;
