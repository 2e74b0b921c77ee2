-- The first letter of an id is its workspace, the second its kind. The passwords are all `Secret12`.
insert into workspaces values
  ('a0000000-0000-7000-8000-000000000000', 'Asia/Shanghai', '2026-01-05T08:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'America/St_Johns', '2026-02-28T23:59:59.999Z');

insert into users values
  ('a1000000-0000-7000-8000-000000000001', 'owner', 'a0000000-0000-7000-8000-000000000000', 'ana@example.com',
   '$argon2id$v=19$m=19456,t=2,p=1$WOXwnuFRRzyVk8wUtbUYaw$JmxO+6uUDecMMVnd+/XdVSqCjmaSf/KiJ8qz9RxINgc', '@ana', false, '2026-01-05T08:00:00Z'),
  ('b1000000-0000-7000-8000-000000000001', 'owner', 'b0000000-0000-7000-8000-000000000000', 'bo@example.com',
   '$argon2id$v=19$m=19456,t=2,p=1$WOXwnuFRRzyVk8wUtbUYaw$JmxO+6uUDecMMVnd+/XdVSqCjmaSf/KiJ8qz9RxINgc', null, true, '2026-02-28T23:59:59.999Z'),
  -- The same address as an owner's: an operator is somebody else.
  ('01000000-0000-7000-8000-000000000001', 'operator', null, 'ana@example.com',
   '$argon2id$v=19$m=19456,t=2,p=1$WOXwnuFRRzyVk8wUtbUYaw$JmxO+6uUDecMMVnd+/XdVSqCjmaSf/KiJ8qz9RxINgc', null, false, '2026-01-01T00:00:00Z');

insert into auth_sessions values
  ('a2000000-0000-7000-8000-000000000001', 'console', 'a0000000-0000-7000-8000-000000000000', 'a1000000-0000-7000-8000-000000000001', '2026-01-05T08:00:00Z', null, null),
  ('a2000000-0000-7000-8000-000000000002', 'desk', 'a0000000-0000-7000-8000-000000000000', 'a3000000-0000-7000-8000-000000000001', '2026-01-05T08:00:00Z', '2026-01-05T09:00:00Z', 'logged out'),
  ('b2000000-0000-7000-8000-000000000001', 'desk', 'b0000000-0000-7000-8000-000000000000', 'b3000000-0000-7000-8000-000000000001', '2026-03-01T08:00:00Z', null, null),
  ('02000000-0000-7000-8000-000000000001', 'operator', null, '01000000-0000-7000-8000-000000000001', '2026-01-01T00:00:00Z', null, null);

insert into refresh_tokens values
  ('hash-of-a-used-token', 'a2000000-0000-7000-8000-000000000001', '2026-02-04T08:00:00Z', '2026-01-05T08:30:00Z'),
  ('hash-of-its-successor', 'a2000000-0000-7000-8000-000000000001', '2099-01-01T00:00:00Z', null);

insert into verification_codes values
  ('0e000000-0000-7000-8000-000000000011', 'ana@example.com', 'register', 'hash-of-a-code', 0, '2026-01-05T07:59:00Z', '2026-01-05T08:00:00Z'),
  ('0e000000-0000-7000-8000-000000000012', 'nobody@example.com', 'register', 'hash-of-another', 5, '2026-01-06T00:00:00Z', null);
