-- What the owner has set for automatic replies: welcome templates and keyword rules. `keywords` and the columns behind it
-- are those of keyword rules; a welcome template is translated and sent whole, at once.
create table reply_rules (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  kind text not null check (kind in ('welcome', 'keyword')),
  title text not null,
  -- [{"kind": "text", "text": …}], in the order in which they are sent.
  contents jsonb not null,
  range text not null check (range in ('all', 'some')),
  enabled boolean not null,
  keywords text[] not null default '{}',
  match text not null default 'partial' check (match in ('exact', 'partial')),
  match_translation boolean not null default false,
  reply_method text not null default 'all' check (reply_method in ('all', 'one')),
  delay_seconds int not null default 0,
  send text not null default 'translated' check (send in ('original', 'translated')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index reply_rules_created on reply_rules (workspace_id, kind, created_at desc, id desc);

create table reply_rule_sub_accounts (
  workspace_id uuid not null,
  rule_id uuid not null,
  sub_account_id uuid not null,
  primary key (workspace_id, rule_id, sub_account_id),
  foreign key (workspace_id, rule_id) references reply_rules (workspace_id, id) on delete cascade
);
create index reply_rule_sub_accounts_sub_account on reply_rule_sub_accounts (workspace_id, sub_account_id);

-- Counts the changes of a workspace's rules: each process keeps them compiled, and knows by it whether they are still right.
create table reply_rule_versions (
  workspace_id uuid primary key references workspaces (id),
  version bigint not null
);

-- A welcome template for each text that sub-accounts had as their automatic reply. All are enabled: whether a customer is
-- answered was and is the switch of the sub-account, and a text behind a switch that is off was sent once it was on.
insert into reply_rules (workspace_id, id, kind, title, contents, range, enabled)
select workspace_id, gen_random_uuid(), 'welcome',
  coalesce(nullif(btrim(left(btrim(regexp_replace(
    regexp_replace(auto_reply_text, '[\u202a-\u202e\u2066-\u2069]', '', 'g'),
    '[\s\u0001-\u001f\u007f-\u009f]+', ' ', 'g')), 60)), ''), 'Welcome'),
  jsonb_build_array(jsonb_build_object('kind', 'text', 'text', auto_reply_text)), 'some', true
from sub_accounts
where auto_reply_text <> '' and status <> 'deleted'
group by workspace_id, auto_reply_text;

insert into reply_rule_sub_accounts (workspace_id, rule_id, sub_account_id)
select s.workspace_id, r.id, s.id
from sub_accounts s
join reply_rules r on r.workspace_id = s.workspace_id and r.contents -> 0 ->> 'text' = s.auto_reply_text
where s.auto_reply_text <> '' and s.status <> 'deleted';

insert into reply_rule_versions (workspace_id, version)
select distinct workspace_id, 1 from reply_rules;
