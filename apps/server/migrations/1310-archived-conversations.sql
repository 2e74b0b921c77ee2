-- Conversations that stay closed when the customer writes.
alter table conversations add archived_at timestamptz,
  add check (archived_at is null or closed_at is not null);

drop index conversations_closed;
create index conversations_closed on conversations (workspace_id, sub_account_id, closed_at desc, id desc)
  where closed_at is not null and archived_at is null;
create index conversations_archived on conversations (workspace_id, sub_account_id, archived_at desc, id desc)
  where archived_at is not null;
