-- Archived conversations count nowhere: an archive that grows must not be read for each count.
drop index conversations_unread;
create index conversations_unread on conversations (workspace_id, social_account_id)
  where unread > 0 and archived_at is null;
