-- E-mail addresses of accounts, the mails to be sent, and sign-ins through the operator's OpenID
-- Connect provider.

create table mail_addresses (
    player_id bytea not null primary key references players (id),
    address text not null,
    -- A hash of the address in the form in which addresses are compared.
    address_key bytea not null check (length(address_key) = 32),
    created_at bigint not null,
    -- Null until the player opens the link that was sent to the address.
    verified_at bigint,
    -- The time when the mail server of the address refused it.
    disabled_at bigint,
    -- The time since which the player wants no notifications by e-mail.
    unsubscribed_at bigint,
    -- A hash of the secret of the last link that verifies the address.
    verification bytea,
    verification_expires_at bigint,
    -- The secret of the links that unsubscribe.
    unsubscription bytea not null check (length(unsubscription) = 16)
);

create index mail_addresses_by_address on mail_addresses (address_key);
create index mail_addresses_unverified on mail_addresses (created_at) where verified_at is null;
create unique index mail_addresses_by_verification on mail_addresses (verification)
    where verification is not null;
create unique index mail_addresses_by_unsubscription on mail_addresses (unsubscription);

-- Mails. The row of a sent mail stays without its content for some days, so that none is sent twice.
create table mail_outbox (
    id text not null primary key,
    player_id bytea not null references players (id),
    kind text not null,
    -- These are null after the mail was sent or dropped.
    address text,
    subject text,
    text text,
    html text,
    created_at bigint not null,
    -- The next attempt. The node that moves it makes the attempt. Null after the last one.
    due_at bigint,
    tries bigint not null default 0
);

create index mail_outbox_by_player on mail_outbox (player_id);
create index mail_outbox_by_time on mail_outbox (created_at);
create index mail_outbox_due on mail_outbox (due_at) where due_at is not null;

-- Requests of a recovery by e-mail. Known and unknown addresses are stored alike.
create table mail_recovery_requests (
    address_key bytea not null primary key check (length(address_key) = 32),
    at bigint not null
);

-- Not null for a code that was sent by e-mail.
alter table recovery_codes add column mailed_at bigint;

-- Accounts of the provider that sign in to an account here.
create table provider_identities (
    issuer text not null,
    subject text not null,
    player_id bytea not null references players (id),
    created_at bigint not null,
    -- The day of the last sign-in.
    used_at bigint,
    primary key (issuer, subject)
);

create index provider_identities_by_player on provider_identities (player_id);
