insert into two_factor values
  ('a1000000-0000-7000-8000-000000000001', 'sealed-secret', null, 0),
  ('01000000-0000-7000-8000-000000000001', 'sealed-secret-of-the-operator', '2026-03-01T08:00:00Z', 59078400);
insert into recovery_codes values
  ('01000000-0000-7000-8000-000000000001', 'hash-of-a-used-code', '2026-03-02T08:00:00Z'),
  ('01000000-0000-7000-8000-000000000001', 'hash-of-an-unused-code', null);
