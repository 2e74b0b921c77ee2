-- The platform's id of the app whose webhook brings the account's messages, and whether it is the owner's own app or the
-- installation's. Null: the account's messages come another way.
alter table social_accounts add app_id text;
alter table social_accounts add own_app boolean not null default false;
create index social_accounts_of_app on social_accounts (platform, app_id, external_id) where app_id is not null;
