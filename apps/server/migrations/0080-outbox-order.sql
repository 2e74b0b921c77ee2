-- A message that is being translated keeps its place: what was written after it in its conversation waits.
create index messages_outbox on messages (workspace_id, social_account_id, conversation_id, seq)
  where delivery in ('translating', 'queued', 'sending');
drop index messages_to_send;
