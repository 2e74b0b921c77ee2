-- A person who writes to a social account, known by one or many identities.
create table fans (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  display_name text,
  first_seen_at timestamptz not null default now(),
  primary key (workspace_id, id)
);

-- `scope` is '' where the platform's ids mean the same person everywhere, else the social account's id.
create table fan_identities (
  workspace_id uuid not null,
  id uuid not null,
  platform text not null,
  scope text not null,
  platform_user_id text not null,
  fan_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, fan_id) references fans (workspace_id, id)
);
create unique index fan_identities_person on fan_identities (workspace_id, platform, scope, platform_user_id);
create index fan_identities_fan on fan_identities (workspace_id, fan_id);

-- First met in a dedupe scope, per fan. The unique key is what decides who was first, not a look beforehand.
create table fan_sightings (
  workspace_id uuid not null,
  -- 'workspace', or a sub-account's id.
  scope text not null,
  fan_id uuid not null,
  verdict_id uuid not null,
  primary key (workspace_id, scope, fan_id)
);

-- What a fan counts as on one social account, and why. Settled money hangs on these rows: never updated.
create table fan_verdicts (
  workspace_id uuid not null,
  id uuid not null,
  fan_id uuid not null,
  social_account_id uuid not null,
  sub_account_id uuid not null,
  verdict text not null check (verdict in ('base', 'new', 'repeat')),
  rule text not null,
  scope text not null,
  -- The earlier verdict that made this one a repeat.
  matched_verdict_id uuid,
  platform_message_id text,
  decided_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index fan_verdicts_once on fan_verdicts (workspace_id, social_account_id, fan_id);
create index fan_verdicts_fan on fan_verdicts (workspace_id, fan_id);

-- Counters per day of the workspace's calendar, spread over slots so that no row is fought over.
create table fan_days (
  workspace_id uuid not null,
  social_account_id uuid not null,
  day date not null,
  slot smallint not null,
  base_fans int not null default 0,
  new_fans int not null default 0,
  repeat_fans int not null default 0,
  primary key (workspace_id, social_account_id, day, slot)
);
