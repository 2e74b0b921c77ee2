insert into reply_rules
  (workspace_id, id, kind, title, contents, range, enabled, keywords, match, match_translation, reply_method, delay_seconds, send, version, created_at, updated_at)
values
  ('a0000000-0000-7000-8000-000000000000', 'b1000000-0000-7000-8000-000000000001', 'keyword', '运费 🚚', '[{"kind": "text", "text": "{{fan|朋友}}，免运费。"}, {"kind": "text", "text": "O''Neil"}]', 'all', false, '{运费,"ship*","a,b \"c\""}', 'partial', true, 'one', 3600, 'original', 3, '1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'b1000000-0000-7000-8000-000000000001', 'welcome', 'Hello', '[{"kind": "text", "text": "مرحبا"}]', 'all', true, '{}', 'partial', false, 'all', 0, 'translated', 1, '2026-03-01T08:30:00Z', '2026-03-02T08:30:00Z'),
  ('b0000000-0000-7000-8000-000000000000', 'b1000000-0000-7000-8000-000000000002', 'keyword', 'One', '[{"kind": "text", "text": "1"}]', 'some', true, '{1}', 'exact', false, 'all', 0, 'translated', 1, '2026-03-01T08:30:00Z', '2026-03-02T08:30:00Z');
insert into reply_rule_sub_accounts (workspace_id, rule_id, sub_account_id)
select distinct on (workspace_id) workspace_id,
  case workspace_id when 'a0000000-0000-7000-8000-000000000000'
    then 'b1000000-0000-7000-8000-000000000001'::uuid else 'b1000000-0000-7000-8000-000000000002' end, id
from sub_accounts
where workspace_id in ('a0000000-0000-7000-8000-000000000000', 'b0000000-0000-7000-8000-000000000000')
order by workspace_id, id;
insert into reply_rule_versions (workspace_id, version)
values ('b0000000-0000-7000-8000-000000000000', 9007199254740991) on conflict do nothing;
