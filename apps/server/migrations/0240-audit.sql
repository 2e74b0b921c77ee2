-- Who did what, when and from where. Rows are only added: whole months go when they are past their retention.
create table audit_entries (
  id uuid not null,
  created_at timestamptz not null default now(),
  -- The workspace that it concerns; null: the installation.
  workspace_id uuid,
  tenant_id uuid,
  actor_kind text not null check (actor_kind in ('owner', 'sub-account', 'operator', 'system', 'anonymous')),
  actor_id uuid,
  -- Names are those of that time; what they name may be gone. For the same reason nothing here is a foreign key.
  actor_name text not null,
  action text not null,
  object_kind text,
  object_id text,
  object_name text not null,
  address inet,
  user_agent text,
  details jsonb not null default '{}',
  primary key (created_at, id)
) partition by range (created_at);

create index audit_entries_workspace on audit_entries (workspace_id, created_at);
create index audit_entries_workspace_action on audit_entries (workspace_id, action, created_at);
create index audit_entries_workspace_actor_kind on audit_entries (workspace_id, actor_kind, created_at);
create index audit_entries_action on audit_entries (action, created_at);
create index audit_entries_actor_kind on audit_entries (actor_kind, created_at);
create index audit_entries_actor on audit_entries (actor_id, created_at);
create index audit_entries_actor_name on audit_entries (lower(actor_name), created_at);
create index audit_entries_object on audit_entries (object_id, created_at);
create index audit_entries_object_name on audit_entries (lower(object_name), created_at);
create index audit_entries_address on audit_entries (address, created_at);

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are never changed or deleted' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_append_only before update or delete on audit_entries
  for each row execute function audit_refuse_change();
create trigger audit_keep before truncate on audit_entries
  for each statement execute function audit_refuse_change();

-- Makes the partitions of so many months from that of `first`, in UTC. Attached, not created in place: writers go on.
create function audit_make_partitions(first date, months int) returns void language plpgsql as $$
declare
  month timestamp;
  partition text;
begin
  perform pg_advisory_xact_lock(7202640);
  for n in 0 .. months - 1 loop
    month := date_trunc('month', first::timestamp) + make_interval(months => n);
    partition := 'audit_entries_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like audit_entries including all)', partition);
    execute format('create trigger audit_keep before truncate on %I for each statement execute function audit_refuse_change()', partition);
    execute format('alter table audit_entries attach partition %I for values from (%L) to (%L)', partition,
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;
select audit_make_partitions((now() at time zone 'UTC')::date, 4);

-- Drops the partitions that end before `oldest`; returns their names.
create function audit_drop_partitions(oldest timestamptz) returns setof text language plpgsql as $$
declare
  partition text;
begin
  perform pg_advisory_xact_lock(7202640);
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_entries'::regclass
      and substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \('([^']+)'\)$re$)::timestamptz <= oldest
    order by c.relname
  loop
    execute format('drop table %I', partition);
    return next partition;
  end loop;
end $$;
