insert into queue_workers values
  ('worker-1', 'process-1', '2026-01-05T08:00:00Z'),
  ('worker-2', 'process-1', '1970-01-01T00:00:00Z');

insert into mails values
  ('0e000000-0000-7000-8000-000000000001', 'ana@example.com', 'Your code', 'Your code is 123456.', 'kept', null, '2026-01-05T08:00:00Z'),
  ('0e000000-0000-7000-8000-000000000002', 'bo@example.com', '您的验证码', '您的验证码是 654321。', 'queued', null, '2026-01-05T08:00:01Z'),
  ('0e000000-0000-7000-8000-000000000003', 'bo@example.com', '', '', 'sent', null, '2026-01-05T08:00:01Z'),
  ('0e000000-0000-7000-8000-000000000004', 'nobody@example.com', 'Gone 🙃', repeat('long ', 20000), 'failed', '550 no such user', '2026-01-06T23:59:59.999Z');
