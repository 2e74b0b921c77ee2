-- From when the statistics of a workspace count anew: every fan of before is a base fan for them. Effective from a moment
-- in the future, so that each verdict is decided clearly before or after it.
create table fan_statistics_resets (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  reset_at timestamptz not null,
  reset_by uuid,
  undone_at timestamptz,
  undone_by uuid,
  primary key (workspace_id, id)
);
create unique index fan_statistics_resets_time on fan_statistics_resets (workspace_id, reset_at);

-- Days without a message after which a fan counts as long inactive.
alter table workspaces add fans_inactive_after_days int not null default 30;

-- How the rows of account_fans count by now, so that no statistic counts rows. Kept by triggers on them.
create table fan_statistics_totals (
  workspace_id uuid not null,
  sub_account_id uuid not null,
  platform text not null,
  -- The last reset, undone or not, before the fan grew; the epoch: none. A fan keeps it, whatever is reset or undone later.
  grown_since timestamptz not null,
  slot smallint not null,
  base_fans int not null,
  new_fans int not null,
  repeat_fans int not null,
  -- Those of the new and repeat fans that a work order's reset has turned into base fans.
  turned_fans int not null,
  primary key (workspace_id, sub_account_id, platform, grown_since, slot)
);

create type account_fan_count as (
  workspace_id uuid, sub_account_id uuid, platform text, grown_at timestamptz, counts_as text, base_since timestamptz,
  amount int
);

-- Changes have a slot for each connection: they hold rows of account_fans that first messages may wait for, and must not
-- wait for those in turn.
create function count_account_fans(counts account_fan_count[], own_slot smallint) returns void language sql
begin atomic
  insert into fan_statistics_totals as d
  select c.workspace_id, c.sub_account_id, c.platform,
    coalesce((select max(r.reset_at) from fan_statistics_resets r
              where r.workspace_id = c.workspace_id and r.reset_at < c.grown_at), 'epoch') as grown_since, own_slot,
    coalesce(sum(c.amount) filter (where c.counts_as = 'base'), 0),
    coalesce(sum(c.amount) filter (where c.counts_as = 'new'), 0),
    coalesce(sum(c.amount) filter (where c.counts_as = 'repeat'), 0),
    coalesce(sum(c.amount) filter (where c.counts_as in ('new', 'repeat') and c.base_since is not null), 0)
  from unnest(counts) c
  group by 1, 2, 3, 4
  having coalesce(sum(c.amount) filter (where c.counts_as = 'base'), 0) <> 0
    or coalesce(sum(c.amount) filter (where c.counts_as = 'new'), 0) <> 0
    or coalesce(sum(c.amount) filter (where c.counts_as = 'repeat'), 0) <> 0
    or coalesce(sum(c.amount) filter (where c.counts_as in ('new', 'repeat') and c.base_since is not null), 0) <> 0
  order by 1, 2, 3, 4
  on conflict (workspace_id, sub_account_id, platform, grown_since, slot) do update set
    base_fans = d.base_fans + excluded.base_fans, new_fans = d.new_fans + excluded.new_fans,
    repeat_fans = d.repeat_fans + excluded.repeat_fans, turned_fans = d.turned_fans + excluded.turned_fans;
end;

create function count_grown_fans() returns trigger language plpgsql as $$
begin
  perform count_account_fans(array_agg(row(workspace_id, sub_account_id, platform, grown_at, counts_as, base_since,
    case tg_op when 'INSERT' then 1 else -1 end)::account_fan_count),
    case tg_op when 'INSERT' then pg_backend_pid() % 8 else 8 + pg_backend_pid() % 32000 end::smallint)
  from changed;
  return null;
end $$;
create trigger account_fans_grown after insert on account_fans referencing new table as changed
  for each statement execute function count_grown_fans();
create trigger account_fans_gone after delete on account_fans referencing old table as changed
  for each statement execute function count_grown_fans();

create function count_changed_fans() returns trigger language plpgsql as $$
begin
  perform count_account_fans(array_agg(row(s.workspace_id, s.sub_account_id, s.platform, s.grown_at, s.counts_as,
    s.base_since, s.amount)::account_fan_count), (8 + pg_backend_pid() % 32000)::smallint)
  from before_change o join after_change n using (workspace_id, id)
  cross join lateral (values
    (n.workspace_id, n.sub_account_id, n.platform, n.grown_at, n.counts_as, n.base_since, 1),
    (o.workspace_id, o.sub_account_id, o.platform, o.grown_at, o.counts_as, o.base_since, -1)
  ) as s(workspace_id, sub_account_id, platform, grown_at, counts_as, base_since, amount)
  where o.counts_as <> n.counts_as or (o.base_since is null) <> (n.base_since is null)
    or o.sub_account_id <> n.sub_account_id;
  return null;
end $$;
create trigger account_fans_changed after update on account_fans
  referencing old table as before_change new table as after_change
  for each statement execute function count_changed_fans();

select count_account_fans(array_agg(row(workspace_id, sub_account_id, platform, grown_at, counts_as, base_since, 1)
  ::account_fan_count), 0::smallint)
from account_fans group by workspace_id, sub_account_id;
