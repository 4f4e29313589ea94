-- SHA-256 over the event and the hash of the one before; nothing for events
-- that were written before there were hashes.
alter table match_events add column hash blob check (length(hash) = 32);

-- The keys (Ed25519) by which records are signed: one at a time, which is not
-- retired. There is no secret of a key that an operator keeps elsewhere.
create table signing_keys (
    -- The beginning of the SHA-256 of the public half.
    id blob not null primary key check (length(id) = 16),
    public blob not null check (length(public) = 32),
    secret blob check (length(secret) = 32),
    made_at integer not null,
    retired_at integer
) strict, without rowid;

create unique index signing_keys_in_use on signing_keys ((retired_at is null))
    where retired_at is null;
