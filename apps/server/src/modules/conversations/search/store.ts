import type { MessageKind } from '@parley/contract/conversations';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import { optimizationFence } from '../../../base/db/optimization-fence.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { messagesToIndex, messageWords } from '../../../schema/conversations/search.ts';
import { messages } from '../../../schema/conversations.ts';
import { maxLetters } from './message-words.ts';

export type OutdatedMessage = {
  workspaceId: WorkspaceId;
  id: string;
  /** Null if it is deleted or not searchable. Texts are cut to the indexed length: some have a million characters. */
  message: {
    conversationId: string;
    socialAccountId: string;
    kind: MessageKind;
    inbound: boolean;
    /** Milliseconds since the epoch. */
    sentAt: number;
    original: string;
    translation: string | null;
  } | null;
};

/**
 * Takes some messages whose words are outdated, longest waiting first, and locks them until the transaction ends. Locked ones are
 * skipped, so that neither indexing nor changes wait for each other. Each message is looked up: the planner expects this queue to
 * be nearly empty, and a join would compare every taken row with every message.
 */
export async function lockOutdated(tx: Tx, settledMs: number, most: number): Promise<OutdatedMessage[]> {
  const { rows } = await tx.db.execute<OutdatedMessage>(sql`
    with taken as (
      select ${messagesToIndex.workspaceId}, ${messagesToIndex.id} from ${messagesToIndex}
      where ${messagesToIndex.since} <= now() - ${settledMs}::float8 * interval '1 millisecond'
      order by ${messagesToIndex.since} limit ${most}
      for update skip locked
    )
    select t.workspace_id as "workspaceId", t.id,
      case when h.id is not null and h.kind <> 'unsupported' and not h.withheld and h.erased_at is null
        then json_build_object('conversationId', h.conversation_id, 'socialAccountId', h.social_account_id,
          'kind', h.kind, 'inbound', h.direction = 'in', 'sentAt', (extract(epoch from h.sent_at) * 1000)::float8,
          'original', left(h.original, ${maxLetters}),
          'translation', left(h.translation, ${maxLetters})) end as message
    from taken t left join lateral (
      select * from ${messages} m where m.workspace_id = t.workspace_id and m.id = t.id
      ${optimizationFence} for share skip locked
    ) h on true
    where h.id is not null or not exists (
      select from ${messages} m where m.workspace_id = t.workspace_id and m.id = t.id)`);
  return rows;
}

export type WordRow = { workspaceId: WorkspaceId; id: string; words: string | null } & (
  | { words: string; sentAt: number; inbound: boolean }
  | { words: null }
);

/** Stores the words of messages taken by `lockOutdated`; those without words are removed from the index. */
export async function storeWords(tx: Tx, rows: readonly WordRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.db.execute(sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as i("workspaceId" uuid, id uuid, "sentAt" double precision, inbound boolean, words text)
    ), done as (
      delete from ${messagesToIndex} t using input i where t.workspace_id = i."workspaceId" and t.id = i.id
    ), gone as (
      delete from ${messageWords} w using input i
      where i.words is null and w.workspace_id = i."workspaceId" and w.id = i.id
    )
    insert into ${messageWords} (workspace_id, id, sent_at, inbound, words)
    select "workspaceId", id, to_timestamp("sentAt" / 1000), inbound, words::tsvector from input where words is not null
    on conflict (workspace_id, id) do update
      set sent_at = excluded.sent_at, inbound = excluded.inbound, words = excluded.words`);
}
