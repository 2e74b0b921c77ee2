-- Sub-accounts and work orders whose social accounts are targets of a split link for as long as they are there.
create table split_sources (
  workspace_id uuid not null,
  split_link_id uuid not null,
  kind text not null check (kind in ('sub-account', 'work-order')),
  -- The sub-account's or the work order's. No foreign key: what is gone brings nothing, and its owner is shown that it is gone.
  source_id uuid not null,
  place integer not null,
  weight integer not null,
  daily_cap integer,
  primary key (workspace_id, split_link_id, kind, source_id),
  foreign key (workspace_id, split_link_id) references split_links (workspace_id, id)
);
create index split_sources_source on split_sources (workspace_id, source_id);

-- What differs for single social accounts of the sources.
create table split_source_accounts (
  workspace_id uuid not null,
  split_link_id uuid not null,
  social_account_id uuid not null,
  weight integer,
  daily_cap integer,
  enabled boolean not null,
  primary key (workspace_id, split_link_id, social_account_id),
  foreign key (workspace_id, split_link_id) references split_links (workspace_id, id)
);
create index split_source_accounts_account on split_source_accounts (workspace_id, social_account_id);

-- The row of a target that a source has brought keeps its id and counts; whether visitors are sent there is decided as links are read.
alter table split_targets add column followed boolean not null default false;

-- Split links that were made by one request, so that the same request again makes none.
create table split_batches (
  workspace_id uuid not null,
  -- Made by the client.
  id uuid not null,
  link_ids uuid[] not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id) references workspaces
);
create index split_batches_oldest on split_batches (created_at);

alter table files drop constraint files_purpose_check, add constraint files_purpose_check
  check (purpose in ('avatar', 'certification', 'brand', 'dedupe-import', 'material', 'message', 'split-links'));
