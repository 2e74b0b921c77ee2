-- Groups that social accounts are to leave, until their platform has done it: a queue.
create table group_departures (
  workspace_id uuid not null,
  conversation_id uuid not null,
  social_account_id uuid not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  requested_at timestamptz not null default now(),
  primary key (workspace_id, conversation_id)
);
create index group_departures_due on group_departures (social_account_id, next_attempt_at);
