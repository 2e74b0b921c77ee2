-- How many translations each sub-account had on each day, beside its characters: a busy workspace's usage record has
-- tens of thousands of rows a day, too many to read for one figure. Kept by a trigger, so that a process of the version
-- before keeps it too.
alter table character_days add translations bigint not null default 0;
create function add_to_character_days() returns trigger language plpgsql as $$
begin
  insert into character_days as d (workspace_id, sub_account_id, day, used, translations)
  values (new.workspace_id, new.sub_account_id, new.day, 0, new.translations - coalesce(old.translations, 0))
  on conflict (workspace_id, sub_account_id, day) do update set translations = d.translations + excluded.translations;
  return null;
end $$;
-- Before the sums: it keeps writers away until they are there.
create trigger character_usage_days_translations after insert or update of translations on character_usage_days
  for each row execute function add_to_character_days();
insert into character_days as d (workspace_id, sub_account_id, day, used, translations)
select workspace_id, sub_account_id, day, 0, sum(translations) from character_usage_days group by 1, 2, 3
on conflict (workspace_id, sub_account_id, day) do update set translations = excluded.translations;
