-- The tokens by which platforms let social accounts be called for a while. A row comes with the first use.
create table platform_tokens (
  workspace_id uuid not null,
  social_account_id uuid not null,
  -- The access and the refresh token, sealed.
  tokens text not null,
  -- Grows with each change of the tokens: what was asked for with others is not stored.
  version integer not null,
  issued_at timestamptz not null default now(),
  -- Of the access token. Null: unknown.
  expires_at timestamptz,
  -- New ones are asked for from then on, ahead of the end. Null: not before the platform rejects them.
  refresh_at timestamptz,
  -- The refresh that is under way; another may begin once this time is over.
  lease uuid,
  leased_until timestamptz,
  -- Refreshes that have failed since the last that worked, and when the next may begin.
  failures integer not null default 0,
  retry_at timestamptz,
  problem text,
  -- Tokens in a row that the platform has rejected soon after it gave them.
  rejected integer not null default 0,
  -- Why the platform gives no more.
  refusal text,
  primary key (workspace_id, social_account_id)
);
create index platform_tokens_by_refresh on platform_tokens (refresh_at) where refusal is null;
