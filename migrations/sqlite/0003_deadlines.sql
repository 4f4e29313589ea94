-- When a match's clock has to be looked at next: for correspondence matches,
-- which do not wait in memory. `matches.timed` is 0 for them.
alter table matches add column deadline_at integer;

create index matches_by_deadline on matches (deadline_at) where deadline_at is not null;
