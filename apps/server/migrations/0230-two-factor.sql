-- Two-factor authentication of owners and operators: a time-based code (RFC 6238) beside the password.

create table two_factor (
  user_id uuid primary key references users (id) on delete cascade,
  -- Sealed with APP_SECRET.
  secret text not null,
  -- Null: set up, and no code of it has been entered yet.
  enabled_at timestamptz,
  -- The time step of the last code that was accepted: it and all before it are used up.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references two_factor (user_id) on delete cascade,
  -- Keyed with APP_SECRET.
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
