-- People whom the owner names as known: a first message from one of them is a repeat.
create table dedupe_libraries (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  platform text not null,
  -- 'all' sub-accounts, or 'some': those of dedupe_library_sub_accounts.
  range text not null,
  enabled boolean not null default true,
  entries int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create table dedupe_library_sub_accounts (
  workspace_id uuid not null,
  library_id uuid not null,
  sub_account_id uuid not null,
  primary key (workspace_id, library_id, sub_account_id),
  foreign key (workspace_id, library_id) references dedupe_libraries (workspace_id, id) on delete cascade
);
-- `key`: an id, name or phone number on the platform, normalized.
create table dedupe_entries (
  workspace_id uuid not null,
  platform text not null,
  key text collate "C" not null,
  library_id uuid not null,
  primary key (workspace_id, platform, key, library_id)
);
create index dedupe_entries_library on dedupe_entries (workspace_id, library_id);
