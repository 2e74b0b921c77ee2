-- A tenant is a brand on this installation, with users and settings of its own. What has none is the installation's
-- own brand: all that there was before tenants, and all that there is while they are off.
create table tenants (
  id uuid primary key,
  name text not null,
  brand_name text not null,
  logo_file_id uuid,
  enabled boolean not null default true,
  registration_open boolean not null default true,
  -- Counts up with each change, so that of two edits of the same state the second is refused.
  version int not null default 1,
  created_at timestamptz not null default now()
);

-- Under which addresses the installation shows itself as which tenant.
create table tenant_hosts (
  host text primary key,
  tenant_id uuid not null references tenants (id) on delete cascade
);
create index tenant_hosts_tenant on tenant_hosts (tenant_id);

-- Set when the workspace is made, and never changed: processes remember it.
alter table workspaces add tenant_id uuid references tenants (id);
create index workspaces_tenant on workspaces (tenant_id) where tenant_id is not null;

-- As its workspace's. An address can have an account at each tenant; operators belong to the whole installation.
alter table users add tenant_id uuid references tenants (id);
alter table users add constraint users_tenant_of_owner check (kind = 'owner' or tenant_id is null);
create unique index users_email_at_tenant on users (kind, tenant_id, email) nulls not distinct;

-- A code is good only where it was asked for.
alter table verification_codes add tenant_id uuid references tenants (id) on delete cascade;
