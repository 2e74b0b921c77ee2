update conversations set customer_wrote_at = '2026-01-05T08:59:59.999Z' where id = (
  select id from conversations where workspace_id = 'a0000000-0000-7000-8000-000000000000' order by id limit 1);

insert into connector_values (workspace_id, social_account_id, key, value) values
  ('a0000000-0000-7000-8000-000000000000', 'a9000000-0000-7000-8000-000000000002', 'position/客户', '17'),
  ('b0000000-0000-7000-8000-000000000000', 'a9000000-0000-7000-8000-000000000002', 'position/客户', '');
