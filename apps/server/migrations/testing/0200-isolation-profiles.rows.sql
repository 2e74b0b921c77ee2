insert into isolation_profiles values
  ('a0000000-0000-7000-8000-000000000000', 'a9000000-0000-7000-8000-000000000001', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/158.0.0.0 Safari/537.36',
   '{es-419,es}', 'America/Mexico_City', 1536, 864, 1.25, 'proxy', 4294967295, 1, 1, '2026-01-05T08:00:00Z'),
  ('a0000000-0000-7000-8000-000000000000', 'a9000000-0000-7000-8000-000000000002', '浏览器 🦊', '{de-DE,de,en-US,en}', 'Europe/Berlin', 7680, 4320, 0.5,
   'real', null, null, 2147483647, '2026-01-05T08:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'b9000000-0000-7000-8000-000000000001', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/157.0.0.0 Safari/537.36',
   '{ja}', 'Asia/Tokyo', 1440, 900, 2, 'off', 12, null, 3, '2026-03-01T08:00:00Z');
