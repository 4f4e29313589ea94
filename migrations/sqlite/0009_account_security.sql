-- Accounts that their players can recover: one-time codes, the client of each sign-in, the events
-- that concern the security of an account, and passkeys.

-- One-time codes with which a player sets a new password, by their hashes.
create table recovery_codes (
    hash blob not null primary key check (length(hash) = 32),
    player_id blob not null references players (id),
    created_at integer not null,
    -- Only a code of the operator expires.
    expires_at integer
) strict, without rowid;

create index recovery_codes_by_player on recovery_codes (player_id);
create index recovery_codes_by_end on recovery_codes (expires_at) where expires_at is not null;

-- Equal events of one client within an hour are one row, which counts them.
create table security_events (
    -- A hash of the player, the kind, the client and the hour.
    id blob not null primary key check (length(id) = 16),
    player_id blob not null references players (id),
    -- The time of the last of them.
    at integer not null,
    kind text not null,
    times integer not null,
    browser text,
    system text
) strict, without rowid;

create index security_events_by_player on security_events (player_id, at);
create index security_events_by_time on security_events (at);

-- The client of a sign-in, and the day on which it was last seen.
alter table tokens add column browser text;
alter table tokens add column system text;
alter table tokens add column seen_at integer;

-- Passkeys (WebAuthn), by the ids that authenticators chose.
create table passkeys (
    id blob not null primary key,
    player_id blob not null references players (id),
    public_key blob not null,
    sign_count integer not null,
    created_at integer not null,
    used_at integer,
    -- The client that made it.
    browser text,
    system text
) strict, without rowid;

create index passkeys_by_player on passkeys (player_id);

-- Answered challenges, until they expire. Each is accepted once.
create table passkey_challenges (
    id blob not null primary key check (length(id) = 16),
    expires_at integer not null
) strict, without rowid;

create index passkey_challenges_by_end on passkey_challenges (expires_at);
