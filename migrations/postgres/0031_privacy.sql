-- When a player was erased: what is left is a name that nobody has had. The
-- other nodes find out by it who is nobody any more.
alter table players add column erased_at bigint;

create index players_erased on players (erased_at) where erased_at is not null;

-- Guests by age, for those of whom nothing is left to keep.
create index players_guests on players (created_at) where kind = 'guest';

-- What is found of one player, to be given to them or to be erased.
create index matches_by_maker on matches (created_by, id);
create index chat_lines_by_player on chat_lines (player_id, match_id);
create index mutes_of on mutes (muted_id);
create index moderation_log_by_player on moderation_log (player_id, id);
create index moderation_log_by_moderator on moderation_log (moderator_id, id);
create index tournament_events_by_player on tournament_events (player_id, tournament_id)
    where player_id is not null;

-- What may be too old to be kept.
create index chat_lines_kept on chat_lines (match_id) where text is not null;
create index tokens_by_end on tokens (expires_at) where expires_at is not null;
