-- Links by which anybody reads one conversation, without a log-in.
create table chat_shares (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  title text not null,
  -- SHA-256 of the link's token, and the token itself, sealed, so that the owner can copy the link again.
  token_hash text not null,
  sealed_token text not null,
  access text not null check (access in ('password', 'public')),
  -- The owner reads it again, to hand it out; null: none was set yet.
  sealed_password text,
  -- Access that an earlier password gave ends.
  password_version int not null default 0,
  status text not null check (status in ('enabled', 'disabled', 'cancelled')),
  -- From the moment of sharing; null: without a limit.
  valid_days int,
  expires_at timestamptz,
  opens int not null default 0,
  last_opened_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade
);
create unique index chat_shares_token on chat_shares (token_hash);
create index chat_shares_created on chat_shares (workspace_id, created_at);
create index chat_shares_conversation on chat_shares (workspace_id, conversation_id);

-- Wrong passwords of one visitor's address, as a keyed hash.
create table chat_share_guesses (
  workspace_id uuid not null,
  share_id uuid not null,
  address_hash text not null,
  tries int not null,
  since timestamptz not null,
  locked_until timestamptz,
  primary key (workspace_id, share_id, address_hash),
  foreign key (workspace_id, share_id) references chat_shares (workspace_id, id) on delete cascade
);
create index chat_share_guesses_since on chat_share_guesses (since);
