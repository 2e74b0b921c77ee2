-- Most changes of account_fans are of its activity, and count for nothing. A trigger that sees all rows of a statement can't
-- be limited to columns or conditions, so its function leaves early. It compares rows as sets: a join of both tables would
-- be planned for the first statement of a connection, usually of one row, and take hours for a work order's reset.
create or replace function count_changed_fans() returns trigger language plpgsql as $$
declare
  counts account_fan_count[] := array(
    select row(workspace_id, sub_account_id, platform, grown_at, counts_as, base_since, -1)::account_fan_count from (
      select workspace_id, sub_account_id, platform, grown_at, counts_as, base_since from before_change
      except all select workspace_id, sub_account_id, platform, grown_at, counts_as, base_since from after_change
    ) gone
    union all
    select row(workspace_id, sub_account_id, platform, grown_at, counts_as, base_since, 1)::account_fan_count from (
      select workspace_id, sub_account_id, platform, grown_at, counts_as, base_since from after_change
      except all select workspace_id, sub_account_id, platform, grown_at, counts_as, base_since from before_change
    ) come
  );
begin
  if counts <> '{}' then
    perform count_account_fans(counts, (8 + pg_backend_pid() % 32000)::smallint);
  end if;
  return null;
end $$;
