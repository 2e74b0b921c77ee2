import { and, eq, sql } from 'drizzle-orm';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { replyHandles } from '../../../schema/conversations/reply-handles.ts';
import type { ReceivedHandle } from './received.ts';

/** Maximum number kept per conversation: those that expire last. */
const maxOfConversation = 20;
/** A handle that expires sooner might be invalid by the time the platform is called. */
const marginMs = 2_000;

const contextOf = (id: string) => `reply handle ${id}`;

export type NewHandle = { workspaceId: WorkspaceId; conversationId: string; handle: ReceivedHandle };

/** Stores handles of inbound messages; a no-op without any. */
export async function insertHandles(
  tx: Tx,
  secrets: SecretBox,
  received: readonly NewHandle[],
): Promise<void> {
  if (received.length === 0) return;
  const rows = received.map(({ workspaceId, conversationId, handle }) => {
    const id = newId();
    const value = secrets.seal(handle.value, contextOf(id));
    return {
      workspaceId,
      id,
      conversationId,
      value,
      expiresAt: new Date(handle.expiresAt),
      usesLeft: handle.uses,
    };
  });
  await tx.db.insert(replyHandles).values(rows);
  const ids = sql.param([...new Set(received.map(({ conversationId }) => conversationId))]);
  await tx.db.execute(sql`
    delete from ${replyHandles} where (${replyHandles.workspaceId}, ${replyHandles.id}) in (
      select workspace_id, id from (
        select ${replyHandles.workspaceId}, ${replyHandles.id}, row_number() over (
          partition by ${replyHandles.workspaceId}, ${replyHandles.conversationId}
            order by ${replyHandles.expiresAt} desc, ${replyHandles.id}) as place
        from ${replyHandles} where ${replyHandles.conversationId} = any(${ids}::uuid[])
          and ${replyHandles.workspaceId} = any(${sql.param([...new Set(received.map(({ workspaceId }) => workspaceId))])}::uuid[])
      ) h where place > ${maxOfConversation})`);
}

/** Takes one use of the conversation's handle that expires first; null if there is none. */
export async function takeHandle(
  tx: Tx,
  secrets: SecretBox,
  { workspaceId, conversationId }: { workspaceId: WorkspaceId; conversationId: string },
  now: number,
): Promise<string | null> {
  const usable = sql`select h.id from ${replyHandles} h
    where h.workspace_id = ${workspaceId} and h.conversation_id = ${conversationId} and h.uses_left > 0
      and h.expires_at > ${new Date(now + marginMs)}
    order by h.expires_at, h.id limit 1 for update`;
  const [taken] = await tx.db
    .update(replyHandles)
    .set({ usesLeft: sql`${replyHandles.usesLeft} - 1` })
    .where(and(eq(replyHandles.workspaceId, workspaceId), sql`${replyHandles.id} = (${usable})`))
    .returning({ id: replyHandles.id, value: replyHandles.value });
  return taken === undefined ? null : secrets.open(taken.value, contextOf(taken.id));
}

/** Deletes expired and used-up handles. */
export async function purgeHandles(handle: Handle, now: Date): Promise<void> {
  await handle.db
    .delete(replyHandles)
    .where(sql`${replyHandles.expiresAt} <= ${now} or ${replyHandles.usesLeft} = 0`);
}
