-- An account that is deleted is gone for everybody at once; what belongs to it is cleared away in pieces.
alter table social_accounts
  add last_online_at timestamptz,
  add deleted_at timestamptz;
-- Nobody knows since when the accounts of before were away: not longer than since their last change.
update social_accounts set last_online_at = state_since;

-- After so many days offline a social account counts as long inactive.
alter table workspaces add inactive_after_days int not null default 7
  check (inactive_after_days between 1 and 365);

-- Inbound messages that could not be stored, whole, until their owner retries or discards them.
create table quarantined_messages (
  workspace_id uuid not null,
  id uuid not null,
  social_account_id uuid not null,
  -- What tells deliveries apart, so that one that comes again is the same row.
  delivery_id text not null,
  -- 'message': as its connector read it. 'delivery': as the platform sent it, for its connector could not read it.
  form text not null check (form in ('message', 'delivery')),
  -- JSON as text: jsonb refuses what may be the very reason.
  payload text not null,
  -- The payload was longer than what is kept: it can't be retried.
  truncated boolean not null default false,
  reason text not null check (reason in ('unreadable', 'invalid-data', 'conflict', 'too-long', 'not-storable')),
  attempts int not null default 1,
  received_at timestamptz not null default now(),
  last_tried_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, social_account_id) references social_accounts (workspace_id, id)
);
create unique index quarantined_messages_delivery
  on quarantined_messages (workspace_id, social_account_id, form, delivery_id);
create index quarantined_messages_newest on quarantined_messages (workspace_id, received_at desc, id desc);
create index quarantined_messages_account
  on quarantined_messages (workspace_id, social_account_id, received_at desc, id desc);
