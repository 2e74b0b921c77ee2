insert into split_links (workspace_id, id, name, code, platform, eligibility, mode, binds_address, device, default_url, page_text, remark, enabled, expires_at, visits, contacts, version, created_at, deleted_at) values
  ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001030', '春季活动 🙂', 'Ab3dEf9h', 'telegram', 'online', 'sequential', true, 'mobile', 'https://shop.example/?a=1', '我们九点回来', '', true, '2026-12-01T00:00:00Z', 12000000000, 1, 3, '2026-03-01T08:30:00Z', null),
  ('b0000000-0000-7000-8000-000000000000', 'bf000000-0000-7000-8000-000000001030', 'O''Neil', 'Zz3dEf9h', 'webchat', 'full', 'random', false, 'any', null, '', 'x', false, null, 0, 0, 1, '2026-03-01T08:30:00Z', '2026-03-02T08:30:00Z');
insert into split_targets (workspace_id, id, split_link_id, place, url, social_account_id, weight, daily_cap, enabled, visits) values
  ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001031', 'af000000-0000-7000-8000-000000001030', 0, 'https://t.me/shop', 'a9000000-0000-7000-8000-000000000002', 2, 500, true, 7),
  ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001032', 'af000000-0000-7000-8000-000000001030', 1, 'tg://resolve?domain=shop', null, 100, null, false, 0),
  ('b0000000-0000-7000-8000-000000000000', 'bf000000-0000-7000-8000-000000001031', 'bf000000-0000-7000-8000-000000001030', 0, 'https://shop.example/', null, 1, null, true, 0);
insert into split_rotations values ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001030', 9007199254740991);
insert into split_target_days values ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001031', '2026-03-01', 499);
insert into split_bindings values ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001030', '\x00ff', 'af000000-0000-7000-8000-000000001031', '2026-04-01T00:00:00Z');
insert into split_visits values ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001030', 'af000000-0000-7000-8000-000000001033', now(), 'target', 'af000000-0000-7000-8000-000000001031', 'https://t.me/shop', '2001:db8::1', '浏览器');
insert into split_link_days values ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001030', '2026-03-01', 20, 7);
insert into split_link_visitors values ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001030', '2026-03-01', '\xdeadbeef');
insert into split_contacts values ('a0000000-0000-7000-8000-000000000000', 'af000000-0000-7000-8000-000000001034', 'af000000-0000-7000-8000-000000001030', 'Lucía', '+34 600 000 000', '¿Hola?', '2026-03-01T08:31:00Z');
