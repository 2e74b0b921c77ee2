-- People can turn out to be one. Each merge hangs one fan under another; undoing it takes that one away again, whatever
-- else was merged before or after. An identity keeps the fan that it was made with and points to the topmost one.
alter table fans add merged_into uuid;
create index fans_merged_into on fans (workspace_id, merged_into) where merged_into is not null;
alter table fan_identities add own_fan_id uuid,
  -- The name by which the platform lets people find the account, where it has one.
  add handle text;
update fan_identities set own_fan_id = fan_id;
create index fan_identities_own on fan_identities (workspace_id, own_fan_id);

create table fan_merges (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  -- Topmost at that moment: the one that stayed, and the one that went under it.
  kept_fan_id uuid not null,
  merged_fan_id uuid not null,
  -- 'manual', 'platform' (it announced a new id) or 'phone'.
  reason text not null,
  merged_at timestamptz not null,
  -- The owner's user; null: the platform's news, or a rule.
  merged_by uuid,
  undone_at timestamptz,
  undone_by uuid,
  primary key (workspace_id, id)
);
create index fan_merges_kept on fan_merges (workspace_id, kept_fan_id);
create unique index fan_merges_merged on fan_merges (workspace_id, merged_fan_id) where undone_at is null;

-- The log of verdicts stays as it was given. What it needs so that any day can be computed from it again:
alter table fan_verdicts
  add platform text,
  add work_order_id uuid,
  -- The day of that work order, which begins at its reset.
  add order_day date,
  -- The library that made it a repeat.
  add library_id uuid;
update fan_verdicts v set platform = a.platform from social_accounts a
  where a.workspace_id = v.workspace_id and a.id = v.social_account_id;
create index fan_verdicts_sub_account on fan_verdicts (workspace_id, sub_account_id, decided_at);
create index fan_verdicts_decided on fan_verdicts (workspace_id, decided_at);

-- A merge, or its undoing, changes how earlier verdicts count. It is booked when it happens, as a correction: closed days
-- stay as they were settled.
create table fan_corrections (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  verdict_id uuid not null,
  merge_id uuid not null,
  social_account_id uuid not null,
  sub_account_id uuid not null,
  platform text not null,
  work_order_id uuid,
  order_day date,
  -- As in `account_fans.counts_as`.
  from_type text not null,
  to_type text not null,
  decided_at timestamptz not null,
  primary key (workspace_id, id)
);
create index fan_corrections_verdict on fan_corrections (workspace_id, verdict_id);
create index fan_corrections_decided on fan_corrections (workspace_id, decided_at);
create index fan_corrections_account on fan_corrections (workspace_id, social_account_id);

-- A fan of a social account, as lists show it: one row for each verdict, with the same id.
create table account_fans (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  -- The topmost fan.
  fan_id uuid not null,
  -- The fan that the verdict was given to.
  own_fan_id uuid not null,
  social_account_id uuid not null,
  sub_account_id uuid not null,
  platform text not null,
  -- By its verdict and the corrections since: 'base', 'new', 'repeat', or 'merged' where the same person has an earlier row on
  -- the account, which counts.
  counts_as text not null check (counts_as in ('base', 'new', 'repeat', 'merged')),
  -- When a work order's reset made it a base fan.
  base_since timestamptz,
  -- What lists show.
  type text not null generated always as (
    case when counts_as = 'merged' or base_since is null then counts_as else 'base' end) stored,
  display_name text not null default '',
  platform_user_id text not null default '',
  handle text not null default '',
  alias text not null default '',
  phone text not null default '',
  notes text not null default '',
  tag_ids uuid[] not null default '{}',
  grown_at timestamptz not null,
  -- To within ten minutes.
  last_active_at timestamptz not null,
  work_order_id uuid,
  order_day date,
  primary key (workspace_id, id)
);

insert into account_fans (workspace_id, id, fan_id, own_fan_id, social_account_id, sub_account_id, platform, counts_as,
  display_name, platform_user_id, grown_at, last_active_at)
select v.workspace_id, v.id, v.fan_id, v.fan_id, v.social_account_id, v.sub_account_id, coalesce(v.platform, ''), v.verdict,
  coalesce(f.display_name, ''), coalesce(i.platform_user_id, ''), v.decided_at, greatest(v.decided_at, c.last_message_at)
from fan_verdicts v
join fans f on f.workspace_id = v.workspace_id and f.id = v.fan_id
left join lateral (
  select i.platform_user_id from fan_identities i
  where i.workspace_id = v.workspace_id and i.fan_id = v.fan_id and i.platform = v.platform
    and i.scope in ('', v.social_account_id::text)
  order by i.created_at, i.id limit 1
) i on true
left join lateral (
  select max(c.last_message_at) as last_message_at from conversations c
  where c.workspace_id = v.workspace_id and c.social_account_id = v.social_account_id and c.fan_id = v.fan_id
) c on true;

create unique index account_fans_once on account_fans (workspace_id, social_account_id, fan_id) where type <> 'merged';
create index account_fans_fan on account_fans (workspace_id, fan_id);
-- The day's fans of a work order, whom its reset turns into base fans.
create index account_fans_order_day on account_fans (workspace_id, work_order_id, order_day)
  where work_order_id is not null and base_since is null;

-- Counters: the sums of verdicts and corrections, kept by triggers, so that they can't be forgotten. Each in several rows,
-- so that none is fought over. What was counted before (fan_days) is computed anew.
create table fan_account_days (
  workspace_id uuid not null,
  social_account_id uuid not null,
  -- Of the workspace's calendar.
  day date not null,
  slot smallint not null,
  base_fans int not null,
  new_fans int not null,
  repeat_fans int not null,
  primary key (workspace_id, social_account_id, day, slot)
);
create table fan_growth_days (
  workspace_id uuid not null,
  sub_account_id uuid not null,
  platform text not null,
  day date not null,
  slot smallint not null,
  base_fans int not null,
  new_fans int not null,
  repeat_fans int not null,
  primary key (workspace_id, day, sub_account_id, platform, slot)
);
create table fan_growth_hours (
  workspace_id uuid not null,
  sub_account_id uuid not null,
  platform text not null,
  hour timestamptz not null,
  slot smallint not null,
  base_fans int not null,
  new_fans int not null,
  repeat_fans int not null,
  primary key (workspace_id, hour, sub_account_id, platform, slot)
);
create table fan_growth_totals (
  workspace_id uuid not null,
  sub_account_id uuid not null,
  platform text not null,
  slot smallint not null,
  base_fans int not null,
  new_fans int not null,
  repeat_fans int not null,
  primary key (workspace_id, sub_account_id, platform, slot)
);
create table fan_order_days (
  workspace_id uuid not null,
  work_order_id uuid not null,
  -- Of the work order's calendar.
  day date not null,
  social_account_id uuid not null,
  slot smallint not null,
  base_fans int not null,
  new_fans int not null,
  repeat_fans int not null,
  primary key (workspace_id, work_order_id, day, social_account_id, slot)
);

create type fan_count as (
  workspace_id uuid, social_account_id uuid, sub_account_id uuid, platform text, work_order_id uuid, order_day date,
  at timestamptz, base_fans int, new_fans int, repeat_fans int
);

-- Sorted, so that transactions which count for the same accounts wait for each other instead of deadlocking.
create function count_fans(counts fan_count[]) returns void language plpgsql as $$
declare
  own_slot smallint := pg_backend_pid() % 8;
begin
  insert into fan_account_days as d
  select c.workspace_id, c.social_account_id, workspace_day(w, c.at), own_slot,
    sum(c.base_fans), sum(c.new_fans), sum(c.repeat_fans)
  from unnest(counts) c join workspaces w on w.id = c.workspace_id group by 1, 2, 3 order by 1, 2, 3
  on conflict (workspace_id, social_account_id, day, slot) do update set base_fans = d.base_fans + excluded.base_fans,
    new_fans = d.new_fans + excluded.new_fans, repeat_fans = d.repeat_fans + excluded.repeat_fans;

  insert into fan_growth_days as d
  select c.workspace_id, c.sub_account_id, c.platform, workspace_day(w, c.at), own_slot,
    sum(c.base_fans), sum(c.new_fans), sum(c.repeat_fans)
  from unnest(counts) c join workspaces w on w.id = c.workspace_id group by 1, 2, 3, 4 order by 1, 4, 2, 3
  on conflict (workspace_id, day, sub_account_id, platform, slot) do update set base_fans = d.base_fans + excluded.base_fans,
    new_fans = d.new_fans + excluded.new_fans, repeat_fans = d.repeat_fans + excluded.repeat_fans;

  insert into fan_growth_hours as d
  select c.workspace_id, c.sub_account_id, c.platform, date_trunc('hour', c.at, 'UTC'), own_slot,
    sum(c.base_fans), sum(c.new_fans), sum(c.repeat_fans)
  from unnest(counts) c where c.at > now() - interval '8 days' group by 1, 2, 3, 4 order by 1, 4, 2, 3
  on conflict (workspace_id, hour, sub_account_id, platform, slot) do update set base_fans = d.base_fans + excluded.base_fans,
    new_fans = d.new_fans + excluded.new_fans, repeat_fans = d.repeat_fans + excluded.repeat_fans;

  insert into fan_growth_totals as d
  select c.workspace_id, c.sub_account_id, c.platform, own_slot,
    sum(c.base_fans), sum(c.new_fans), sum(c.repeat_fans)
  from unnest(counts) c group by 1, 2, 3 order by 1, 2, 3
  on conflict (workspace_id, sub_account_id, platform, slot) do update set base_fans = d.base_fans + excluded.base_fans,
    new_fans = d.new_fans + excluded.new_fans, repeat_fans = d.repeat_fans + excluded.repeat_fans;

  insert into fan_order_days as d
  select c.workspace_id, c.work_order_id, c.order_day, c.social_account_id, own_slot,
    sum(c.base_fans), sum(c.new_fans), sum(c.repeat_fans)
  from unnest(counts) c where c.work_order_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (workspace_id, work_order_id, day, social_account_id, slot) do update set
    base_fans = d.base_fans + excluded.base_fans,
    new_fans = d.new_fans + excluded.new_fans, repeat_fans = d.repeat_fans + excluded.repeat_fans;
end $$;

create function count_fan_verdicts() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform count_fans(array_agg(row(workspace_id, social_account_id, sub_account_id, coalesce(platform, ''), work_order_id,
    order_day, decided_at, sign * (verdict = 'base')::int, sign * (verdict = 'new')::int,
    sign * (verdict = 'repeat')::int)::fan_count))
  from changed;
  return null;
end $$;
create trigger fan_verdicts_counted after insert on fan_verdicts referencing new table as changed
  for each statement execute function count_fan_verdicts();
create trigger fan_verdicts_uncounted after delete on fan_verdicts referencing old table as changed
  for each statement execute function count_fan_verdicts();

create function count_fan_corrections() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform count_fans(array_agg(row(workspace_id, social_account_id, sub_account_id, platform, work_order_id, order_day,
    decided_at, sign * ((to_type = 'base')::int - (from_type = 'base')::int),
    sign * ((to_type = 'new')::int - (from_type = 'new')::int),
    sign * ((to_type = 'repeat')::int - (from_type = 'repeat')::int))::fan_count))
  from changed;
  return null;
end $$;
create trigger fan_corrections_counted after insert on fan_corrections referencing new table as changed
  for each statement execute function count_fan_corrections();
create trigger fan_corrections_uncounted after delete on fan_corrections referencing old table as changed
  for each statement execute function count_fan_corrections();

select count_fans(array_agg(row(workspace_id, social_account_id, sub_account_id, coalesce(platform, ''), null, null,
  decided_at, (verdict = 'base')::int, (verdict = 'new')::int, (verdict = 'repeat')::int)::fan_count))
from fan_verdicts group by workspace_id;

-- The fan that a fan was merged into in the end, or itself.
create function topmost_fan(workspace uuid, fan uuid) returns uuid language sql stable parallel safe
begin atomic
  with recursive up as (
    select f.id, f.merged_into, 0 as height from fans f where f.workspace_id = workspace and f.id = fan
    union all
    select f.id, f.merged_into, u.height + 1 from up u
    join fans f on f.workspace_id = workspace and f.id = u.merged_into where u.height < 1000
  )
  select id from up where merged_into is null;
end;
