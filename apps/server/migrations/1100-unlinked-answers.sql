-- Messages of an imported history that answer one which isn't here yet: histories come newest first, so it may be on an older page.
create table unlinked_answers (
  workspace_id uuid not null,
  message_id uuid not null,
  social_account_id uuid not null,
  -- The platform's name of the answered message.
  answered text not null,
  primary key (workspace_id, message_id),
  foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete cascade
);
create index unlinked_answers_answered on unlinked_answers (workspace_id, social_account_id, answered);
