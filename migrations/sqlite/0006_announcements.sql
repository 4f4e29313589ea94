-- Announcements of an operator's targets. A row stays after its delivery, so that no node announces
-- an event twice.

create table announcements (
    -- A hash of the target, whose URL may be confidential.
    target text not null,
    kind text not null check (kind in ('seek', 'tournament', 'round', 'result', 'featured')),
    -- The id of the subject, and for a round its stage and number.
    subject text not null,
    created_at integer not null,
    delivered_at integer,
    primary key (target, kind, subject)
) strict, without rowid;

create index announcements_pending on announcements (target, created_at)
    where delivered_at is null;
create index announcements_by_time on announcements (created_at);

-- The next attempt of each target. The node that moves it makes the attempt.
create table announcement_targets (
    target text not null primary key,
    due_at integer not null,
    tries integer not null default 0
) strict, without rowid;

create index matches_by_end on matches (ended_at) where ended_at is not null;
