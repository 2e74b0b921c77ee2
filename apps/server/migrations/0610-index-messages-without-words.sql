-- adds: messages_to_index
-- Contacts, places and media without a word are found by their time and place, too, and erased after a workspace's days.
create or replace function index_messages_added() returns trigger language plpgsql as $$
begin
  insert into messages_to_index (workspace_id, id)
  select workspace_id, id from added
  where not withheld and erased_at is null and (original <> '' or attachment is not null)
  on conflict do nothing;
  return null;
end $$;

insert into messages_to_index (workspace_id, id, since)
select workspace_id, id, sent_at from messages
where attachment is not null and original = '' and not withheld and erased_at is null
on conflict do nothing;
