-- adds: messages_to_index
-- The words of messages other than texts have one for the kind, by which the owner finds pictures, contacts and the like.
insert into messages_to_index (workspace_id, id, since)
select workspace_id, id, sent_at from messages
where kind not in ('text', 'unsupported') and not withheld and erased_at is null
on conflict do nothing;
