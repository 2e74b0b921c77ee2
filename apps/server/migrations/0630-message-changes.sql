-- What becomes of a message after it was sent: edits, deletions, reactions, answers.
alter table messages
  -- The id by which the platform's later events name it, where that isn't platform_message_id.
  add reference_id text,
  add reply_to_id uuid,
  add reply_to_seq bigint,
  add edits integer not null default 0,
  add edited_at timestamptz,
  add deleted_at timestamptz,
  add reactions jsonb,
  -- An agent's change that the platform doesn't have yet, or has refused.
  add change jsonb;
create index messages_by_reference on messages (workspace_id, social_account_id, reference_id)
  where reference_id is not null;
create index messages_to_change on messages (social_account_id) where change is not null;

-- Texts as they were before an edit, kept for the owner.
create table message_versions (
  workspace_id uuid not null,
  message_id uuid not null,
  version integer not null,
  original text not null,
  translation text,
  -- Until when this was the text.
  replaced_at timestamptz not null,
  primary key (workspace_id, message_id, version)
);
