alter table work_orders
  -- The last day of a closed work order is over: none runs.
  add ended boolean not null default false,
  -- The sums of its closed days.
  add closed_base_fans int not null default 0,
  add closed_new_fans int not null default 0,
  add closed_repeat_fans int not null default 0,
  -- Of its sub-account, once that is deleted.
  add account_name text not null default '',
  add sub_account_remark text not null default '';
create index work_orders_due on work_orders (next_reset_at) where not ended;
create index work_orders_sub_account on work_orders (workspace_id, sub_account_id, platform);

-- A day that is over. Money is settled on it: it is never changed, and goes with its work order alone.
create table work_order_days (
  workspace_id uuid not null,
  work_order_id uuid not null,
  day date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  closed_at timestamptz not null,
  base_fans int not null,
  new_fans int not null,
  repeat_fans int not null,
  -- The rows of work_order_account_days.
  accounts int not null,
  -- As they were when the day was closed.
  total_goal int,
  daily_goal int,
  account_total_goal int,
  account_daily_goal int,
  reset_time time not null,
  time_zone text not null,
  primary key (workspace_id, work_order_id, day)
);
create table work_order_account_days (
  workspace_id uuid not null,
  work_order_id uuid not null,
  day date not null,
  social_account_id uuid not null,
  -- Its name on that day.
  name text not null,
  base_fans int not null,
  new_fans int not null,
  repeat_fans int not null,
  primary key (workspace_id, work_order_id, day, social_account_id)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;
create trigger work_order_days_unchanged before update on work_order_days for each row execute function refuse_change();
create trigger work_order_account_days_unchanged before update on work_order_account_days
  for each row execute function refuse_change();
