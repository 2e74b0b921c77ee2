update sub_accounts set save_chat_history = false where id = 'a3000000-0000-7000-8000-000000000002';
update messages set original = '', erased_at = '2026-01-06T08:30:00Z', translation = null, translation_language = null, translation_state = 'none'
where id = 'ad000000-0000-7000-8000-000000000001';
update messages set triggered_by = 'ad000000-0000-7000-8000-000000000001' where id = 'ad000000-0000-7000-8000-000000000004';
update conversations set erased_to = '2026-01-05T08:31:00Z', erased_seq = 2 where id = 'ac000000-0000-7000-8000-000000000001';

insert into customer_profiles values
  ('a0000000-0000-7000-8000-000000000000', 'a6000000-0000-7000-8000-000000000001', 'workspace', 'María 🌷', '+34 600 000 000', 'maria@example.com', E'Size 38.\nPays late.', 3, '2026-01-05T09:00:00Z', 'a3000000-0000-7000-8000-000000000001'),
  ('a0000000-0000-7000-8000-000000000000', 'a6000000-0000-7000-8000-000000000001', 'a3000000-0000-7000-8000-000000000002', '', '', '', '', 1, '2026-01-05T09:01:00Z', 'a3000000-0000-7000-8000-000000000002'),
  ('b0000000-0000-7000-8000-000000000000', 'b6000000-0000-7000-8000-000000000001', 'workspace', 'مريم', '', '', '', 1, '2026-03-01T09:00:00Z', 'b3000000-0000-7000-8000-00000000000f');
