-- The server processes that share this database. One that has given no sign of life for some seconds is dead, and its
-- social accounts are the others'.
create table server_processes (
  id uuid primary key,
  started_at timestamptz not null default now(),
  alive_until timestamptz not null
);
-- `held_until` of a social account is not renewed any more: its holder's row says whether it lives.
