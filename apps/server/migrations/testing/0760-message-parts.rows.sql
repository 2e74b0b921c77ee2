insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title, last_seq, unread, last_message_id, last_message_at, created_at) values
  ('a0000000-0000-7000-8000-000000000000', 'ac760000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', 'a3000000-0000-7000-8000-000000000001', 'telegram', '760', 'private', 'Partes ✂️', 1, 0, 'ad760000-0000-7000-8000-000000000001', '2026-01-05T08:52:00Z', '2026-01-05T08:50:00Z');

insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, platform_message_id, original, translation_state, delivery, sent_at, created_at, asked_at) values
  ('a0000000-0000-7000-8000-000000000000', 'ad760000-0000-7000-8000-000000000001', 'ac760000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', 1, 1, 'out', 'text', '760:1', 'largo …', 'none', 'sent', '2026-01-05T08:52:00Z', '2026-01-05T08:52:00Z', '2026-01-05T08:52:01Z');

insert into message_parts (workspace_id, message_id, part, social_account_id, platform_message_id, state) values
  ('a0000000-0000-7000-8000-000000000000', 'ad760000-0000-7000-8000-000000000001', 0, 'a9000000-0000-7000-8000-000000000002', '760:1', 'read'),
  ('a0000000-0000-7000-8000-000000000000', 'ad760000-0000-7000-8000-000000000001', 1, 'a9000000-0000-7000-8000-000000000002', '760:2', 'delivered'),
  ('b0000000-0000-7000-8000-000000000000', 'ad760000-0000-7000-8000-000000000001', 0, 'a9000000-0000-7000-8000-000000000002', '760:1', 'sent');
