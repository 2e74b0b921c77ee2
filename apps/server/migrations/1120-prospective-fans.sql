-- Contacts that visitors left at split links are prospective fans: what became of each, and who looks after it.
alter table split_contacts
  add state text not null default 'open' check (state in ('open', 'claimed', 'done', 'given-up')),
  -- Null: it is as the visitor left it.
  add changed_at timestamptz,
  -- The sub-account that has claimed or ended it.
  add holder_id uuid,
  -- The name of the person at its desk.
  add author_name text,
  add reason text not null default '',
  add note text not null default '',
  -- What it became; the conversation may be deleted since.
  add conversation_id uuid,
  -- Of the page on which it was left; null: before this version.
  add language text,
  add country text,
  add check (state <> 'claimed' or holder_id is not null),
  add check (state <> 'open' or (holder_id is null and conversation_id is null));
create index split_contacts_of_workspace on split_contacts (workspace_id, created_at desc, id desc);
create index split_contacts_since on split_contacts (workspace_id, coalesce(changed_at, created_at) desc, id desc);
create index split_contacts_open on split_contacts (workspace_id, split_link_id) where state = 'open';
create index split_contacts_holder on split_contacts (workspace_id, holder_id) where holder_id is not null;
