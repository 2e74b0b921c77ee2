-- A business's account on one messaging platform.
create table social_accounts (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  platform text not null,
  name text not null,
  -- The platform's own id and name of the account, as its check told them.
  external_id text not null,
  handle text not null,
  sub_account_id uuid not null,
  -- Sealed JSON (base/crypto/secrets.ts).
  credentials text not null,
  enabled boolean not null default true,
  state text not null default 'connecting' check (state in ('connecting', 'online', 'offline', 'refused')),
  state_reason text,
  state_since timestamptz not null default now(),
  -- Where the connector has read to (a polling offset, an archive id).
  cursor text,
  -- The server process that holds the connection, and until when it may without a sign of life.
  holder uuid,
  held_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, sub_account_id) references sub_accounts (workspace_id, id)
);
create unique index social_accounts_once on social_accounts (workspace_id, platform, external_id);
-- Webhooks and visitors name an account by its id alone.
create unique index social_accounts_id on social_accounts (id);
create index social_accounts_newest on social_accounts (workspace_id, created_at desc, id desc);
create index social_accounts_sub_account on social_accounts (workspace_id, sub_account_id);
create index social_accounts_to_hold on social_accounts (held_until) where enabled;
