insert into message_words (workspace_id, id, sent_at, inbound, words)
select distinct on (workspace_id) workspace_id, id, sent_at, workspace_id <> (select max(workspace_id::text)::uuid from messages),
  '''Ab3xhola'':1 ''Ab3x@00000001'''
from messages order by workspace_id, id;
