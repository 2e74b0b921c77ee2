create table sub_accounts (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  -- Typed at the desk's log-in, so unique in the whole installation; made by the server, so that nobody can
  -- find out by trying which names others use.
  account_name text not null,
  password_hash text not null,
  remark text not null,
  status text not null default 'normal' check (status in ('normal', 'disabled')),
  is_default boolean not null default false,
  dedupe_scope text not null default 'workspace' check (dedupe_scope in ('sub-account', 'workspace')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index sub_accounts_name on sub_accounts (account_name);
create unique index sub_accounts_default on sub_accounts (workspace_id) where is_default;
create index sub_accounts_newest on sub_accounts (workspace_id, created_at desc, id desc);

-- Who holds prepaid characters: the owner (account_id = workspace_id) or a sub-account (its id).
-- `available` is what is neither spent nor out on a lease; the balance is `available` plus what open leases
-- have not spent, and equals the sum of the entries (verified by a check, see the characters module).
create table character_accounts (
  workspace_id uuid not null references workspaces (id),
  account_id uuid not null,
  unlimited boolean not null default false,
  available bigint not null default 0 check (available >= 0),
  primary key (workspace_id, account_id)
);

-- A block of characters that one server process may spend without touching the account's row again.
create table character_leases (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  process_id uuid not null,
  amount bigint not null check (amount > 0),
  expires_at timestamptz not null,
  settled_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references character_accounts (workspace_id, account_id)
);
create index character_leases_open on character_leases (workspace_id, account_id) where settled_at is null;
create index character_leases_expiry on character_leases (expires_at) where settled_at is null;

-- The ledger: append-only, double-entry. Each row moves `amount` from one account to another; no account on
-- the left means that the operator issued them, none on the right that they are spent.
create table character_entries (
  workspace_id uuid not null,
  id uuid not null,
  -- Says what the entry is for; the same thing is never booked twice.
  key text not null,
  kind text not null check (kind in ('grant', 'allocation', 'take-back', 'usage')),
  from_account uuid,
  to_account uuid,
  amount bigint not null check (amount > 0),
  sub_account_id uuid,
  message_id uuid,
  lease_id uuid,
  details jsonb,
  remark text,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  check (from_account is not null or to_account is not null),
  check ((kind = 'usage') = (to_account is null)),
  check ((kind = 'usage') = (message_id is not null))
);
create unique index character_entries_key on character_entries (workspace_id, key);
create index character_entries_lease on character_entries (workspace_id, lease_id) where lease_id is not null;
create index character_entries_from on character_entries (workspace_id, from_account);
create index character_entries_to on character_entries (workspace_id, to_account) where to_account is not null;

-- Usage per day of the workspace's calendar, folded from settled leases.
create table character_days (
  workspace_id uuid not null,
  sub_account_id uuid not null,
  day date not null,
  used bigint not null,
  primary key (workspace_id, sub_account_id, day)
);
