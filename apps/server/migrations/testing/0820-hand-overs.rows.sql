insert into hand_overs (workspace_id, id, conversation_id, from_sub_account_id, from_name, to_sub_account_id, to_name, author_name, note, created_at) values
  ('a0000000-0000-7000-8000-000000000000', 'ac820000-0000-7000-8000-000000000001', 'ac650000-0000-7000-8000-000000000001', 'a3000000-0000-7000-8000-000000000001', 'Spain', 'a3000000-0000-7000-8000-000000000002', '退货', 'Ana 李娜', 'Wants to return the boots. 📦', '2026-01-06T09:30:00Z');
insert into hand_overs (workspace_id, id, conversation_id, from_sub_account_id, from_name, to_sub_account_id, to_name, author_name, note, created_at)
  select workspace_id, 'ac820000-0000-7000-8000-000000000002', id, sub_account_id, 'Спорт', sub_account_id, 'Returns', null, '', '2026-01-06T09:31:00Z'
  from conversations where workspace_id <> 'a0000000-0000-7000-8000-000000000000' order by id limit 1;
update conversations set hand_over_id = 'ac820000-0000-7000-8000-000000000001'
  where id = 'ac650000-0000-7000-8000-000000000001';
