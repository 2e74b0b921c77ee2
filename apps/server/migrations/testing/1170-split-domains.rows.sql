insert into split_domains values
  ('a0000000-0000-7000-8000-000000000000', 'ac9f1700-0000-7000-8000-000000000001', 'go.shop.example', 'parley-verification=a', 'pending', '2026-01-06T08:30:00Z', null, null, null, null),
  ('a0000000-0000-7000-8000-000000000000', 'ac9f1700-0000-7000-8000-000000000002', 'xn--fiq228c.example', 'parley-verification=b', 'verified', '2026-01-06T08:30:00Z', '2026-01-07T08:30:00Z', '2026-01-08T08:30:00Z', 'no-record', '2026-01-08T08:30:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'bc9f1700-0000-7000-8000-000000000001', 'go.shop.example', 'parley-verification=c', 'lost', '2026-01-06T08:30:00Z', null, '2026-01-08T08:30:00Z', 'other-value', null),
  ('b0000000-0000-7000-8000-000000000000', 'bc9f1700-0000-7000-8000-000000000002', 'go.other.example', 'parley-verification=d', 'lost', '2026-01-06T08:30:00Z', null, '2026-01-08T08:30:00Z', 'unreachable', null);
update split_links set domain_id = 'ac9f1700-0000-7000-8000-000000000002'
  where id = 'af000000-0000-7000-8000-000000001030';
