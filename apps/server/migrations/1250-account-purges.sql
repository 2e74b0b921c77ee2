-- After how many days offline a workspace's social accounts that a link to a work order shows are deleted; without a row none is.
create table account_purges (
  workspace_id uuid primary key references workspaces (id),
  after_days int not null check (after_days between 30 and 365),
  -- From when these days hold. What was announced before counts no more.
  since timestamptz not null
);
-- When the deletion of an account was announced. It counts until the account comes online or the setting changes.
alter table social_accounts add column purge_announced_at timestamptz;
create index social_accounts_purge_announced on social_accounts (workspace_id) where purge_announced_at is not null;
