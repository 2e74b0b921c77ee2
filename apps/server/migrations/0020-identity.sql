-- A workspace is everything that one paying owner has; every other table's key begins with its id.
create table workspaces (
  id uuid primary key,
  time_zone text not null default 'Asia/Shanghai',
  created_at timestamptz not null default now()
);

-- Owners and operators: people with an e-mail address. Sub-accounts have a table of their own.
create table users (
  id uuid primary key,
  kind text not null check (kind in ('owner', 'operator')),
  workspace_id uuid references workspaces (id),
  email text not null,
  password_hash text not null,
  messenger_contact text,
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  check ((kind = 'owner') = (workspace_id is not null))
);
create unique index users_email on users (kind, email);
create unique index users_workspace on users (workspace_id);

-- One log-in, with all the refresh tokens that grew out of it. Ending it ends them all.
create table auth_sessions (
  id uuid primary key,
  audience text not null check (audience in ('console', 'desk', 'operator')),
  workspace_id uuid,
  -- The user, or at the desk the sub-account.
  subject_id uuid not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text
);
create index auth_sessions_subject on auth_sessions (subject_id) where ended_at is null;

create table refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references auth_sessions (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_expiry on refresh_tokens (expires_at);

create table verification_codes (
  id uuid primary key,
  email text not null,
  purpose text not null,
  code_hash text not null,
  tries int not null default 0,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index verification_codes_latest on verification_codes (email, purpose, created_at desc);
