-- The message templates of social accounts, as their platforms list them.
create table message_templates (
  workspace_id uuid not null,
  id uuid not null,
  social_account_id uuid not null,
  platform_template_id text not null,
  name text not null,
  language text not null,
  category text not null,
  state text not null check (state in ('approved', 'pending', 'rejected')),
  header text,
  body text not null,
  footer text,
  buttons jsonb not null,
  -- Null: the platform has it.
  removed_at timestamptz,
  primary key (workspace_id, id)
);
create unique index message_templates_by_platform_id
  on message_templates (workspace_id, social_account_id, platform_template_id);

-- The last fetch of each social account's.
create table message_template_fetches (
  workspace_id uuid not null,
  social_account_id uuid not null,
  -- The last one that worked; null: none has.
  fetched_at timestamptz,
  problem text,
  left_out integer not null default 0,
  primary key (workspace_id, social_account_id)
);

-- The template that an outbound message is, with its values; null: it is none.
alter table messages add template jsonb;
-- Its author knows that the platform charges for it, if it does.
alter table messages add accepts_price boolean not null default false;
