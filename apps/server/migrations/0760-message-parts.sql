-- The platform's ids of messages that went out in several parts, or are going out: messages.platform_message_id is the first.
create table message_parts (
  workspace_id uuid not null,
  message_id uuid not null,
  part integer not null,
  social_account_id uuid not null,
  platform_message_id text not null,
  state text not null default 'sent' check (state in ('sent', 'delivered', 'read')),
  primary key (workspace_id, message_id, part)
);
create index message_parts_by_id on message_parts (workspace_id, social_account_id, platform_message_id);

-- When the platform was asked to send it, or its last part. Null: not known.
alter table messages add asked_at timestamptz;
