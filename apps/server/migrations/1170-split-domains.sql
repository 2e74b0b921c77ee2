-- Domains of owners under which split links are reached.
create table split_domains (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  domain text not null,
  -- The proof that it is the owner's: a value that only they can publish there.
  proof text not null,
  state text not null check (state in ('pending', 'verified', 'lost')),
  created_at timestamptz not null,
  verified_at timestamptz,
  checked_at timestamptz,
  problem text check (problem in ('no-record', 'other-value', 'unreachable')),
  -- Since when the proof of a verified domain has been missing.
  missing_since timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, domain)
);
-- Many may try, one succeeds.
create unique index split_domains_verified on split_domains (domain) where state = 'verified';
create index split_domains_checked on split_domains (checked_at) where state = 'verified';

-- Null: the link is handed out with the installation's address.
alter table split_links add column domain_id uuid;
create index split_links_domain on split_links (workspace_id, domain_id) where domain_id is not null;
