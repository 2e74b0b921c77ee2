-- Texts that agents send again and again, and the owner's translations of them. `head` is the content up to its first
-- variable: a text that was made of it begins so.
create table quick_replies (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  title text not null,
  content text not null,
  head text not null,
  language text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index quick_replies_name on quick_replies (workspace_id, lower(name));
create table quick_reply_translations (
  workspace_id uuid not null,
  quick_reply_id uuid not null,
  language text not null,
  content text not null,
  primary key (workspace_id, quick_reply_id, language),
  foreign key (workspace_id, quick_reply_id) references quick_replies (workspace_id, id) on delete cascade
);
