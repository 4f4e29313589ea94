-- By how much everybody but the players is late, and until when the end of a
-- match is hidden from them for that.
alter table matches add column watch_delay_ms integer not null default 0;
alter table matches add column hidden_until integer;

create index matches_hidden on matches (hidden_until) where hidden_until is not null;
