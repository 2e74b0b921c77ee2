-- The credentials of the first are `{"siteName": "Shop", "origins": "*"}` under the secret of `testing/test-app.ts`.
insert into social_accounts values
  ('a0000000-0000-7000-8000-000000000000', 'a9000000-0000-7000-8000-000000000001', 'webchat', 'Shop', 'a9000000-0000-7000-8000-000000000001', 'Shop', 'a3000000-0000-7000-8000-000000000001',
   '908b1213.D7iM_BZb0xOk8fKOAF01jEwpUevNQlkQB3gGDpF-dGmreFmJQ4qaUK6qGIhQSJGBL1tqHTeppjq4V1WRHQ', true, 'online', null, '2026-01-05T08:00:00Z', null, '0f000000-0000-7000-8000-000000000001', '2026-01-05T08:00:30Z', '2026-01-05T08:00:00Z'),
  ('a0000000-0000-7000-8000-000000000000', 'a9000000-0000-7000-8000-000000000002', 'telegram', 'Bot', '700', '@bot', 'a3000000-0000-7000-8000-000000000001',
   '00000000.lost', false, 'refused', 'Unauthorized', '2026-01-05T08:00:00Z', '9007199254740991', null, null, '2026-01-05T08:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'b9000000-0000-7000-8000-000000000001', 'xmpp', '', 'bo@example.com', 'bo@example.com', 'b3000000-0000-7000-8000-000000000001',
   '00000000.lost', false, 'offline', null, '2026-03-01T08:00:00Z', 'archive-id', null, null, '2026-03-01T08:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'b9000000-0000-7000-8000-000000000002', 'telegram', 'New', '701', '@new', 'b3000000-0000-7000-8000-000000000001',
   '00000000.lost', false, 'connecting', null, '2026-03-01T08:00:00Z', null, null, null, '2026-03-01T08:00:00Z');
