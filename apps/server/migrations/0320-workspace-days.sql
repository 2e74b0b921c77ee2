-- A workspace's day follows from a moment and the zones that it has had: what is computed again later falls on the same
-- day. Without a change both columns are null, and there are no past zones.
alter table workspaces
  -- From when `time_zone` holds.
  add zone_since timestamptz,
  -- The day that was open at that moment: it goes on, and none before it begins again.
  add zone_first_day date;

create table workspace_past_zones (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- The zone held before this moment, and after that of the row before.
  until timestamptz not null,
  time_zone text not null,
  -- As in `workspaces`.
  first_day date,
  primary key (workspace_id, until)
);

create function workspace_past_day(workspace uuid, moment timestamptz) returns date language sql stable parallel safe
begin atomic
  select greatest((moment at time zone p.time_zone)::date, p.first_day) from workspace_past_zones p
  where p.workspace_id = workspace and p.until > moment order by p.until limit 1;
end;

-- The day of the workspace's calendar that a moment falls on. A plain expression, so that the planner inlines it.
create function workspace_day(w workspaces, moment timestamptz) returns date language sql stable parallel safe return
  case when w.zone_since is null then (moment at time zone w.time_zone)::date
    when moment >= w.zone_since then greatest((moment at time zone w.time_zone)::date, w.zone_first_day)
    else workspace_past_day(w.id, moment) end;

-- The first moment of a day in a zone. Where the clock goes back over midnight the day has two; PostgreSQL takes the second.
create function zone_day_start(zone text, day date) returns timestamptz language sql stable parallel safe
begin atomic
  select case when ((c.start - interval '1 hour') at time zone zone)::date >= day then c.start - interval '1 hour'
    else c.start end
  from (select day::timestamp at time zone zone as start) c;
end;

-- The first moment whose day is this one or a later.
create function workspace_day_start(w workspaces, day date) returns timestamptz language sql stable parallel safe
begin atomic
  with past as (
    select p.until, p.time_zone, p.first_day from workspace_past_zones p where p.workspace_id = w.id
    union all
    select 'infinity', w.time_zone, w.zone_first_day
  ), period as (
    select coalesce(lag(until) over (order by until), '-infinity') as since, until, time_zone, first_day from past
  ), start as (
    select until, case when first_day >= day then since else greatest(since, zone_day_start(time_zone, day)) end as at
    from period
  )
  select min(at) from start where at < until;
end;

-- Does this database know the zone? Browsers may be ahead of its data.
create function is_time_zone(zone text) returns boolean language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
