-- The second of the first workspace is unlimited: it keeps its threshold and doesn't use it. One is closed.
update character_accounts set auto_below = 500, auto_amount = 2000
  where account_id in ('a3000000-0000-7000-8000-000000000001', 'a3000000-0000-7000-8000-000000000002');
insert into character_accounts (workspace_id, account_id, unlimited, available, auto_below, auto_amount, closed) values
  ('b0000000-0000-7000-8000-000000000000', 'b3000000-0000-7000-8000-00000000000d', false, 0, null, null, true);

insert into character_entries (workspace_id, id, key, kind, from_account, to_account, amount, automatic, created_at,
                               sub_account_before, owner_after) values
  ('a0000000-0000-7000-8000-000000000000', 'a5000000-0000-7000-8000-000000000181', 'automatic a', 'allocation', 'a0000000-0000-7000-8000-000000000000', 'a3000000-0000-7000-8000-000000000001', 2000, true, '2026-01-06T08:00:00Z', null, null),
  ('a0000000-0000-7000-8000-000000000000', 'a5000000-0000-7000-8000-000000000182', 'lease a', 'take-back', 'a3000000-0000-7000-8000-000000000001', 'a0000000-0000-7000-8000-000000000000', 2000, true, '2026-01-06T08:01:00Z', 2012, 95100);

insert into character_days values
  ('b0000000-0000-7000-8000-000000000000', 'b3000000-0000-7000-8000-00000000000d', '2026-03-02', 5);
