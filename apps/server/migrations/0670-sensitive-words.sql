-- What the owner has messages searched for.
create table sensitive_word_rules (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  title text not null,
  words text[] not null,
  links boolean not null,
  wallet_addresses boolean not null,
  phone_numbers boolean not null,
  exceptions text[] not null,
  sender text not null check (sender in ('agent', 'customer', 'both')),
  action text not null check (action in ('log', 'alert', 'block')),
  range text not null check (range in ('all', 'some')),
  enabled boolean not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);

create table sensitive_word_rule_sub_accounts (
  workspace_id uuid not null,
  rule_id uuid not null,
  sub_account_id uuid not null,
  primary key (workspace_id, rule_id, sub_account_id),
  foreign key (workspace_id, rule_id) references sensitive_word_rules (workspace_id, id) on delete cascade
);
create index sensitive_word_rule_sub_accounts_sub_account
  on sensitive_word_rule_sub_accounts (workspace_id, sub_account_id);

-- Counts the changes of a workspace's rules: each process keeps them compiled, and knows by it whether they are still right.
create table sensitive_word_rule_versions (
  workspace_id uuid primary key references workspaces (id),
  version bigint not null
);

-- What was found, and in which message. The id follows from message, rule and place: a find is recorded once.
create table sensitive_word_records (
  workspace_id uuid not null,
  id uuid not null,
  -- The rule may be gone; its title is as it was.
  rule_id uuid not null,
  rule_title text not null,
  action text not null check (action in ('log', 'alert', 'block')),
  direction text not null check (direction in ('in', 'out')),
  found_in text not null check (found_in in ('original', 'translation')),
  -- [{"kind": "word", "text": …}]; empty, as the excerpt, where the owner keeps no texts.
  finds jsonb not null,
  excerpt text not null,
  conversation_id uuid not null,
  -- Whose the conversation was then.
  sub_account_id uuid not null,
  -- Null: the message was refused.
  message_id uuid,
  -- An alert that no console has shown yet.
  unseen boolean not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade
);
create index sensitive_word_records_created on sensitive_word_records (workspace_id, created_at desc, id desc);
create index sensitive_word_records_sub_account
  on sensitive_word_records (workspace_id, sub_account_id, created_at desc, id desc);
create index sensitive_word_records_conversation on sensitive_word_records (workspace_id, conversation_id);
create index sensitive_word_records_message on sensitive_word_records (workspace_id, message_id)
  where message_id is not null;
create index sensitive_word_records_refused on sensitive_word_records (workspace_id, created_at) where message_id is null;
create index sensitive_word_records_unseen on sensitive_word_records (workspace_id) where unseen;
