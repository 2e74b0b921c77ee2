-- Taggings of all fans that filters find. `cursor` is the position in the list, latest growth first: it moves in the
-- transaction that tags the fans before it.
create table fan_taggings (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  -- As the list's request has them.
  filters jsonb not null,
  added uuid[] not null,
  removed uuid[] not null,
  state text not null check (state in ('running', 'done', 'cancelled', 'failed')),
  failure text check (failure in ('tags-gone', 'interrupted')),
  cursor text,
  expected int not null,
  checked int not null default 0,
  changed int not null default 0,
  skipped int not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (workspace_id, id)
);
create unique index fan_taggings_running on fan_taggings (workspace_id) where state = 'running';
create index fan_taggings_created on fan_taggings (workspace_id, created_at);
