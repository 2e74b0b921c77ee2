insert into translation_settings values
  ('a0000000-0000-7000-8000-000000000000', 'workspace', 'a0000000-0000-7000-8000-000000000000', 'standard', true, 'auto', 'en', true, 'auto'),
  ('a0000000-0000-7000-8000-000000000000', 'sub-account', 'a3000000-0000-7000-8000-000000000001', null, null, null, 'zh-CN', null, null),
  ('a0000000-0000-7000-8000-000000000000', 'social-account', 'a9000000-0000-7000-8000-000000000001', null, null, 'es', null, false, null),
  -- A line that has left the configuration since.
  ('b0000000-0000-7000-8000-000000000000', 'conversation', 'bc000000-0000-7000-8000-000000000001', 'gone', false, null, null, null, 'ar');

insert into translation_cache values
  ('a0000000-0000-7000-8000-000000000000', sha256('Hola'), 'Hello', 'apertium', '2026-01-05T08:30:00Z'),
  ('a0000000-0000-7000-8000-000000000000', sha256(''), '', 'apertium', '1970-01-01T00:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', sha256('Hola'), '你好 🙂', 'libretranslate', '2026-03-01T08:30:00Z');
