-- How many sessions a workspace may have online. Nobody who is online today loses that by a number that nobody has set.
alter table workspaces add ports int not null default 10 check (ports >= 0);
update workspaces w set ports = n.enabled
from (select workspace_id, count(*)::int as enabled from social_accounts where enabled group by 1) n
where n.workspace_id = w.id and n.enabled > 10;
update sub_accounts s set port_limit = n.enabled
from (select workspace_id, sub_account_id, count(*)::int as enabled from social_accounts where enabled group by 1, 2) n
where n.workspace_id = s.workspace_id and n.sub_account_id = s.id and n.enabled > s.port_limit;

-- The ports that are taken: one row for each session, a social account that is online. What is past `leased_until` is
-- taken no more, whether or not its row is still there.
create table port_leases (
  workspace_id uuid not null,
  social_account_id uuid not null,
  -- The session's id, which it keeps in `past_sessions`.
  id uuid not null,
  sub_account_id uuid not null,
  -- The server process that keeps it.
  holder uuid not null,
  taken_at timestamptz not null default now(),
  leased_until timestamptz not null,
  primary key (workspace_id, social_account_id),
  foreign key (workspace_id, social_account_id) references social_accounts (workspace_id, id)
);
create index port_leases_sub_account on port_leases (workspace_id, sub_account_id);
create index port_leases_newest on port_leases (workspace_id, taken_at desc, id desc);
create index port_leases_due on port_leases (leased_until);

-- Sessions that are over, of sub-accounts whose sessions are archived.
create table past_sessions (
  workspace_id uuid not null,
  id uuid not null,
  social_account_id uuid not null,
  sub_account_id uuid not null,
  platform text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  ended text not null check (ended in ('logged-out', 'lost', 'disabled', 'not-permitted')),
  primary key (workspace_id, id)
);
create index past_sessions_newest on past_sessions (workspace_id, ended_at desc, id desc);
create index past_sessions_by_sub_account on past_sessions (workspace_id, sub_account_id, ended_at desc, id desc);
create index past_sessions_by_platform on past_sessions (workspace_id, platform, ended_at desc, id desc);
create index past_sessions_oldest on past_sessions (ended_at);

-- What is set aside is summed up whenever a port is taken.
create index sub_accounts_fixed on sub_accounts (workspace_id) include (id, port_limit)
  where port_mode = 'fixed' and status = 'normal';

-- A social account's way to its platform: through a proxy of its sub-account's range, through the chosen one, or
-- without one. A chosen proxy that is gone is still named here: the account must not go without it.
alter table social_accounts
  add proxy_mode text not null default 'auto' check (proxy_mode in ('auto', 'chosen', 'direct')),
  add proxy_id uuid,
  add constraint social_accounts_proxy check ((proxy_mode = 'chosen') = (proxy_id is not null));
