-- Notifications of players: the list on the page, and the outboxes of the other channels.

-- Written in the transaction of the cause.
create table notifications (
    -- A hash of the player, the kind, the subject and the version. A cause is stored once.
    id blob not null primary key check (length(id) = 16),
    player_id blob not null references players (id),
    kind text not null,
    -- The match, the challenge, the seek or the tournament.
    subject blob not null check (length(subject) = 16),
    v integer not null,
    created_at integer not null,
    -- The time at which the player read it, or at which the cause ended.
    read_at integer,
    -- The next attempt of a channel; null if the channel is done.
    push_due_at integer,
    email_due_at integer
) strict, without rowid;

create index notifications_by_player on notifications (player_id, created_at, id);
create index notifications_by_subject on notifications (subject) where read_at is null;
create index notifications_by_push on notifications (push_due_at) where push_due_at is not null;
create index notifications_by_email on notifications (email_due_at)
    where email_due_at is not null;
create index notifications_by_time on notifications (created_at);

-- The end of the time of each player who is to move in a correspondence match.
create table notification_reminders (
    match_id blob not null,
    player_id blob not null references players (id),
    v integer not null,
    remind_at integer not null,
    deadline_at integer not null,
    -- The next time at which the quiet hours are compared with both.
    due_at integer not null,
    primary key (match_id, player_id)
) strict, without rowid;

create index notification_reminders_by_due on notification_reminders (due_at);
create index notification_reminders_by_player on notification_reminders (player_id);

create table notification_settings (
    player_id blob not null primary key references players (id),
    -- JSON: the kinds of each channel, the quiet hours, the time zone and the language. Null for
    -- the defaults.
    settings text,
    -- The time before which a channel sends no further message.
    push_after integer not null default 0,
    email_after integer not null default 0
) strict, without rowid;

-- Subscriptions of browsers to Web Push.
create table push_subscriptions (
    -- A hash of the player and the endpoint.
    id blob not null primary key check (length(id) = 16),
    player_id blob not null references players (id),
    endpoint text not null,
    -- The public key of the browser, and its secret of authentication.
    p256dh blob not null,
    auth blob not null,
    -- The sign-in that subscribed. The subscription ends with it.
    token blob not null check (length(token) = 32),
    browser text,
    system text,
    created_at integer not null,
    -- The number of failed attempts since the last success.
    failures integer not null default 0
) strict, without rowid;

create index push_subscriptions_by_player on push_subscriptions (player_id);

-- Pending messages to subscriptions.
create table push_messages (
    subscription_id blob not null references push_subscriptions (id),
    -- A hash of the notifications that it reports.
    message blob not null check (length(message) = 16),
    -- The plaintext, which is encrypted for each attempt.
    payload text not null,
    topic text not null,
    urgent integer not null check (urgent in (0, 1)),
    created_at integer not null,
    due_at integer not null,
    tries integer not null default 0,
    primary key (subscription_id, message)
) strict, without rowid;

create index push_messages_by_due on push_messages (due_at);

-- The key by which push services identify this site (VAPID), as PKCS #8.
create table push_keys (
    one integer not null primary key check (one = 1),
    secret blob not null,
    made_at integer not null
) strict, without rowid;
