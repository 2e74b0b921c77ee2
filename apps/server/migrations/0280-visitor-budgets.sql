-- What the owner lets anonymous visitors have translated a day, for each website chat; no row: the defaults. Null: no
-- limit.
create table visitor_budgets (
  workspace_id uuid not null,
  social_account_id uuid not null,
  version int not null,
  visitor_characters int check (visitor_characters >= 0),
  site_characters int check (site_characters >= 0),
  changed_at timestamptz not null default now(),
  primary key (workspace_id, social_account_id),
  foreign key (workspace_id, social_account_id) references social_accounts (workspace_id, id) on delete cascade
);

-- How much of a site's budget processes have drawn on a day of the workspace, in blocks, and what the owner was told.
create table visitor_budget_days (
  workspace_id uuid not null,
  social_account_id uuid not null,
  day date not null,
  drawn bigint not null default 0,
  warned boolean not null default false,
  exhausted boolean not null default false,
  primary key (workspace_id, social_account_id, day)
);

-- What each visitor has had translated on a day; `allowed`: the limit as it was then. Old days are removed every night.
create table visitor_days (
  workspace_id uuid not null,
  social_account_id uuid not null,
  day date not null,
  visitor_id text not null,
  used int not null,
  allowed int,
  primary key (workspace_id, social_account_id, day, visitor_id)
);
create index visitor_days_by_day on visitor_days (day);
