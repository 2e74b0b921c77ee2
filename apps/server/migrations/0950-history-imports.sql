-- Imports of what a social account's chats hold from before it was added. Each row is a job's progress and the owner's view of it.
create table history_imports (
  workspace_id uuid not null,
  id uuid not null,
  social_account_id uuid not null,
  range text not null check (range in ('7-days', '30-days', '90-days', '365-days', 'all')),
  -- Nothing older is wanted; null: all.
  since timestamptz,
  state text not null check (state in ('waiting', 'running', 'paused', 'done', 'cancelled', 'failed')),
  reason text,
  -- Where the connector goes on; null: at the newest message.
  position text,
  pages integer not null default 0,
  messages integer not null default 0,
  fans integer not null default 0,
  skipped integer not null default 0,
  read integer not null default 0,
  total integer,
  oldest_at timestamptz,
  limited boolean not null default false,
  -- Tries in a row that brought nothing, and when the first of them was.
  troubles integer not null default 0,
  troubled_at timestamptz,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (workspace_id, id)
);
-- One at a time for each account.
create unique index history_imports_open on history_imports (workspace_id, social_account_id)
  where state in ('waiting', 'running', 'paused');
create index history_imports_latest on history_imports (workspace_id, social_account_id, started_at desc, id desc);
