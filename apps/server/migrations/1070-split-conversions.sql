-- Which visit of a split link became which fan. Links from before keep the texts that their owners have chosen.
alter table split_links add column tracks_fans boolean not null default false;

-- What account links carry of visits, until it is too old to be looked for.
create table split_visit_tokens (
  workspace_id uuid not null,
  token text not null,
  split_link_id uuid not null,
  target_id uuid not null,
  visit_id uuid not null,
  visit_at timestamptz not null,
  url text not null,
  expires_at timestamptz not null,
  primary key (workspace_id, token)
);
create index split_visit_tokens_link on split_visit_tokens (workspace_id, split_link_id);
create index split_visit_tokens_expired on split_visit_tokens (expires_at);

-- Visits that became a message: one row each, never changed.
create table split_conversions (
  workspace_id uuid not null,
  visit_id uuid not null,
  split_link_id uuid not null,
  target_id uuid not null,
  visit_at timestamptz not null,
  url text not null,
  social_account_id uuid not null,
  sub_account_id uuid not null,
  fan_id uuid not null,
  message_id uuid not null,
  verdict text not null check (verdict in ('new', 'repeat', 'base', 'known')),
  at timestamptz not null,
  primary key (workspace_id, visit_id),
  foreign key (workspace_id, split_link_id) references split_links (workspace_id, id)
);
create index split_conversions_latest on split_conversions (workspace_id, split_link_id, at desc, visit_id desc);
create index split_conversions_fan on split_conversions (workspace_id, fan_id);
create index split_conversions_account on split_conversions (workspace_id, social_account_id);

-- Counters: the sums of conversions, kept by triggers, each in several rows, so that none is fought over.
create table split_conversion_days (
  workspace_id uuid not null,
  split_link_id uuid not null,
  -- Of the workspace's calendar.
  day date not null,
  target_id uuid not null,
  sub_account_id uuid not null,
  slot smallint not null,
  conversions int not null,
  new_fans int not null,
  repeat_fans int not null,
  primary key (workspace_id, split_link_id, day, target_id, sub_account_id, slot)
) with (fillfactor = 50);
create table split_conversion_totals (
  workspace_id uuid not null,
  split_link_id uuid not null,
  target_id uuid not null,
  slot smallint not null,
  conversions int not null,
  new_fans int not null,
  repeat_fans int not null,
  primary key (workspace_id, split_link_id, target_id, slot)
) with (fillfactor = 50);

-- Sorted, so that transactions which count for the same links wait for each other instead of deadlocking.
create function count_split_conversions() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
  own_slot smallint := pg_backend_pid() % 8;
begin
  insert into split_conversion_days as d
  select c.workspace_id, c.split_link_id, workspace_day(w, c.at), c.target_id, c.sub_account_id, own_slot,
    sign * count(*), sign * count(*) filter (where c.verdict = 'new'), sign * count(*) filter (where c.verdict = 'repeat')
  from changed c join workspaces w on w.id = c.workspace_id group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (workspace_id, split_link_id, day, target_id, sub_account_id, slot) do update set
    conversions = d.conversions + excluded.conversions, new_fans = d.new_fans + excluded.new_fans,
    repeat_fans = d.repeat_fans + excluded.repeat_fans;

  insert into split_conversion_totals as d
  select c.workspace_id, c.split_link_id, c.target_id, own_slot,
    sign * count(*), sign * count(*) filter (where c.verdict = 'new'), sign * count(*) filter (where c.verdict = 'repeat')
  from changed c group by 1, 2, 3 order by 1, 2, 3
  on conflict (workspace_id, split_link_id, target_id, slot) do update set
    conversions = d.conversions + excluded.conversions, new_fans = d.new_fans + excluded.new_fans,
    repeat_fans = d.repeat_fans + excluded.repeat_fans;
  return null;
end $$;
create trigger split_conversions_counted after insert on split_conversions referencing new table as changed
  for each statement execute function count_split_conversions();
create trigger split_conversions_uncounted after delete on split_conversions referencing old table as changed
  for each statement execute function count_split_conversions();
