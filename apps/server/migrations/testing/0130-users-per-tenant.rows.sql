-- The same address as an owner's of the installation itself.
insert into workspaces (id, tenant_id, created_at) values
  ('d0000000-0000-7000-8000-000000000000', '0d000000-0000-7000-8000-000000000002', '2026-03-06T08:00:00Z');

insert into users (id, kind, workspace_id, email, password_hash, tenant_id, created_at) values
  ('d1000000-0000-7000-8000-000000000001', 'owner', 'd0000000-0000-7000-8000-000000000000', 'ana@example.com',
   '$argon2id$v=19$m=19456,t=2,p=1$WOXwnuFRRzyVk8wUtbUYaw$JmxO+6uUDecMMVnd+/XdVSqCjmaSf/KiJ8qz9RxINgc', '0d000000-0000-7000-8000-000000000002', '2026-03-06T08:00:00Z');
