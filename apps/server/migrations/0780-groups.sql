-- Groups: who writes in them, who is mentioned, and the social account's part.
alter table social_accounts
  -- The owner lets it accept invitations to groups.
  add joins_groups boolean not null default false;
alter table conversations
  -- Of a group: why the account is no longer in it, and its role. Null: private, or nothing is known.
  add group_state jsonb;
-- For the filter by kind: groups are few among conversations.
create index conversations_groups on conversations (workspace_id, sub_account_id) where kind = 'group';
alter table messages
  add member_id uuid,
  -- The member's name as it was when the message came, as author_name is.
  add member_name text,
  add mentions jsonb;

create table group_members (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- The platform's id.
  member_id text not null,
  name text not null,
  handle text,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  present boolean not null,
  -- A message is theirs or mentions them: they stay when they leave.
  named boolean not null,
  -- What the member has written so far, as evidence (translation/language-prior.ts).
  language text,
  language_prior jsonb,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id)
);
create unique index group_members_of on group_members (workspace_id, conversation_id, member_id);
