-- What the balances were when characters were allocated: read again later they would be others. Null for other
-- kinds of entries.
alter table character_entries add sub_account_before bigint, add owner_after bigint;

with moves as (
  select workspace_id, id, created_at, to_account as account, amount from character_entries where to_account is not null
  union all
  select workspace_id, id, created_at, from_account, -amount from character_entries where from_account is not null
), balances as (
  select workspace_id, id, account, amount,
    sum(amount) over (partition by workspace_id, account order by created_at, id) as after
  from moves
)
update character_entries e set sub_account_before = sub.after - sub.amount, owner_after = own.after
from balances sub, balances own
where e.kind in ('allocation', 'take-back')
  and sub.workspace_id = e.workspace_id and sub.id = e.id and sub.account <> e.workspace_id
  and own.workspace_id = e.workspace_id and own.id = e.id and own.account = e.workspace_id;

-- The allocation record, newest first: of all, of one kind, of one sub-account, of both.
create index character_allocations on character_entries (workspace_id, created_at desc, id desc)
  where kind in ('allocation', 'take-back');
create index character_allocations_by_kind on character_entries (workspace_id, kind, created_at desc, id desc)
  where kind in ('allocation', 'take-back');
create index character_allocations_by_sub_account on character_entries
  (workspace_id, (case kind when 'allocation' then to_account else from_account end), created_at desc, id desc)
  where kind in ('allocation', 'take-back');
create index character_allocations_by_both on character_entries
  (workspace_id, (case kind when 'allocation' then to_account else from_account end), kind, created_at desc, id desc)
  where kind in ('allocation', 'take-back');

-- The usage record: one row for each day of the workspace's calendar, sub-account and details of the charges.
-- Folded from leases once they are settled; what is not folded yet is in the entries.
create table character_usage_days (
  workspace_id uuid not null,
  day date not null,
  sub_account_id uuid not null,
  -- Follows from the details, see below.
  id uuid not null,
  platform text not null,
  source_language text not null,
  target_language text not null,
  line text not null,
  engine text not null,
  characters bigint not null check (characters > 0),
  translations bigint not null check (translations > 0),
  primary key (workspace_id, day, sub_account_id, id)
);
create index character_usage_days_by_sub_account on character_usage_days (workspace_id, sub_account_id, day, id);
create index character_usage_days_by_platform on character_usage_days (workspace_id, platform, day, sub_account_id, id);
create index character_usage_days_by_both on character_usage_days (workspace_id, sub_account_id, platform, day, id);

create function character_usage_id(details jsonb) returns uuid language sql immutable parallel safe return
  md5(jsonb_build_array(details ->> 'platform', details ->> 'source', details ->> 'target', details ->> 'line',
                        details ->> 'engine')::text)::uuid;

-- A process of the version before settles leases without folding them; the next minute's job does it.
alter table character_leases add usage_folded boolean not null default false;
with folded as (
  update character_leases set usage_folded = true where settled_at is not null returning workspace_id, id
)
insert into character_usage_days
select e.workspace_id, (e.created_at at time zone w.time_zone)::date, e.sub_account_id, character_usage_id(e.details),
  coalesce(min(e.details ->> 'platform'), ''), coalesce(min(e.details ->> 'source'), ''),
  coalesce(min(e.details ->> 'target'), ''), coalesce(min(e.details ->> 'line'), ''),
  coalesce(min(e.details ->> 'engine'), ''), sum(e.amount), count(*)
from folded f
join character_entries e on e.workspace_id = f.workspace_id and e.lease_id = f.id
join workspaces w on w.id = e.workspace_id
group by 1, 2, 3, 4;
create index character_leases_unfolded on character_leases (workspace_id) where not usage_folded;
