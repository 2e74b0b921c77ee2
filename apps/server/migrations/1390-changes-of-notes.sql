-- Changes of the notes about a fan, for the fan's log. They are as private as the notes, and deleted with them.
create table customer_profile_changes (
  workspace_id uuid not null,
  fan_id uuid not null,
  id uuid not null,
  -- The notes' own: 'workspace', or a sub-account's id.
  scope text not null,
  changed_at timestamptz not null,
  -- The owner's user, or a sub-account, which may be gone by now.
  changed_by uuid not null,
  by_owner boolean not null,
  -- [{"field": …, "before": …, "after": …}]
  changes jsonb not null,
  primary key (workspace_id, fan_id, id),
  foreign key (workspace_id, fan_id) references fans (workspace_id, id) on delete cascade
);
create index customer_profile_changes_own on customer_profile_changes (workspace_id, scope) where scope <> 'workspace';
