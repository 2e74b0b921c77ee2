create table __snake_nouns__ (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index __snake_nouns___name on __snake_nouns__ (workspace_id, name);
create index __snake_nouns___newest on __snake_nouns__ (workspace_id, created_at desc, id desc);
