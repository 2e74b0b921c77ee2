insert into message_words (workspace_id, id, sent_at, inbound, words)
select distinct on (workspace_id) workspace_id, id, sent_at, workspace_id <> (select max(workspace_id::text)::uuid from messages),
  '''Ab3xhola'':1 ''Ab3x@00000001'''
from messages order by workspace_id, id;
insert into chat_retention values ('a0000000-0000-7000-8000-000000000000', 30), ('b0000000-0000-7000-8000-000000000000', 365);
