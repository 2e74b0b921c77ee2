-- Translation settings of a workspace and of what is in it; only what is set at that level, the rest null.
-- `subject_id` is the conversation's, social account's, sub-account's or the workspace's own id.
create table translation_settings (
  workspace_id uuid not null,
  level text not null check (level in ('conversation', 'social-account', 'sub-account', 'workspace')),
  subject_id uuid not null,
  translation_mode text,
  receive_translation_enable boolean,
  receive_source_language text,
  receive_target_language text,
  send_translation_enable boolean,
  send_target_language text,
  primary key (workspace_id, level, subject_id)
);

-- What was translated once in a workspace is not asked, and not charged, again. `key` is a digest of source
-- text, languages and line, so the texts themselves stand here only once, translated.
create table translation_cache (
  workspace_id uuid not null,
  key bytea not null check (octet_length(key) = 32),
  translation text not null,
  engine text not null,
  used_at timestamptz not null,
  primary key (workspace_id, key)
);
create index translation_cache_by_use on translation_cache (workspace_id, used_at);
