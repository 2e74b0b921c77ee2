update work_order_shares set chat_history = true where (workspace_id, id) in (
  select workspace_id, id from work_order_shares order by workspace_id, id limit 1);
