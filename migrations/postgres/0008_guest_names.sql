-- The former name of a guest who became an account, in the form in which names are compared.
-- Accounts that signed up on nodes of earlier versions have none.
alter table players add column guest_name_key text;

create index players_by_guest_name on players (guest_name_key, account_since)
    where guest_name_key is not null;
-- Other nodes read the latest renames.
create index players_renamed on players (account_since) where guest_name_key is not null;
