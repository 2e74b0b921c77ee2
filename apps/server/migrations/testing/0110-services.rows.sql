insert into notifications values
  ('0a100000-0000-7000-8000-000000000001', null, 1, 'info', '{"zh-CN": "欢迎", "en-US": "Welcome"}', '{"zh-CN": "你好\n世界", "en-US": "Hello\nworld"}', '2026-01-05T08:00:00Z', null),
  ('0a100000-0000-7000-8000-000000000002', null, 3, 'warning', '{"zh-CN": "维护", "en-US": "Maintenance"}', '{"zh-CN": "今晚", "en-US": "Tonight"}', '2026-01-06T08:00:00Z', '2026-01-07T08:00:00Z'),
  ('aa100000-0000-7000-8000-000000000001', 'a0000000-0000-7000-8000-000000000000', 1, 'urgent', '{"zh-CN": "给您", "en-US": "For you"}', '{"zh-CN": "一", "en-US": "one"}', '2026-01-07T08:00:00Z', '2099-01-01T00:00:00Z'),
  ('ba100000-0000-7000-8000-000000000001', 'b0000000-0000-7000-8000-000000000000', 1, 'info', '{"zh-CN": "给您", "en-US": "For you"}', '{"zh-CN": "二", "en-US": "two"}', '2026-01-08T08:00:00Z', null);

insert into notification_reads values
  ('a0000000-0000-7000-8000-000000000000', 'a1000000-0000-7000-8000-000000000001', '0a100000-0000-7000-8000-000000000001', '2026-01-05T09:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'b1000000-0000-7000-8000-000000000001', '0a100000-0000-7000-8000-000000000002', '2026-03-01T09:00:00Z');

update official_contacts set name = '客服', path = 'https://chat.example.com', version = 2 where id = 2;
insert into official_contacts values
  (1, 'telegram', 'Support', '@parley', 'https://t.me/parley', true, 1, 1),
  (3, 'whatsapp', 'Ana', '+852 5555 0100', '', false, 2, 1),
  (4, 'wechat', '微信', 'parley_wx', '', true, 3, 1),
  (5, 'line', 'LINE', '@parley', '', true, 4, 1),
  (6, 'email', 'Mail', 'help@example.com', 'mailto:help@example.com', true, 5, 1);
select setval(pg_get_serial_sequence('official_contacts', 'id'), 6);

insert into official_contact_keys values
  ('online', 'url:chat.example.com', 2),
  ('telegram', 'name:parley', 1),
  ('whatsapp', 'phone:85255550100', 3),
  ('wechat', 'name:parley_wx', 4),
  ('line', 'name:parley', 5),
  ('email', 'mail:help@example.com', 6);

insert into files values
  ('ab100000-0000-7000-8000-000000000001', 'a0000000-0000-7000-8000-000000000000', 'avatar', 'me.png', 'image/png', 68, 'kept', '2026-01-05T08:00:00Z', 'hash-of-an-upload-token', '2026-01-05T08:00:00Z'),
  ('ab100000-0000-7000-8000-000000000002', 'a0000000-0000-7000-8000-000000000000', 'certification', '营业执照.pdf', 'application/pdf', 900, 'stored', '2026-01-05T08:00:00Z', null, '2026-01-05T08:00:00Z'),
  ('bb100000-0000-7000-8000-000000000001', 'b0000000-0000-7000-8000-000000000000', 'avatar', 'old.webp', 'image/webp', 40, 'released', '2026-03-01T08:00:00Z', null, '2026-03-01T08:00:00Z'),
  ('0b100000-0000-7000-8000-000000000001', null, 'brand', 'logo.png', 'image/png', 68, 'uploading', '2026-01-05T08:00:00Z', 'hash-of-another', '2026-01-05T08:00:00Z'),
  ('0b100000-0000-7000-8000-000000000002', null, 'brand', 'old.png', 'image/png', 68, 'removing', '2026-01-05T08:00:00Z', null, '2026-01-05T08:00:00Z');

insert into invitation_links values
  ('a0000000-0000-7000-8000-000000000000', 'ac100000-0000-7000-8000-000000000001', 'anainvites', false, '2026-01-05T08:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'bc100000-0000-7000-8000-000000000001', 'bo1234', false, '2026-03-01T08:00:00Z');

insert into invitation_clicks values
  ('a0000000-0000-7000-8000-000000000000', 'ac100000-0000-7000-8000-000000000001', '2026-01-06', 7),
  ('a0000000-0000-7000-8000-000000000000', 'ac100000-0000-7000-8000-000000000001', '2026-01-07', 1),
  ('b0000000-0000-7000-8000-000000000000', 'bc100000-0000-7000-8000-000000000001', '2026-03-01', 1);

insert into system_settings values
  (1, 'Parley', null, null, null, null, true, '01000000-0000-7000-8000-000000000001', '2026-01-05T08:00:00Z'),
  (2, 'Ana Chat', '0b100000-0000-7000-8000-000000000001', '1.2.3', 'https://example.com/parley.exe', 'https://example.com/parley.dmg', false, '01000000-0000-7000-8000-000000000001', '2026-01-06T08:00:00Z');
