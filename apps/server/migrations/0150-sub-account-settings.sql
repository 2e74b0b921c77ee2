-- What the owner decides about a sub-account. Deleted ones leave no row: until its data is cleared, in the background,
-- a deleted one is hidden by its status.
alter table sub_accounts drop constraint sub_accounts_status_check;
alter table sub_accounts add constraint sub_accounts_status_check check (status in ('normal', 'disabled', 'deleted'));
alter table sub_accounts
  -- Null: every platform.
  add platforms text[] check (cardinality(platforms) > 0),
  add port_mode text not null default 'dynamic' check (port_mode in ('fixed', 'dynamic')),
  add port_limit int not null default 10 check (port_limit >= 0),
  add multi_device boolean not null default true,
  add profile_sharing boolean not null default true,
  add auto_reply boolean not null default false,
  add auto_reply_text text not null default '',
  add session_archive boolean not null default true,
  add save_chat_history boolean not null default true,
  add version int not null default 1;
-- Nobody who is online today loses that by a limit that nobody has set.
update sub_accounts s set port_limit = 100 where (
  select count(*) from social_accounts a where a.workspace_id = s.workspace_id and a.sub_account_id = s.id) > 10;
create index sub_accounts_deleted on sub_accounts (workspace_id, id) where status = 'deleted';
-- Which sub-accounts have a session online, asked for ten thousand at once.
create index social_accounts_online on social_accounts (workspace_id, sub_account_id)
  where enabled and state = 'online';
create index character_accounts_unlimited on character_accounts (workspace_id, account_id) where unlimited;
-- Sessions of a deleted sub-account, which are ended.
create index auth_sessions_of on auth_sessions (workspace_id, subject_id);
