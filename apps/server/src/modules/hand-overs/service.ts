import type { RequestOf } from '@parley/contract';
import type { handOverConversation } from '@parley/contract/hand-overs';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import type { ConversationRow } from '../../schema/conversations.ts';
import type { HandOverRow } from '../../schema/hand-overs.ts';
import { type AuditRecord, changesOf, record } from '../audit/index.ts';
import {
  findConversation,
  giveConversation,
  lockConversation,
  ownConversation,
  subAccountOfSocialAccount,
} from '../conversations/index.ts';
import { lockSubAccounts } from '../sub-accounts/index.ts';
import { refusalOf } from './policy.ts';
import { countHandedTo, homeOf, readNames } from './queries.ts';
import { insertHandOver } from './store.ts';

export type HandOverDeps = { database: Database; clock: Clock; realtime: RealtimeServer };
type DeskCaller = { workspaceId: WorkspaceId; subAccountId: string };
type Wanted = RequestOf<typeof handOverConversation>['body'];

/** Hands a conversation of the caller over to another sub-account, or back to its social account's sub-account. */
export async function handOver(
  deps: HandOverDeps,
  caller: DeskCaller,
  conversationId: string,
  { subAccountId, note, authorName }: Wanted,
  origin: RequestOrigin,
): Promise<void> {
  const handOver = async (tx: Tx) => {
    const { workspaceId } = caller;
    const { row: before } = await ownConversation(tx, caller, conversationId);
    const wanted = subAccountId ?? (await subAccountOfSocialAccount(tx, workspaceId, before.socialAccountId));
    // Locks the sub-account, the social account and the conversation, in the order of a move.
    const [target] = await lockSubAccounts(tx, workspaceId, [assertFound(wanted, 'conversation.not-found')]);
    const { id: toId } = assertFound(target, 'sub-account.not-found');
    const home = assertFound(await homeOf(tx, before), 'conversation.not-found');
    const row = await lockConversation(tx, workspaceId, conversationId);
    if (row?.subAccountId !== caller.subAccountId) throw new AppError('conversation.not-found');
    const handedTo = toId === home ? null : await countHandedTo(tx, workspaceId, toId);
    const refusal = refusalOf(assertFound(target), row, handedTo);
    if (refusal !== null) throw new AppError(refusal);
    await give(tx, deps, row, {
      toId,
      home,
      note,
      authorName: authorName ?? null,
      action: 'conversation.handed-over',
      origin,
    });
  };
  await transaction(deps.database, handOver, { locks: conversationId });
}

/**
 * Takes a conversation back to the sub-account of its social account, which is the caller; a caller without a
 * sub-account is the owner. Throws `conversation.not-found`.
 */
export async function takeBack(
  deps: HandOverDeps,
  { workspaceId, subAccountId }: { workspaceId: WorkspaceId; subAccountId: string | null },
  conversationId: string,
  authorName: string | null,
  origin: RequestOrigin,
): Promise<void> {
  const takeHome = async (tx: Tx) => {
    const before = assertFound(
      await findConversation(tx, workspaceId, conversationId),
      'conversation.not-found',
    );
    const home = assertFound(await homeOf(tx, before), 'conversation.not-found');
    if (subAccountId !== null && subAccountId !== home) throw new AppError('conversation.not-found');
    const row = assertFound(
      await lockConversation(tx, workspaceId, conversationId),
      'conversation.not-found',
    );
    // Another tab was faster.
    if (row.subAccountId === home) return;
    const back = { toId: home, home, note: '', authorName, origin };
    await give(tx, deps, row, { ...back, action: 'conversation.taken-back' });
  };
  await transaction(deps.database, takeHome, { locks: conversationId });
}

type Giving = {
  toId: string;
  /** The sub-account that owns the social account. */
  home: string;
  note: string;
  authorName: string | null;
  action: AuditRecord['action'];
  origin: RequestOrigin;
};

async function give(
  tx: Tx,
  { clock, realtime }: HandOverDeps,
  conversation: ConversationRow,
  { toId, home, note, authorName, action, origin }: Giving,
): Promise<void> {
  const {
    workspaceId,
    id: conversationId,
    subAccountId: fromId,
    socialAccountId,
    readSeq,
    unread,
  } = conversation;
  const names = await readNames(tx, workspaceId, [fromId, toId]);
  const [fromName, toName] = [names.get(fromId) ?? '', names.get(toId) ?? ''];
  const createdAt = new Date(clock.now());
  const id = newId();
  const row: HandOverRow = {
    workspaceId,
    id,
    conversationId,
    fromSubAccountId: fromId,
    fromName,
    toSubAccountId: toId,
    toName,
    authorName,
    note,
    createdAt,
  };
  await insertHandOver(tx, row);
  const inForce = toId === home ? null : id;
  await giveConversation(
    tx,
    { workspaceId, id: conversationId },
    { subAccountId: toId, handOverId: inForce, at: createdAt },
  );
  const details = changesOf({ subAccount: fromName }, { subAccount: toName });
  await record(tx, origin, { action, object: { kind: 'conversation', id: conversationId }, details });
  tx.afterCommit(() => {
    for (const desk of [fromId, toId])
      realtime.desk(desk).emit('conversation', { conversationId, readSeq, unread });
    const takenBack = action === 'conversation.taken-back';
    const seq = conversation.lastSeq + 1;
    realtime.desk(toId).emit('handedOver', {
      id,
      conversationId,
      socialAccountId,
      seq,
      from: fromName,
      authorName,
      takenBack,
    });
  });
}
