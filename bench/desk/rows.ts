/** Fills one sub-account with conversations, one of them very long, bypassing the modules. */
import type pg from 'pg';

export type FilledDesk = { longId: string; otherIds: string[] };

type Options = { workspaceId: string; conversations: number; messages: number };

/** From a few words up to several lines, in two languages; the same for each run. */
const text = (seed: string) =>
  `left(repeat(md5(${seed}::text) || ' kata roka mika ', 9), (12 + (${seed} * 37) % 280)::int)`;

/** Creates five thousand conversations with a message each over all social accounts; the first one is the long one. */
export async function fillDesk(
  client: pg.Client,
  { workspaceId, conversations, messages }: Options,
): Promise<FilledDesk> {
  await client.query('set synchronous_commit = off; alter table messages disable trigger user');
  const { rows } = await client.query<{ id: string }>(
    `insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title,
                                last_seq, read_seq, last_message_at)
     select $1, gen_random_uuid(), a.id, a.sub_account_id, 'telegram', 'chat-' || n, 'private', 'Customer ' || n,
       case n when 0 then $3::int else 1 end, case n when 0 then $3::int else 1 end,
       now() - make_interval(secs => n)
     from generate_series(0, $2::int - 1) n
     join (select id, sub_account_id, row_number() over (order by id) - 1 as at, count(*) over () as all
           from social_accounts where workspace_id = $1) a on a.at = n % a.all
     order by n
     returning id`,
    [workspaceId, conversations, messages],
  );
  const [longId, ...otherIds] = rows.map(({ id }) => id);
  if (longId === undefined) throw new Error('there is no conversation');
  await client.query(
    `insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                           original, original_language, translation, translation_language, translation_state, delivery, sent_at)
     select $1, gen_random_uuid(), c.id, c.social_account_id, n, n, case when n % 3 = 0 then 'out' else 'in' end, 'text',
       ${text('n')}, 'es', ${text('(n + 1)')}, 'en', 'done', case when n % 3 = 0 then 'sent' else 'received' end,
       c.last_message_at - make_interval(mins => (c.last_seq - n)::int * 5)
     from conversations c, generate_series(1, c.last_seq) n where c.workspace_id = $1`,
    [workspaceId],
  );
  await client.query(
    `update conversations c set last_message_id = m.id from messages m
     where c.workspace_id = $1 and m.workspace_id = $1 and m.conversation_id = c.id and m.seq = c.last_seq`,
    [workspaceId],
  );
  await client.query('alter table messages enable trigger user');
  await client.query('vacuum analyze messages; ').catch(() => undefined);
  await client.query('analyze conversations');
  return { longId, otherIds };
}
