-- Programs of others that a player signed in to (OAuth 2.0), and their tokens.

-- A permission that a player gave to a program.
create table app_grants (
    id blob not null primary key check (length(id) = 16),
    player_id blob not null references players (id),
    -- The name that the program gave itself, and the address to which its code was sent. A device
    -- has no address.
    client text not null,
    redirect_uri text,
    scopes text not null,
    created_at integer not null,
    used_at integer not null,
    -- The authorization code, by its hash. It is used once, and remembered to find a second use.
    code blob check (length(code) = 32),
    challenge text,
    code_expires_at integer,
    code_used_at integer,
    -- The present refresh token, by its hash. An earlier one ends the grant.
    refresh blob check (length(refresh) = 32),
    refresh_expires_at integer
) strict, without rowid;

create index app_grants_by_player on app_grants (player_id);
create unique index app_grants_by_code on app_grants (code) where code is not null;
create index app_grants_by_end on app_grants (coalesce(refresh_expires_at, code_expires_at));

-- A device that waits for a player to enter its code.
create table app_devices (
    -- The device code, by its hash.
    code blob not null primary key check (length(code) = 32),
    user_code text not null,
    client text not null,
    scopes text not null,
    created_at integer not null,
    expires_at integer not null,
    -- The time before which the device may not ask again, and the interval of its requests.
    next_at integer not null,
    interval_ms integer not null,
    -- The player who allowed or denied it.
    player_id blob references players (id),
    allowed integer not null default 0 check (allowed in (0, 1))
) strict, without rowid;

create unique index app_devices_by_user_code on app_devices (user_code);
create index app_devices_by_player on app_devices (player_id) where player_id is not null;
create index app_devices_by_end on app_devices (expires_at);

alter table tokens add column app_grant_id blob check (length(app_grant_id) = 16);
alter table tokens add column client text;
create index tokens_by_app_grant on tokens (app_grant_id) where app_grant_id is not null;
