create table conversations (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  social_account_id uuid not null,
  sub_account_id uuid not null,
  platform text not null,
  chat_id text not null,
  kind text not null check (kind in ('private', 'group')),
  title text not null,
  fan_id uuid,
  -- The conversation's events are numbered 1, 2, 3 …: a message that is new or changed takes the next number.
  last_seq bigint not null default 0,
  read_seq bigint not null default 0,
  unread int not null default 0,
  last_message_id uuid,
  last_message_at timestamptz,
  customer_language text,
  customer_language_pinned boolean not null default false,
  -- What the customer has written so far, as evidence (translation/language-prior.ts).
  language_prior jsonb,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, social_account_id) references social_accounts (workspace_id, id)
);
create unique index conversations_chat on conversations (workspace_id, social_account_id, chat_id);
create index conversations_desk on conversations (workspace_id, sub_account_id, last_message_at desc, id desc);
create index conversations_newest on conversations (workspace_id, last_message_at desc, id desc);
create index conversations_account on conversations (workspace_id, social_account_id, last_message_at desc, id desc);

create table messages (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  social_account_id uuid not null,
  seq bigint not null,
  changed_seq bigint not null,
  direction text not null check (direction in ('in', 'out')),
  kind text not null check (kind in ('text', 'unsupported')),
  platform_message_id text,
  original text not null,
  original_language text,
  translation text,
  translation_language text,
  translation_state text not null check (translation_state in ('none', 'pending', 'done', 'failed')),
  translation_problem text,
  characters int not null default 0,
  -- Outbound: did the agent ask for a translation, or for the text as it stands?
  mode text check (mode in ('translate', 'original')),
  delivery text not null,
  delivery_problem text,
  attempts int not null default 0,
  next_attempt_at timestamptz,
  author_sub_account_id uuid,
  sent_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
);
create unique index messages_platform on messages (workspace_id, social_account_id, platform_message_id)
  where platform_message_id is not null;
create unique index messages_place on messages (workspace_id, conversation_id, seq);
create index messages_changed on messages (workspace_id, conversation_id, changed_seq);
-- The outbox: what connectors still have to send.
create index messages_to_send on messages (workspace_id, social_account_id, id)
  where delivery in ('queued', 'sending');

-- What an agent saw before sending. The send that follows costs nothing more.
create table previews (
  workspace_id uuid not null,
  message_id uuid not null,
  text_hash text not null,
  source text not null,
  target text not null,
  translation text not null,
  characters int not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, message_id, text_hash, target)
);
create index previews_age on previews (created_at);
