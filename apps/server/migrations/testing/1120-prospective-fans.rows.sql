update split_contacts set state = 'claimed', changed_at = '2026-03-01T09:00:00Z', holder_id = 'a3000000-0000-7000-8000-000000000001',
  author_name = 'Ana "🙂"', note = '下午六点后', language = 'es', country = 'ES'
  where id = 'af000000-0000-7000-8000-000000001034';
update split_contacts set state = 'given-up', changed_at = '2026-03-01T09:00:00Z', reason = 'O''Neil'
  where id = 'bf000000-0000-7000-8000-000000001034';
insert into split_contacts (workspace_id, id, split_link_id, name, contact, message, created_at, state, changed_at, holder_id, author_name, reason, note, conversation_id, language, country) values
  ('b0000000-0000-7000-8000-000000000000', 'bf000000-0000-7000-8000-000000001121', 'bf000000-0000-7000-8000-000000001039', '', '+1 555', '', '2026-03-01T08:32:00Z', 'open', null, null, null, '', '', null, null, null),
  ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001121', 'af000000-0000-7000-8000-000000001030', '张伟', 'zhang@shop.example', '你好', '2026-03-01T08:33:00Z', 'done', '2026-03-01T10:00:00Z', null, null, '', '', 'a6000000-0000-7000-8000-000000000001', 'zh', 'CN');
