-- Games that were played elsewhere: their players are names.
alter table matches add column imported bigint not null default 0 check (imported in (0, 1));

create index matches_by_imported on matches (imported, id);

create table match_names (
    match_id bytea not null references matches (id),
    seat bigint not null check (seat between 0 and 3),
    name text not null,
    primary key (match_id, seat)
);

-- An account that is a program says so, for good. What others see is
-- `shown_kind`.
alter table players add column bot_since bigint check (bot_since is null or kind = 'account');
alter table players add column shown_kind text
    generated always as (case when bot_since is null then kind else 'bot' end) stored;
