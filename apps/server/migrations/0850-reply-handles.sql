-- Handles by which the platforms let messages be answered for a while.
create table reply_handles (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- Sealed.
  value text not null,
  expires_at timestamptz not null,
  uses_left integer not null check (uses_left >= 0),
  primary key (workspace_id, id)
);
create index reply_handles_of_conversation on reply_handles (workspace_id, conversation_id, expires_at);
create index reply_handles_by_end on reply_handles (expires_at);
