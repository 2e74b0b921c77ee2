insert into files (id, workspace_id, purpose, name, content_type, size, state, state_since, created_at, uploaded_by) values
  ('ab600000-0000-7000-8000-000000000001', 'a0000000-0000-7000-8000-000000000000', 'message', '尺码.png', 'image/png', 900, 'kept', '2026-01-06T08:00:00Z', '2026-01-06T08:00:00Z', 'automation');
update materials set sent_file_id = 'ab600000-0000-7000-8000-000000000001'
where id = 'a5610000-0000-7000-8000-000000000012';
