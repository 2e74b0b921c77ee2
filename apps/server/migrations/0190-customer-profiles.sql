-- Outbound: the inbound message that made the house answer by itself; null: a person wrote it.
alter table messages add triggered_by uuid,
  -- The texts are gone: their sub-account keeps none.
  add erased_at timestamptz;
-- Up to where a conversation's texts were erased: all that came before a time, and all up to a place.
alter table conversations add erased_to timestamptz, add erased_seq bigint not null default 0;
create index sub_accounts_keeping_no_texts on sub_accounts (workspace_id, id) where not save_chat_history;

-- What agents note about a customer.
create table customer_profiles (
  workspace_id uuid not null references workspaces (id),
  fan_id uuid not null,
  -- 'workspace': of the sub-accounts that share theirs; or the one sub-account's id.
  scope text not null,
  alias text not null default '',
  phone text not null default '',
  email text not null default '',
  notes text not null default '',
  version int not null default 1,
  changed_at timestamptz not null,
  -- A sub-account, which may be gone by now.
  changed_by uuid not null,
  primary key (workspace_id, fan_id, scope),
  -- A forgotten person's notes go with them, without the fans module knowing of notes.
  foreign key (workspace_id, fan_id) references fans (workspace_id, id) on delete cascade
);
create index customer_profiles_own on customer_profiles (workspace_id, scope) where scope <> 'workspace';
