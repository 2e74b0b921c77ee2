insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title, last_seq, unread, last_message_id, last_message_at, created_at) values
  ('a0000000-0000-7000-8000-000000000000', 'ac580000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', 'a3000000-0000-7000-8000-000000000001', 'telegram', '-1058', 'group', '图片 🖼', 8, 8, 'ad580000-0000-7000-8000-000000000008', '2026-01-05T08:42:00Z', '2026-01-05T08:40:00Z');

insert into files (id, workspace_id, purpose, name, content_type, size, state, state_since, created_at, uploaded_by) values
  ('ab580000-0000-7000-8000-000000000001', 'a0000000-0000-7000-8000-000000000000', 'message', '图片.png', 'image/png', 900, 'kept', '2026-01-05T08:30:00Z', '2026-01-05T08:30:00Z', 'visitor ac000000-0000-7000-8000-0000000000f1'),
  ('ab580000-0000-7000-8000-000000000002', 'a0000000-0000-7000-8000-000000000000', 'material', '图片.png', 'image/png', 900, 'kept', '2026-01-05T08:30:00Z', '2026-01-05T08:30:00Z', null);

insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, platform_message_id, original, translation_state, delivery, sent_at, created_at, attachment, file_id)
select 'a0000000-0000-7000-8000-000000000000', ('ad580000-0000-7000-8000-00000000000' || n)::uuid, 'ac580000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', n, n, 'in', kind, 'm58' || n, '¿Éste?', 'none', 'received', '2026-01-05T08:40:00Z', '2026-01-05T08:40:00Z',
  '{"type": "media", "state": "ready", "problem": null, "name": "图片.png", "contentType": "image/png", "size": 900, "width": 3, "height": 2, "durationMs": null, "key": null}',
  'ab580000-0000-7000-8000-000000000001'
from unnest(array['image', 'audio', 'voice', 'video', 'file', 'sticker']) with ordinality as k(kind, n);

insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, platform_message_id, original, translation_state, delivery, sent_at, created_at, attachment)
values
  ('a0000000-0000-7000-8000-000000000000', 'ad580000-0000-7000-8000-000000000007', 'ac580000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', 7, 7, 'in', 'contact', 'm587', '', 'none', 'received', '2026-01-05T08:41:00Z', '2026-01-05T08:41:00Z',
   '{"type": "contact", "name": "O''Neil", "phones": ["+34 600"]}'),
  ('a0000000-0000-7000-8000-000000000000', 'ad580000-0000-7000-8000-000000000008', 'ac580000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', 8, 8, 'in', 'location', 'm588', '', 'none', 'received', '2026-01-05T08:42:00Z', '2026-01-05T08:42:00Z',
   '{"type": "location", "latitude": 40.4, "longitude": -3.7, "name": "Madrid", "address": null}');
