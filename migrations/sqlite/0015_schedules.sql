-- Tournaments that the server creates from one plan at the times of a calendar.
create table tournament_schedules (
    id blob not null primary key check (length(id) = 16),
    created_by blob not null references players (id),
    create_command text,
    created_at integer not null,
    -- The plan as JSON.
    plan text not null,
    -- The number of the next tournament and its start.
    next_number integer not null default 1,
    next_at integer not null,
    -- The time at which the next tournament is created. A schedule that has ended has none.
    create_at integer
) strict, without rowid;

create index tournament_schedules_due on tournament_schedules (create_at, id)
    where create_at is not null;
create index tournament_schedules_by_player on tournament_schedules (created_by, id);
create unique index tournament_schedules_by_command
    on tournament_schedules (created_by, create_command)
    where create_command is not null;

-- The tournaments of each schedule.
create table scheduled_tournaments (
    schedule_id blob not null references tournament_schedules (id),
    number integer not null check (number > 0),
    tournament_id blob not null unique references tournaments (id),
    primary key (schedule_id, number)
) strict, without rowid;

-- Derived from the logs: the final place of each player in a tournament of a schedule.
create table scheduled_places (
    tournament_id blob not null references tournaments (id),
    player_id blob not null references players (id),
    place integer not null check (place > 0),
    primary key (tournament_id, player_id)
) strict, without rowid;

create index scheduled_places_by_player on scheduled_places (player_id, tournament_id);
