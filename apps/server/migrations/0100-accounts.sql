-- An owner's account beyond the log-in.

-- The profile; `account_number` is what people tell customer service. Its default is random, so that it doesn't tell
-- how many accounts there are, and long enough that two never meet.
alter table users
  add account_number bigint not null default (100000000000 + floor(random() * 900000000000))::bigint,
  add nickname text not null default '',
  add country text not null default '',
  add area text not null default '',
  add address text not null default '',
  add introduction text not null default '',
  add phone text not null default '',
  add avatar_file_id uuid,
  add tour_done boolean not null default false,
  add profile_version int not null default 0;
create unique index users_account_number on users (account_number);

-- Which version of which document an owner accepted, and when.
create table agreement_acceptances (
  workspace_id uuid not null references workspaces (id),
  user_id uuid not null references users (id),
  document text not null check (document in ('service', 'privacy')),
  version text not null,
  accepted_at timestamptz not null,
  primary key (workspace_id, user_id, document, version)
);

-- Codes that open one more session of the account that asked for them, once.
create table quick_log_in_codes (
  code_hash text primary key,
  user_id uuid not null references users (id),
  session_id uuid not null references auth_sessions (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index quick_log_in_codes_session on quick_log_in_codes (session_id);
create index quick_log_in_codes_expiry on quick_log_in_codes (expires_at);

-- A certification as an enterprise. Withdrawn, the row stays for its version, and what was handed in goes.
create table certifications (
  workspace_id uuid primary key references workspaces (id),
  status text not null check (status in ('none', 'reviewing', 'passed', 'rejected')),
  enterprise_name text,
  registration_number text,
  contact_name text,
  document_file_ids uuid[],
  reason text,
  submitted_at timestamptz,
  decided_at timestamptz,
  version int not null default 1,
  check ((status = 'none') = (enterprise_name is null)),
  check ((status = 'none') = (registration_number is null)),
  check ((status = 'none') = (contact_name is null)),
  check ((status = 'none') = (document_file_ids is null)),
  check ((status = 'none') = (submitted_at is null)),
  check ((status in ('passed', 'rejected')) = (decided_at is not null)),
  check ((status = 'rejected') = (reason is not null))
);
create index certifications_waiting on certifications (submitted_at, workspace_id) where status <> 'none';

-- Wrong guesses, by a keyed hash of what is guessed at or where the guesses come from. A failure is forgotten after
-- a while (see identity/guessing), so `failures` is what it was at `counted_at`.
create table guess_counters (
  key_hash text primary key,
  failures double precision not null,
  counted_at timestamptz not null,
  paused_until timestamptz not null
);
create index guess_counters_age on guess_counters (counted_at);

-- From where an account's right password came before: there the guesses of strangers don't count against it.
create table familiar_addresses (
  account_hash text not null,
  address_hash text not null,
  seen_at timestamptz not null,
  primary key (account_hash, address_hash)
);
create index familiar_addresses_age on familiar_addresses (seen_at);
