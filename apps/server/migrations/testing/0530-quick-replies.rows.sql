insert into quick_replies (workspace_id, id, name, title, content, head, language, version, created_at, updated_at)
values
  ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000000001', '发货', '发货时间 🙂', '{{fan|朋友}}，三天后到。', '', 'zh-CN', 1, '1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'bf000000-0000-7000-8000-000000000001', 'O''Neil', 'Hours', 'We open at nine.', 'We open at nine.', 'en', 7, '2026-03-01T08:30:00Z', '2026-03-02T08:30:00Z');
insert into quick_reply_translations (workspace_id, quick_reply_id, language, content)
values
  ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000000001', 'es', '{{fan|amigo}}, llega en tres días.'),
  ('b0000000-0000-7000-8000-000000000000', 'bf000000-0000-7000-8000-000000000001', 'ar', 'نفتح في التاسعة.');
