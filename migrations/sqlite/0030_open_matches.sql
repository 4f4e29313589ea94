-- How many matches of one maker are not over: there is a limit.
create index matches_open_by_maker on matches (created_by) where status <> 'ended';
