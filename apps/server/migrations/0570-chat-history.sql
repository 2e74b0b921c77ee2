-- The words of messages, by which the owner searches the chat history. A table of its own, written by a job: neither
-- accepting a message nor each change of its row pays for the index.
create table message_words (
  workspace_id uuid not null,
  id uuid not null,
  sent_at timestamptz not null,
  inbound boolean not null,
  -- Each word begins with four characters that stand for workspace and month (`shardOf`): an index of this kind knows
  -- neither, and a search reads one month after the other, the newest first.
  words tsvector not null,
  primary key (workspace_id, id)
);
create index message_words_newest on message_words (workspace_id, sent_at desc, id desc);
create index message_words_words on message_words using gin (words) with (gin_pending_list_limit = 1024);
-- Statistics of a few words say nothing of the others, and lead the planner astray.
alter table message_words alter words set statistics 0;

-- Messages whose words are missing or outdated. A search looks through them, too.
create table messages_to_index (
  workspace_id uuid not null,
  id uuid not null,
  since timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index messages_to_index_since on messages_to_index (since);

create function index_messages_added() returns trigger language plpgsql as $$
begin
  insert into messages_to_index (workspace_id, id)
  select workspace_id, id from added where not withheld and erased_at is null and original <> ''
  on conflict do nothing;
  return null;
end $$;
create trigger messages_index_added after insert on messages referencing new table as added
  for each statement execute function index_messages_added();

-- A text that is gone leaves the index with it.
create function index_message_changed() returns trigger language plpgsql as $$
begin
  if new.withheld or new.erased_at is not null then
    delete from message_words where workspace_id = new.workspace_id and id = new.id;
    delete from messages_to_index where workspace_id = new.workspace_id and id = new.id;
  else
    insert into messages_to_index (workspace_id, id) values (new.workspace_id, new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger messages_index_changed after update on messages for each row
  when (old.original is distinct from new.original or old.translation is distinct from new.translation
    or old.withheld <> new.withheld or old.erased_at is distinct from new.erased_at)
  execute function index_message_changed();

create function index_messages_removed() returns trigger language plpgsql as $$
begin
  delete from message_words w using removed r where w.workspace_id = r.workspace_id and w.id = r.id;
  delete from messages_to_index t using removed r where t.workspace_id = r.workspace_id and t.id = r.id;
  return null;
end $$;
create trigger messages_index_removed after delete on messages referencing old table as removed
  for each statement execute function index_messages_removed();

insert into messages_to_index (workspace_id, id, since)
select workspace_id, id, sent_at from messages where not withheld and erased_at is null and original <> '';

-- For how many days a workspace keeps the texts of its messages; without a row for good.
create table chat_retention (
  workspace_id uuid primary key references workspaces (id),
  days int not null check (days between 1 and 3650)
);
