/** Sends private messages as a platform does: late, and again where it missed the answer. */
import { sql } from 'drizzle-orm';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { receive } from '../../conversations/fakes.ts';
import type { Inbound } from '../../conversations/index.ts';

type Sent = {
  who: number;
  account: Inbound['account'];
  history: boolean;
  phone: string | null;
  sentAt: number;
};

/** Returns the platform's id of a customer. */
export const userId = (who: number) => `user ${who}`;

export function messageOf({ who, account, history, phone, sentAt }: Sent): Inbound {
  return {
    account,
    kind: 'text',
    platformMessageId: newId(),
    referenceId: null,
    replyTo: null,
    chatId: userId(who),
    chatKind: 'private',
    chatTitle: null,
    author: 'customer',
    from: { id: userId(who), displayName: null, phone, language: null },
    text: 'Hello',
    attachment: null,
    fileId: null,
    sentAt,
    history,
  };
}

/** Stores the messages that aren't stored yet; returns the own fan of each writer. */
export function deliver(server: Database, batch: readonly Inbound[], now: number): Promise<string[]> {
  return transaction(server, async (tx) => {
    await receive(tx, batch, now);
    const fanIds: string[] = [];
    for (const { account, from } of batch) fanIds.push(await ownFanOf(tx, account.workspaceId, from.id));
    return fanIds;
  });
}

async function ownFanOf(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<string> {
  const { rows } = await tx.db.execute<{ fanId: string }>(sql`
    select own_fan_id as "fanId" from fan_identities
    where workspace_id = ${workspaceId} and platform = 'telegram' and platform_user_id = ${id}`);
  const [row] = rows;
  if (row === undefined) throw new Error(`no fan of ${id}`);
  return row.fanId;
}

/** The process dies after its last statement, before the commit. */
export async function dieBeforeCommit(server: Database, message: Inbound, now: number): Promise<void> {
  const death = new Error('the process died');
  const dying = transaction(server, async (tx) => {
    await receive(tx, [message], now);
    throw death;
  });
  await dying.catch((error: unknown) => {
    if (error !== death) throw error;
  });
}
