insert into tenants values
  ('0d000000-0000-7000-8000-000000000001', 'Acme', 'Acme Chat', 'af000000-0000-7000-8000-000000000001', true, true, 1, '2026-01-05T08:00:00Z'),
  ('0d000000-0000-7000-8000-000000000002', 'O''Neil & Söhne', '奥尼尔 🙂', null, false, false, 2147483647, '2026-02-28T23:59:59.999Z');

insert into tenant_hosts values
  ('chat.acme.example', '0d000000-0000-7000-8000-000000000001'),
  ('xn--shne-5qa.example', '0d000000-0000-7000-8000-000000000002');

insert into workspaces (id, tenant_id, created_at) values
  ('c0000000-0000-7000-8000-000000000000', '0d000000-0000-7000-8000-000000000001', '2026-03-05T08:00:00Z');

insert into users (id, kind, workspace_id, email, password_hash, tenant_id, created_at) values
  ('c1000000-0000-7000-8000-000000000001', 'owner', 'c0000000-0000-7000-8000-000000000000', 'cy@example.com',
   '$argon2id$v=19$m=19456,t=2,p=1$WOXwnuFRRzyVk8wUtbUYaw$JmxO+6uUDecMMVnd+/XdVSqCjmaSf/KiJ8qz9RxINgc', '0d000000-0000-7000-8000-000000000001', '2026-03-05T08:00:00Z');

insert into verification_codes (id, email, purpose, code_hash, tenant_id, created_at) values
  ('0e000000-0000-7000-8000-000000000013', 'cy@example.com', 'register', 'hash-of-a-third', '0d000000-0000-7000-8000-000000000001', '2026-03-05T07:59:00Z');
