update users set disabled_at = '2026-03-01T08:00:00Z', disabled_reason = 'Unpaid'
  where id = 'b1000000-0000-7000-8000-000000000001';
update users set password_must_change = true where id = '01000000-0000-7000-8000-000000000001';

insert into mails (id, recipient, subject, body, state, created_at, secret, secret_until) values
  ('0f000000-0000-7000-8000-000000000021', 'ana@example.com', 'Your Parley registration code', 'Your code is 246810.', 'kept',
   '2026-01-05T07:59:00Z', '246810', '2026-01-05T08:09:00Z');
update verification_codes set mail_id = '0f000000-0000-7000-8000-000000000021'
  where id = '0e000000-0000-7000-8000-000000000011';
