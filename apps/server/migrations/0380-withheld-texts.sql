-- Texts that came while their sub-account kept no chat history. They are erased a day later and the owner never reads
-- them, whatever becomes of the setting and of the social account. Decided in one place for every way in, and for
-- servers of the version before.
alter table messages add withheld boolean not null default false;

create function withhold_text() returns trigger language plpgsql as $$
begin
  new.withheld := exists (
    select from conversations c join sub_accounts s on s.workspace_id = c.workspace_id and s.id = c.sub_account_id
    where c.workspace_id = new.workspace_id and c.id = new.conversation_id and not s.save_chat_history);
  return new;
end $$;
create trigger messages_withheld before insert on messages for each row execute function withhold_text();

update messages m set withheld = true from conversations c, sub_accounts s
where not s.save_chat_history and c.workspace_id = s.workspace_id and c.sub_account_id = s.id
  and m.workspace_id = c.workspace_id and m.conversation_id = c.id;

create index messages_to_erase on messages (workspace_id, created_at) where withheld and erased_at is null;
