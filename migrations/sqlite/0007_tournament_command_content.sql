-- The hash of a command's content distinguishes a repeated command from another one with its id.
-- Nodes of earlier versions leave it null.
alter table tournament_commands add column content text;
