insert into sensitive_word_records values
  ('a0000000-0000-7000-8000-000000000000', 'ac680000-0000-7000-8000-000000000011', 'ac670000-0000-7000-8000-000000000002', 'Links', 'alert', 'in', 'comment', '[{"kind":"link","text":"t.me/other"}]', 't.me/other', 'ac610000-0000-7000-8000-000000000001', 'a3000000-0000-7000-8000-000000000001', 'ac900000-0000-7000-8000-000000000001', true, '2026-01-06T08:30:00Z');
update ratings set comment_translation = 'Very good "🙂"', comment_translation_language = 'en'
  where id = 'ac900000-0000-7000-8000-000000000001';
