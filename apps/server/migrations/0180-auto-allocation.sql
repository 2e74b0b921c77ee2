-- The owner's characters that come by themselves when a limited sub-account would fall below `auto_below`. The
-- account of a deleted sub-account is closed: its ledger stays, and nothing is reserved on it any more.
alter table character_accounts
  add auto_below bigint check (auto_below > 0),
  add auto_amount bigint check (auto_amount > 0),
  add closed boolean not null default false,
  add constraint character_accounts_auto check ((auto_below is null) = (auto_amount is null));

-- Moves that nobody asked for by hand.
alter table character_entries add automatic boolean not null default false;

-- What each sub-account has used ever: summed from its days, a list of ten thousand would read millions of rows. Kept
-- by a trigger, so that a process of the version before keeps it too.
create table character_totals (
  workspace_id uuid not null,
  sub_account_id uuid not null,
  used bigint not null,
  primary key (workspace_id, sub_account_id)
);
create function add_to_character_totals() returns trigger language plpgsql as $$
begin
  insert into character_totals as t values (new.workspace_id, new.sub_account_id, new.used - coalesce(old.used, 0))
  on conflict (workspace_id, sub_account_id) do update set used = t.used + excluded.used;
  return null;
end $$;
-- Before the sums: it keeps writers away until they are there.
create trigger character_days_totals after insert or update of used on character_days
  for each row execute function add_to_character_totals();
insert into character_totals select workspace_id, sub_account_id, sum(used) from character_days group by 1, 2;
create index character_days_by_day on character_days (workspace_id, day, sub_account_id);
