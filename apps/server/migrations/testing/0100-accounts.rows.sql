update users set account_number = 123456789012, nickname = 'Ana 🌸', country = 'ES', area = 'Galicia',
  address = 'Rúa Nova 1', introduction = E'Shoes.\nAnd bags.', phone = '+34 600 000 000',
  avatar_file_id = 'af000000-0000-7000-8000-000000000001', tour_done = true, profile_version = 7
  where id = 'a1000000-0000-7000-8000-000000000001';

insert into agreement_acceptances values
  ('a0000000-0000-7000-8000-000000000000', 'a1000000-0000-7000-8000-000000000001', 'service', '2025-08-02', '2026-01-05T08:00:00Z'),
  ('a0000000-0000-7000-8000-000000000000', 'a1000000-0000-7000-8000-000000000001', 'privacy', '2023-01-01', '2026-01-05T08:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'b1000000-0000-7000-8000-000000000001', 'service', '2025-08-02', '2026-02-28T23:59:59.999Z');

insert into quick_log_in_codes values
  ('hash-of-a-quick-code', 'a1000000-0000-7000-8000-000000000001', 'a2000000-0000-7000-8000-000000000001', '2026-01-05T08:01:00Z', '2026-01-05T08:00:30Z'),
  ('hash-of-another-quick-code', 'a1000000-0000-7000-8000-000000000001', 'a2000000-0000-7000-8000-000000000001', '2099-01-01T00:00:00Z', null);

insert into workspaces (id) values
  ('e0000000-0000-7000-8000-000000000000'), ('e0000000-0000-7000-8000-000000000001');

insert into certifications values
  ('a0000000-0000-7000-8000-000000000000', 'passed', 'Zapatos SL', 'B-15', 'Ana', '{af000000-0000-7000-8000-000000000002}', null, '2026-01-06T08:00:00Z', '2026-01-07T08:00:00Z', 2),
  ('b0000000-0000-7000-8000-000000000000', 'rejected', '鞋业', '91', 'Bo', '{bf000000-0000-7000-8000-000000000001,bf000000-0000-7000-8000-000000000002}', 'Unreadable', '2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z', 5),
  ('e0000000-0000-7000-8000-000000000000', 'reviewing', 'E Ltd', '1', 'E', '{ef000000-0000-7000-8000-000000000001}', null, '2026-03-03T08:00:00Z', null, 1),
  ('e0000000-0000-7000-8000-000000000001', 'none', null, null, null, null, null, null, null, 2147483647);

insert into guess_counters values
  ('hash-of-an-account', 12.5, '2026-01-05T08:00:00Z', '2026-01-05T08:04:00Z'),
  ('hash-of-an-address', 1, '2026-01-05T08:00:00Z', '1970-01-01T00:00:00Z');

insert into familiar_addresses values
  ('hash-of-an-account', 'hash-of-an-address', '2026-01-05T08:00:00Z'),
  ('hash-of-an-account', 'hash-of-another', '2026-01-05T08:00:00Z');
