insert into message_templates (workspace_id, id, social_account_id, platform_template_id, name, language, category, state, header, body, footer, buttons, removed_at) values
  ('a0000000-0000-7000-8000-000000000000', 'a8400000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', 'pedido/es', 'pedido', 'es', 'utility', 'approved', 'Pedido {{1}}', 'Hola {{1}} 你好', 'Tienda', '["Ver"]', null),
  ('a0000000-0000-7000-8000-000000000000', 'a8400000-0000-7000-8000-000000000002', 'a9000000-0000-7000-8000-000000000002', 'old', 'old', 'en', '', 'rejected', null, 'Gone', null, '[]', '2026-01-05T08:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'a8400000-0000-7000-8000-000000000001', 'a9000000-0000-7000-8000-000000000002', 'pedido/es', 'pedido', 'es', '', 'pending', null, 'Hola', null, '[]', null);

insert into message_template_fetches (workspace_id, social_account_id, fetched_at, problem, left_out) values
  ('a0000000-0000-7000-8000-000000000000', 'a9000000-0000-7000-8000-000000000002', '2026-01-05T08:00:00Z', null, 2),
  ('b0000000-0000-7000-8000-000000000000', 'a9000000-0000-7000-8000-000000000002', null, 'platform-silent', 0);

update messages set accepts_price = true,
  template = '{"id": "a8400000-0000-7000-8000-000000000001", "platformId": "pedido/es", "name": "pedido", "language": "es", "values": {"body.1": "Luz"}, "translation": null, "translationLanguage": null}'
where (workspace_id, id) = ('a0000000-0000-7000-8000-000000000000', 'ad760000-0000-7000-8000-000000000001');
