-- The log of all matches becomes an append-only table in the order of commits. A unique key per
-- match would change one page per match in each commit, so an index of the log is built in bulk.
-- The view `match_events` joins both.

create table event_log (
    -- The position of the entry. The writer assigns it and is refused if another one was faster.
    seq integer primary key,
    match_id blob not null check (length(match_id) = 16),
    v integer not null check (v > 0),
    at integer not null,
    player_id blob,
    command_id text,
    body text not null,
    -- SHA-256 of the entry and the hash of the entry before it. Entries written before hash
    -- chains have none.
    hash blob check (length(hash) = 32),
    check ((player_id is null) = (command_id is null))
) strict;

-- Derived from the log: for each match, runs of successive entries.
create table event_index (
    match_id blob not null,
    first_v integer not null,
    -- A JSON array of the positions of the entries `first_v`, `first_v + 1` and so on.
    seqs text not null,
    primary key (match_id, first_v)
) strict, without rowid;

-- One row: the position up to which the log is indexed.
create table indexed_events (
    seq integer not null
) strict;

insert into event_log (match_id, v, at, player_id, command_id, body, hash)
select match_id, v, at, player_id, command_id, body, hash from match_events order by rowid;

drop table match_events;

insert into event_index (match_id, first_v, seqs)
select match_id, min(v), json_group_array(seq order by v) from event_log group by match_id;

insert into indexed_events (seq) select coalesce(max(seq), 0) from event_log;

create view match_events as
select match_id, v, at, player_id, command_id, body, hash
from event_log
where seq > (select seq from indexed_events)
union all
select i.match_id, i.first_v + run.key, e.at, e.player_id, e.command_id, e.body, e.hash
from event_index i
cross join json_each(i.seqs) run
cross join event_log e on e.seq = run.value and e.match_id = i.match_id
                          and e.v = i.first_v + run.key;

-- Restoring a backup inserts through the view. Repairs by hand may also update and delete.
create trigger insert_match_event instead of insert on match_events
begin
    insert into event_log (match_id, v, at, player_id, command_id, body, hash)
    values (new.match_id, new.v, new.at, new.player_id, new.command_id, new.body, new.hash);
end;

create trigger update_match_event instead of update on match_events
begin
    update event_log
    set at = new.at, player_id = new.player_id, command_id = new.command_id, body = new.body,
        hash = new.hash
    where match_id = old.match_id and v = old.v;
end;

create trigger delete_match_event instead of delete on match_events
begin
    delete from event_log where match_id = old.match_id and v = old.v;
end;
