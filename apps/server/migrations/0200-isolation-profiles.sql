-- How a social account's web session looks from outside. An account without a row has the one that its id makes.
create table isolation_profiles (
  workspace_id uuid not null references workspaces (id),
  social_account_id uuid not null,
  user_agent text not null,
  -- As browsers send them; pages are shown in the first.
  languages text[] not null check (cardinality(languages) > 0),
  time_zone text not null,
  screen_width int not null,
  screen_height int not null,
  pixel_ratio double precision not null,
  web_rtc text not null check (web_rtc in ('proxy', 'off', 'real')),
  -- Null: canvas, or sounds, are left as they are.
  canvas_noise bigint,
  audio_noise bigint,
  -- From 1: a profile that nobody has changed is at 0, and has no row.
  version int not null check (version > 0),
  changed_at timestamptz not null default now(),
  primary key (workspace_id, social_account_id),
  foreign key (workspace_id, social_account_id) references social_accounts (workspace_id, id)
);
