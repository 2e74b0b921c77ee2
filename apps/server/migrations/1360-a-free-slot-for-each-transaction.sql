-- Two connections whose process ids have the same remainder shared a slot: each first message on one of them waited until
-- the transaction of the other was durable, for as long as both lived. Now a transaction takes the first slot that no other
-- holds. It waits for a row only if more than eight count at once.
create function free_counter_slot() returns smallint language plpgsql as $$
declare
  own_slot int := pg_backend_pid() % 8;
begin
  for n in 0..7 loop
    if pg_try_advisory_xact_lock(hashtext('counter slots'), (own_slot + n) % 8) then return (own_slot + n) % 8; end if;
  end loop;
  return own_slot;
end $$;

create or replace function count_fans(counts fan_count[]) returns void language plpgsql as $$
declare
  own_slot smallint := free_counter_slot();
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

create or replace function count_grown_fans() returns trigger language plpgsql as $$
begin
  perform count_account_fans(array_agg(row(workspace_id, sub_account_id, platform, grown_at, counts_as, base_since,
    case tg_op when 'INSERT' then 1 else -1 end)::account_fan_count),
    case tg_op when 'INSERT' then free_counter_slot() else (8 + pg_backend_pid() % 32000)::smallint end)
  from changed;
  return null;
end $$;

create or replace function count_split_conversions() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
  own_slot smallint := free_counter_slot();
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
