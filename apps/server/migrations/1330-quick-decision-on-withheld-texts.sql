-- Nearly every workspace keeps the texts of all of its sub-accounts. Its messages are stored without a look at their
-- conversations, which doubled the time of storing them wherever the planner's statistics were those of an empty table.
create or replace function withhold_text() returns trigger language plpgsql as $$
begin
  new.withheld := false;
  if exists (select from sub_accounts s where s.workspace_id = new.workspace_id and not s.save_chat_history) then
    new.withheld := exists (
      select from conversations c join sub_accounts s on s.workspace_id = c.workspace_id and s.id = c.sub_account_id
      where c.workspace_id = new.workspace_id and c.id = new.conversation_id and not s.save_chat_history);
  end if;
  return new;
end $$;
