-- Short links that share visitors out over account links.
create table split_links (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  -- The short link's last part. It stays when the link is deleted: an old leaflet never leads to another's account.
  code text not null,
  platform text not null,
  eligibility text not null check (eligibility in ('online', 'full')),
  mode text not null check (mode in ('random', 'sequential')),
  binds_address boolean not null,
  device text not null check (device in ('any', 'mobile', 'desktop')),
  default_url text,
  page_text text not null,
  remark text not null,
  enabled boolean not null default true,
  expires_at timestamptz,
  visits bigint not null default 0,
  contacts integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id) references workspaces
);
create unique index split_links_code on split_links (code);
create unique index split_links_name on split_links (workspace_id, lower(name)) where deleted_at is null;
create index split_links_newest on split_links (workspace_id, created_at desc, id desc) where deleted_at is null;

create table split_targets (
  workspace_id uuid not null,
  id uuid not null,
  split_link_id uuid not null,
  place integer not null,
  url text not null,
  social_account_id uuid,
  weight integer not null,
  daily_cap integer,
  enabled boolean not null,
  visits bigint not null default 0,
  primary key (workspace_id, id),
  unique (workspace_id, split_link_id, url),
  foreign key (workspace_id, split_link_id) references split_links (workspace_id, id)
);
create index split_targets_social_account on split_targets (workspace_id, social_account_id)
  where social_account_id is not null;

-- Where the rotation of a link stands. Apart from the link, and half empty: it changes with every visit.
create table split_rotations (
  workspace_id uuid not null,
  split_link_id uuid not null,
  position bigint not null default 0,
  primary key (workspace_id, split_link_id),
  foreign key (workspace_id, split_link_id) references split_links (workspace_id, id)
) with (fillfactor = 50);

-- Visitors sent to a target on a day of the workspace: taken before they are sent, for caps that hold in every process.
create table split_target_days (
  workspace_id uuid not null,
  target_id uuid not null,
  day date not null,
  taken integer not null,
  primary key (workspace_id, target_id, day)
) with (fillfactor = 50);

-- The target that an address keeps. The hash is keyed: it gives no address away.
create table split_bindings (
  workspace_id uuid not null,
  split_link_id uuid not null,
  address_hash bytea not null,
  target_id uuid not null,
  expires_at timestamptz not null,
  primary key (workspace_id, split_link_id, address_hash),
  foreign key (workspace_id, split_link_id) references split_links (workspace_id, id)
);
create index split_bindings_expired on split_bindings (expires_at);

-- Visits, whole months of which go when they are past their retention. No foreign key: a month is dropped by itself.
create table split_visits (
  workspace_id uuid not null,
  split_link_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('target', 'default', 'page')),
  target_id uuid,
  url text,
  address text not null,
  user_agent text not null,
  primary key (workspace_id, split_link_id, at, id)
) partition by range (at);

create function split_visits_make_partitions(first date, months int) returns void language plpgsql as $$
declare
  month timestamp;
  partition text;
begin
  perform pg_advisory_xact_lock(7202641);
  for n in 0 .. months - 1 loop
    month := date_trunc('month', first::timestamp) + make_interval(months => n);
    partition := 'split_visits_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like split_visits including all)', partition);
    execute format('alter table split_visits attach partition %I for values from (%L) to (%L)', partition,
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;
select split_visits_make_partitions((now() at time zone 'UTC')::date, 4);

-- Drops the partitions that end before `oldest`; returns their names.
create function split_visits_drop_partitions(oldest timestamptz) returns setof text language plpgsql as $$
declare
  partition text;
begin
  perform pg_advisory_xact_lock(7202641);
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'split_visits'::regclass
      and substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \('([^']+)'\)$re$)::timestamptz <= oldest
    order by c.relname
  loop
    execute format('drop table %I', partition);
    return next partition;
  end loop;
end $$;

-- Counts by day of the workspace, which reports read instead of visits.
create table split_link_days (
  workspace_id uuid not null,
  split_link_id uuid not null,
  day date not null,
  visits integer not null,
  visitors integer not null,
  primary key (workspace_id, split_link_id, day)
) with (fillfactor = 50);

-- Who was counted as a visitor of a link on a day: address and browser, as a keyed hash.
create table split_link_visitors (
  workspace_id uuid not null,
  split_link_id uuid not null,
  day date not null,
  visitor_hash bytea not null,
  primary key (workspace_id, split_link_id, day, visitor_hash)
);
create index split_link_visitors_day on split_link_visitors (day);

-- What visitors left on the page of a link that had no target for them.
create table split_contacts (
  workspace_id uuid not null,
  id uuid not null,
  split_link_id uuid not null,
  name text not null,
  contact text not null,
  message text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, split_link_id) references split_links (workspace_id, id)
);
create index split_contacts_latest on split_contacts (workspace_id, split_link_id, created_at desc, id desc);
