-- Events in the order in which they came, and not by match: those of a commit
-- are of many matches, and share a page, where before each changed its own.
create table match_events_in_order (
    match_id blob not null check (length(match_id) = 16),
    v integer not null check (v > 0),
    at integer not null,
    player_id blob,
    command_id text,
    body text not null,
    primary key (match_id, v),
    check ((player_id is null) = (command_id is null))
) strict;

insert into match_events_in_order
    select match_id, v, at, player_id, command_id, body from match_events order by match_id, v;

drop table match_events;

alter table match_events_in_order rename to match_events;
