-- The latest automatic replies of a conversation, however much else was written since.
create index messages_automatic on messages (workspace_id, conversation_id, seq) where triggered_by is not null;
