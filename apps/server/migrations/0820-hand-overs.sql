-- Conversations that another sub-account works on than the one that their social account is of.
create table hand_overs (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  from_sub_account_id uuid not null,
  -- As they were called then.
  from_name text not null,
  to_sub_account_id uuid not null,
  to_name text not null,
  -- The person at the desk; null: no name was given.
  author_name text,
  note text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade
);
create index hand_overs_conversation on hand_overs (workspace_id, conversation_id, id desc);

-- The hand-over in force; null: the conversation is with its social account's sub-account.
alter table conversations add hand_over_id uuid;
create index conversations_handed_over on conversations (workspace_id, sub_account_id, social_account_id)
  where hand_over_id is not null;
create index conversations_handed_over_of on conversations (workspace_id, social_account_id, hand_over_id desc)
  where hand_over_id is not null;
