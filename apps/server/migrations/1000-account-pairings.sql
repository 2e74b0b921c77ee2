-- Pairings of social accounts by a code that their owner scans. The process that has begun one runs it, and the owner's console
-- asks for its row.
create table account_pairings (
  workspace_id uuid not null,
  id uuid not null,
  -- The person who has begun it, and alone sees the code.
  started_by uuid not null,
  platform text not null,
  sub_account_id uuid not null,
  -- The account that is paired again, or the id that the new one has once it is paired.
  social_account_id uuid not null,
  again boolean not null,
  state text not null check (
    state in ('waiting', 'code', 'scanned', 'paired', 'refused', 'expired', 'cancelled', 'interrupted')),
  reason text,
  -- Sealed, and there only while it is shown.
  code text,
  code_until timestamptz,
  -- The last time that the console has asked.
  asked_at timestamptz not null default now(),
  -- Later than that the process that runs it is gone.
  leased_until timestamptz not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (workspace_id, id),
  check ((ended_at is null) = (state in ('waiting', 'code', 'scanned'))),
  check (code is null or state = 'code')
);
create index account_pairings_open on account_pairings (workspace_id, social_account_id) where ended_at is null;
create index account_pairings_ended on account_pairings (ended_at);
