insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title, last_seq, unread, last_message_id, last_message_at, created_at) values
  ('a0000000-0000-7000-8000-000000000000', 'ac610000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', 'a3000000-0000-7000-8000-000000000001', 'telegram', '-1061', 'group', 'Änderungen ✏️', 2, 1, 'ad610000-0000-7000-8000-000000000002', '2026-01-05T08:42:00Z', '2026-01-05T08:40:00Z');

insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, platform_message_id, original, translation_state, delivery, sent_at, created_at,
  reference_id, reply_to_id, reply_to_seq, edits, edited_at, deleted_at, reactions, change)
values
  ('a0000000-0000-7000-8000-000000000000', 'ad610000-0000-7000-8000-000000000001', 'ac610000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', 1, 1, 'in', 'text', 'm611', '¿En azul?', 'none', 'received', '2026-01-05T08:41:00Z', '2026-01-05T08:41:00Z',
   'r611', null, null, 1, '2026-01-05T08:41:30Z', '2026-01-05T08:41:40Z', '[{"side": "out", "by": null, "emoji": "👍"}]', null),
  ('a0000000-0000-7000-8000-000000000000', 'ad610000-0000-7000-8000-000000000002', 'ac610000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', 2, 2, 'out', 'text', 'm612', 'Sí', 'none', 'sent', '2026-01-05T08:42:00Z', '2026-01-05T08:42:00Z',
   null, 'ad610000-0000-7000-8000-000000000001', 1, 0, null, null, null,
   '{"id": "ae610000-0000-7000-8000-000000000001", "kind": "edit", "state": "failed", "problem": "message-in-parts", "attempts": 1, "nextAttemptAt": null, "text": "No", "originalLanguage": null, "translation": null, "translationLanguage": null, "characters": 0}');

insert into message_versions (workspace_id, message_id, version, original, translation, replaced_at) values
  ('a0000000-0000-7000-8000-000000000000', 'ad610000-0000-7000-8000-000000000001', 1, '¿En rojo?', 'In red?', '2026-01-05T08:41:30Z'),
  ('a0000000-0000-7000-8000-000000000000', 'ad610000-0000-7000-8000-000000000001', 2, '¿En verde?', null, '2026-01-05T08:41:35Z'),
  ('b0000000-0000-7000-8000-000000000000', 'ad610000-0000-7000-8000-000000000001', 1, '¿En rojo?', null, '2026-01-05T08:41:30Z');
