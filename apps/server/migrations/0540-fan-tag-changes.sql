-- Tags that fans of the list were given or lost: one row for each fan and change, under the fan's id. The deletion of a tag
-- writes one row for all of its fans, in fan_tag_ends: who had it then follows from the changes. Without a foreign key to
-- workspaces: its check of each row would be a good part of what a tagging of very many fans pays for its log.
create table fan_tag_changes (
  workspace_id uuid not null,
  row_id uuid not null,
  id uuid not null,
  -- Taken while the tags are locked: its order is that of the transactions.
  changed_at timestamptz not null,
  -- Null: by a tagging that was started before this was recorded.
  changed_by uuid,
  -- [{"tagId": …, "name": …}], with the names as they were then.
  added jsonb not null,
  removed jsonb not null,
  primary key (workspace_id, row_id, id)
);

create table fan_tag_ends (
  workspace_id uuid not null references workspaces (id),
  tag_id uuid not null,
  name text not null,
  ended_at timestamptz not null,
  ended_by uuid,
  -- The tag that its fans have instead; null: none.
  into_tag_id uuid,
  into_name text,
  check ((into_tag_id is null) = (into_name is null)),
  primary key (workspace_id, tag_id)
);

alter table fan_taggings add started_by uuid;
