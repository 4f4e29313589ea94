-- What a node tells the others with its heartbeat. Nodes of earlier versions leave it null.

-- The URL under which clients reach this node, if they can.
alter table nodes add column url text;
-- The number of matches in memory with a running clock.
alter table nodes add column matches integer;
