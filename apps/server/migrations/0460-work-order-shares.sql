-- Links by which anybody sees work orders, without a log-in.
create table work_order_shares (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  title text not null,
  -- SHA-256 of the link's token, and the token itself, sealed, so that the owner can copy the link again.
  token_hash text not null,
  sealed_token text not null,
  access text not null check (access in ('password', 'public')),
  -- How the page names fans.
  fan_names text not null check (fan_names in ('none', 'masked', 'full')),
  status text not null check (status in ('enabled', 'disabled', 'cancelled')),
  -- From the moment of sharing; null: without a limit.
  valid_days int,
  expires_at timestamptz,
  opens int not null default 0,
  last_opened_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index work_order_shares_token on work_order_shares (token_hash);
create index work_order_shares_created on work_order_shares (workspace_id, created_at);

-- The work orders that a link shows, in the order of `place`.
create table work_order_share_orders (
  workspace_id uuid not null,
  share_id uuid not null,
  work_order_id uuid not null,
  place int not null,
  -- Null: all social accounts of the work order.
  social_account_ids uuid[],
  primary key (workspace_id, share_id, work_order_id),
  foreign key (workspace_id, share_id) references work_order_shares (workspace_id, id) on delete cascade,
  foreign key (workspace_id, work_order_id) references work_orders (workspace_id, id) on delete cascade
);
create index work_order_share_orders_order on work_order_share_orders (workspace_id, work_order_id);

-- One password for all links of a work order, sealed: its owner reads it again, to hand it out.
create table work_order_share_passwords (
  workspace_id uuid not null,
  work_order_id uuid not null,
  sealed text not null,
  -- Access that an earlier one gave ends.
  version int not null default 1,
  primary key (workspace_id, work_order_id),
  foreign key (workspace_id, work_order_id) references work_orders (workspace_id, id) on delete cascade
);

-- Wrong passwords of one visitor's address, as a keyed hash.
create table work_order_share_guesses (
  workspace_id uuid not null,
  work_order_id uuid not null,
  address_hash text not null,
  tries int not null,
  since timestamptz not null,
  locked_until timestamptz,
  primary key (workspace_id, work_order_id, address_hash),
  foreign key (workspace_id, work_order_id) references work_orders (workspace_id, id) on delete cascade
);
create index work_order_share_guesses_since on work_order_share_guesses (since);

-- Ed25519. The private key is sealed; a replaced one has none any more, and its public key still verifies what it signed.
create table snapshot_keys (
  id text primary key,
  public_key text not null,
  sealed_private_key text,
  created_at timestamptz not null,
  replaced_at timestamptz
);
create unique index snapshot_keys_present on snapshot_keys ((true)) where replaced_at is null;

-- A closed day of a work order as it was signed. Each names the hash of the one before.
create table work_order_snapshots (
  workspace_id uuid not null,
  work_order_id uuid not null,
  -- From 1, without gaps.
  number int not null,
  day date not null,
  -- Canonical JSON, of which the hash and the signature are.
  content text not null,
  hash text not null,
  key_id text not null references snapshot_keys (id),
  signature text not null,
  primary key (workspace_id, work_order_id, number),
  foreign key (workspace_id, work_order_id) references work_orders (workspace_id, id) on delete cascade
);
create unique index work_order_snapshots_day on work_order_snapshots (workspace_id, work_order_id, day);
