-- What a visit knows of its visitor, who may pass a link by where they are, and counts that reports read.
alter table split_links add column regions text[] not null default '{}';

-- Null in visits from before: nothing was known of them.
alter table split_visits
  add column country text,
  add column city text,
  add column device text,
  add column system text,
  add column browser text;

-- An owner's choice on all split links. No row: whole.
create table split_link_settings (
  workspace_id uuid not null primary key references workspaces,
  addresses text not null check (addresses in ('whole', 'truncated'))
);

-- The visitors of a link on a day, whole months of which go with the visits. The hash is of the address as it is stored
-- beside it. `at` never changes, so that a further click writes to no index.
create table split_visitors (
  workspace_id uuid not null,
  split_link_id uuid not null,
  day date not null,
  visitor_hash bytea not null,
  at timestamptz not null,
  last_at timestamptz not null,
  visits integer not null,
  url text,
  address text not null,
  country text,
  city text,
  device text not null,
  system text not null,
  browser text not null,
  primary key (workspace_id, split_link_id, day, visitor_hash)
) partition by range (day);
create index split_visitors_latest on split_visitors (workspace_id, split_link_id, day, at, visitor_hash);

create function split_visitors_make_partitions(first date, months int) returns void language plpgsql as $$
declare
  month date;
  partition text;
begin
  perform pg_advisory_xact_lock(7202642);
  for n in 0 .. months - 1 loop
    month := (date_trunc('month', first::timestamp) + make_interval(months => n))::date;
    partition := 'split_visitors_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like split_visitors including all) with (fillfactor = 80)', partition);
    execute format('alter table split_visitors attach partition %I for values from (%L) to (%L)', partition,
      month, (month + interval '1 month')::date);
  end loop;
end $$;
-- Days of the workspace can be ahead of the clock in UTC, or behind it.
select split_visitors_make_partitions((now() at time zone 'UTC' - interval '2 days')::date, 5);

-- Drops the partitions that end before `oldest`; returns their names.
create function split_visitors_drop_partitions(oldest date) returns setof text language plpgsql as $$
declare
  partition text;
begin
  perform pg_advisory_xact_lock(7202642);
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'split_visitors'::regclass
      and substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \('([^']+)'\)$re$)::date <= oldest
    order by c.relname
  loop
    execute format('drop table %I', partition);
    return next partition;
  end loop;
end $$;

-- Counts by day of the workspace and one thing: the hour, the country, the device with its system and browser, or where
-- the visitor went. `name` is one of few values, whoever comes.
create table split_link_counts (
  workspace_id uuid not null,
  split_link_id uuid not null,
  day date not null,
  kind text not null check (kind in ('hour', 'country', 'client', 'destination')),
  name text not null,
  visits integer not null,
  visitors integer not null,
  primary key (workspace_id, split_link_id, day, kind, name)
) with (fillfactor = 70);

-- Links by which anyone reads a report. A link has one; those that it had and that were withdrawn stay, to say so.
create table split_report_shares (
  workspace_id uuid not null,
  id uuid not null,
  split_link_id uuid not null,
  token_hash text not null,
  sealed_token text not null,
  status text not null check (status in ('enabled', 'disabled', 'cancelled')),
  valid_days integer,
  created_at timestamptz not null,
  expires_at timestamptz,
  opens integer not null default 0,
  last_opened_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, split_link_id) references split_links (workspace_id, id)
);
create unique index split_report_shares_token on split_report_shares (token_hash);
create unique index split_report_shares_present on split_report_shares (workspace_id, split_link_id)
  where status <> 'cancelled';
create index split_report_shares_link on split_report_shares (workspace_id, split_link_id, created_at);
