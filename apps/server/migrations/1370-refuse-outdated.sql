-- A statement that finds that another transaction has committed what it was to write itself ends its transaction, which
-- starts over. Those that were sent after it are refused, and wait for no locks.
create function refuse_outdated(reason text) returns void language plpgsql as $$
begin
  raise exception '%', reason using errcode = 'serialization_failure';
end $$;
