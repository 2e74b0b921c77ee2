-- The operator's list of owners in the order of their addresses.
create index users_owners_email on users (email, id) where kind = 'owner';
