-- What a customer's receipt may still move on, by place; what was read is no longer in it.
create index messages_unseen on messages (workspace_id, conversation_id, seq)
  where direction = 'out' and delivery in ('sent', 'delivered');
-- The few conversations that somebody has to look at, among all that there ever were.
create index conversations_unread on conversations (workspace_id, social_account_id) where unread > 0;
