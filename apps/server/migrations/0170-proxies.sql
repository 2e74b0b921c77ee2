-- Where a social account or a proxy stands on the ring: 60 bits of a digest, the same on every PostgreSQL.
create function ring_point(name text) returns bigint language sql immutable parallel safe
  return ('x' || substr(md5(name), 1, 15))::bit(60)::bigint;

create table proxies (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  network_protocol text not null check (network_protocol in ('http', 'https', 'socks5')),
  host text not null,
  port int not null check (port between 1 and 65535),
  user_name text not null,
  -- Sealed (base/crypto/secrets.ts).
  password text not null,
  range text not null check (range in ('all', 'some')),
  -- What the last test found.
  status text not null default 'untested' check (status in ('untested', 'working', 'failing')),
  latency int,
  region text,
  exit_address text,
  problem text,
  tested_at timestamptz,
  -- Moves when protocol, host, port, user or password change: what goes through it connects anew.
  way_version int not null default 1,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index proxies_once on proxies (workspace_id, network_protocol, host, port, user_name);
create index proxies_newest on proxies (workspace_id, created_at desc, id desc);

-- Of those with range `some`: whose social accounts may use it.
create table proxy_sub_accounts (
  workspace_id uuid not null,
  proxy_id uuid not null,
  sub_account_id uuid not null,
  primary key (workspace_id, proxy_id, sub_account_id),
  foreign key (workspace_id, proxy_id) references proxies (workspace_id, id) on delete cascade,
  foreign key (workspace_id, sub_account_id) references sub_accounts (workspace_id, id)
);
create index proxy_sub_accounts_sub_account on proxy_sub_accounts (workspace_id, sub_account_id, proxy_id);

-- Of those with range `all`: each stands on the ring many times. An account takes the first point at or after its
-- own, so that a proxy that comes or goes moves only the accounts which it takes over or leaves.
create table proxy_points (
  workspace_id uuid not null,
  point bigint not null,
  proxy_id uuid not null,
  primary key (workspace_id, point, proxy_id),
  foreign key (workspace_id, proxy_id) references proxies (workspace_id, id) on delete cascade
);
create index proxy_points_proxy on proxy_points (workspace_id, proxy_id, point);
-- Who goes through one.
create index social_accounts_proxy_id on social_accounts (workspace_id, proxy_id) where proxy_id is not null;
-- How many accounts stand between two points.
create index social_accounts_ring on social_accounts (workspace_id, ring_point(id::text));

-- The one rule of which proxy a social account goes through: always one row, null for none. `chosen` names a proxy
-- that may be gone, or no longer for this sub-account: none then, and nobody goes out without one instead.
-- `auto`: a proxy that names the sub-account beats those for all; of several that name it, the one that a digest of
-- both prefers.
create function proxy_of(workspace uuid, account uuid, sub_account uuid, mode text, chosen uuid)
returns table (proxy_id uuid) language sql stable parallel safe as $$
  select case mode
    when 'chosen' then (
      select p.id from proxies p where p.workspace_id = workspace and p.id = chosen and (p.range = 'all' or exists (
        select from proxy_sub_accounts r
        where r.workspace_id = workspace and r.proxy_id = p.id and r.sub_account_id = sub_account)))
    when 'auto' then coalesce(
      (select r.proxy_id from proxy_sub_accounts r
       where r.workspace_id = workspace and r.sub_account_id = sub_account
       order by md5(account::text || r.proxy_id::text) limit 1),
      (select p.proxy_id from proxy_points p where p.workspace_id = workspace and p.point >= ring_point(account::text)
       order by p.point, p.proxy_id limit 1),
      (select p.proxy_id from proxy_points p where p.workspace_id = workspace order by p.point, p.proxy_id limit 1))
  end
$$;
