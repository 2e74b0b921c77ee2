update social_accounts set joins_groups = true where id = 'b9000000-0000-7000-8000-000000000001';
update conversations set group_state = '{"exit": "removed", "reason": "Werbung 🌙", "role": "member"}'
where id = 'ac000000-0000-7000-8000-000000000002';
insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title) values
  ('b0000000-0000-7000-8000-000000000000', 'bc000000-0000-7000-8000-000000000002', 'b9000000-0000-7000-8000-000000000001',
   'b3000000-0000-7000-8000-000000000001', 'xmpp', 'taller@rooms.example.com', 'group', 'Taller');
insert into group_members values
  ('a0000000-0000-7000-8000-000000000000', 'ae780000-0000-7000-8000-000000000001', 'ac000000-0000-7000-8000-000000000002',
   '7001', 'Núria 李娜 ''quoted''', 'nuria', 'admin', true, true, 'ca', '{"language": "ca", "support": 2, "challenger": null}'),
  ('a0000000-0000-7000-8000-000000000000', 'ae780000-0000-7000-8000-000000000002', 'ac000000-0000-7000-8000-000000000002',
   '7002', 'مريم', null, 'member', false, true, null, null),
  ('b0000000-0000-7000-8000-000000000000', 'be780000-0000-7000-8000-000000000001', 'bc000000-0000-7000-8000-000000000002',
   '/Owner', '', null, 'owner', true, false, null, null);
update messages set member_id = 'ae780000-0000-7000-8000-000000000001', member_name = 'Núria',
  mentions = '[{"start": 0, "length": 4, "memberId": null}]'
where id = 'ad000000-0000-7000-8000-000000000001';
