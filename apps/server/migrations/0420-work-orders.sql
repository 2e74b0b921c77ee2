-- The social accounts of one sub-account on one platform, with goals for their growth.
create table work_orders (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  platform text not null,
  sub_account_id uuid not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  -- New fans; null: no goal. The account goals are for each social account.
  total_goal int,
  daily_goal int,
  account_total_goal int,
  account_daily_goal int,
  remarks text not null default '',
  -- The time of day at which a new day begins, in the time zone.
  reset_time time not null default '00:00',
  time_zone text not null,
  -- The earliest day that isn't closed, and the moments of its beginning and end.
  open_day date not null,
  open_since timestamptz not null,
  next_reset_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (workspace_id, id)
);
create unique index work_orders_open on work_orders (workspace_id, sub_account_id, platform) where status = 'open';

-- The moment at which a day begins: the first one in the zone that shows this time. Where the clock goes back over it there
-- are two, of which PostgreSQL takes the second, so that the offset of the day before leads to the first; where it is left
-- out, the moment as far after the gap's beginning.
create function reset_at(zone text, reset_time time, day date) returns timestamptz language sql stable parallel safe
begin atomic
  select case when e.start at time zone zone = day + reset_time then least(e.start, c.start) else c.start end
  from (select (day + reset_time) at time zone zone as start) c
  cross join lateral (select c.start - interval '24 hours' as at) b
  cross join lateral (
    select c.start - (((b.at at time zone zone) - (b.at at time zone 'UTC'))
      - ((c.start at time zone zone) - (c.start at time zone 'UTC'))) as start
  ) e;
end;

-- The day to which a moment belongs. Days follow each other without a gap, and closed ones take nothing more.
create function work_order_day(o work_orders, moment timestamptz) returns date language sql stable parallel safe
begin atomic
  select case when moment < o.next_reset_at then o.open_day
    else greatest(o.open_day + 1, case
      when reset_at(o.time_zone, o.reset_time, g.day + 1) <= moment then g.day + 1
      when reset_at(o.time_zone, o.reset_time, g.day) > moment then g.day - 1
      else g.day end) end
  from (select ((moment at time zone o.time_zone) - o.reset_time)::date as day) g;
end;
