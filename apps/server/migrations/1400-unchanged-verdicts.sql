-- Money is settled on verdicts, and closed days are signed with them: they are a log, which is only added to. Both go with the
-- accounts and work orders that they belong to.
create trigger fan_verdicts_unchanged before update on fan_verdicts for each row execute function refuse_change();
create trigger fan_corrections_unchanged before update on fan_corrections for each row execute function refuse_change();

create function refuse_lost_day() returns trigger language plpgsql as $$
begin
  if exists (select from work_orders o where o.workspace_id = old.workspace_id and o.id = old.work_order_id) then
    raise exception 'closed days of a work order are never deleted before it';
  end if;
  return old;
end $$;
create trigger work_order_days_kept before delete on work_order_days for each row execute function refuse_lost_day();
