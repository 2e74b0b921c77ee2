-- The desk's list of conversations: what is pinned, snoozed and closed, and who waits for an answer.
alter table conversations
  add pinned_at timestamptz,
  -- Out of the open list until then; null again once that time has come or the customer has written.
  add snoozed_until timestamptz,
  -- The end of the last snooze that ended by its time: it puts the conversation on top as a message does.
  add woken_at timestamptz,
  add closed_at timestamptz,
  -- When the customer wrote the first message since an agent's last one.
  add waiting_since timestamptz;

update conversations c set waiting_since = c.last_message_at from messages m
  where m.workspace_id = c.workspace_id and m.id = c.last_message_id and m.direction = 'in';

create index conversations_open on conversations
  (workspace_id, sub_account_id, greatest(last_message_at, woken_at) desc, id desc)
  where closed_at is null and snoozed_until is null and last_message_at is not null;
create index conversations_waiting on conversations (workspace_id, sub_account_id, waiting_since, id)
  where waiting_since is not null and closed_at is null and snoozed_until is null;
create index conversations_snoozed on conversations (workspace_id, sub_account_id, snoozed_until, id)
  where snoozed_until is not null and closed_at is null;
create index conversations_closed on conversations (workspace_id, sub_account_id, closed_at desc, id desc)
  where closed_at is not null;
create index conversations_pinned on conversations (workspace_id, sub_account_id, pinned_at, id)
  where pinned_at is not null;
