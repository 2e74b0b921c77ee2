-- The sub-account whose agents don't want to be alerted to the account's messages: after a move it is no longer theirs.
alter table social_accounts add muted_for uuid;
