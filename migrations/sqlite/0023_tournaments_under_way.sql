-- Derived from the log: when the server has something to do, and how many
-- have entered.
alter table tournaments add column due_at integer;
alter table tournaments add column entrants integer not null default 0;

create index tournaments_due on tournaments (due_at) where due_at is not null;

-- The same command makes one tournament.
alter table tournaments add column create_command text;

create unique index tournaments_by_command on tournaments (created_by, create_command)
    where create_command is not null;

-- The version of what each command that was given an id caused: sent again, it
-- finds its first answer.
create table tournament_commands (
    tournament_id blob not null references tournaments (id),
    player_id blob not null references players (id),
    command text not null,
    v integer not null check (v > 0),
    primary key (tournament_id, player_id, command)
) strict, without rowid;
