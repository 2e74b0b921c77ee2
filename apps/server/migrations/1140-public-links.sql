-- The address at which customers write to an account, as its platform gives it. Empty: it gives none. Null: it hasn't been asked,
-- as of accounts from before; a job asks.
alter table social_accounts add column public_link text;
create index social_accounts_unasked on social_accounts (id) where public_link is null and deleted_at is null;
