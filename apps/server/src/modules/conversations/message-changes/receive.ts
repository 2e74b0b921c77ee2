/** Stores customers' changes of stored messages. */
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import { addJob } from '../../../base/queue/queue.ts';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import { recogniseVisits } from '../../split-links/index.ts';
import type { Translation } from '../../translation/index.ts';
import type { Changes } from '../changes.ts';
import { findMember, findMembers } from '../groups/queries.ts';
import { placedMentions, storedMentions } from '../groups/received-members.ts';
import { translateInbound } from '../inbound/jobs.ts';
import { recordReceived, type SensitiveDeps } from '../sensitive-words.ts';
import { storableId } from '../storable.ts';
import { changeMessage, lockMessage, type Patch } from '../store.ts';
import { isApplicable, isPermitted, patchOf, type ReceivedChange, translationPause } from './received.ts';
import { findTarget, isKnownVersion, keepVersion } from './store.ts';

export type ReceiveChangeDeps = {
  database: Database;
  translation: Translation;
  changes: Changes;
  sensitiveWords: SensitiveDeps['sensitiveWords'];
  now(): number;
};

/** Stores a change once. Returns false if the message doesn't exist, or has no words to edit. */
export function receiveChange(deps: ReceiveChangeDeps, change: ReceivedChange): Promise<boolean> {
  const { account, chatId } = change;
  const store = (tx: Tx) => storeChange(tx, deps, change);
  return transaction(deps.database, store, { locks: `${account.id} ${chatId}` });
}

async function storeChange(tx: Tx, deps: ReceiveChangeDeps, change: ReceivedChange): Promise<boolean> {
  const { account, chatId, target } = change;
  const { workspaceId } = account;
  const place = {
    workspaceId,
    socialAccountId: account.id,
    chatId: chatId === null ? null : storableText(chatId),
    target: storableId(target),
  };
  const found = await findTarget(tx, place);
  const locked = found && (await lockMessage(tx, workspaceId, found.id));
  if (!locked || !isApplicable(locked.message, change)) return false;
  const { conversation, message } = locked;
  const { memberId } = message;
  const member = memberId === null ? null : await findMember(tx, { workspaceId, id: memberId });
  if (!isPermitted(member, change)) return false;
  const settingsAt = await deps.translation.settingsOfMessages(tx, [{ workspaceId, messageId: message.id }]);
  const settings = settingsAt({ ...conversation, conversationId: conversation.id });
  const shown = await withoutToken(tx, locked, change, deps.now());
  const bare = patchOf(message, shown, settings.receiveTranslationEnable, deps.now());
  const patch = bare && { ...bare, ...(await mentionsOf(tx, conversation, shown, bare)) };
  if (patch === null || (await isDeliveredAgain(tx, message, patch))) return true;
  const changed = await changeMessage(tx, workspaceId, message.id, patch);
  if (changed === null) return true;
  // Stored under the message's lock: a version of a message deleted meanwhile would leave its text behind.
  if (patch.original !== undefined) await keepVersion(tx, message, patch.editedAt ?? new Date(deps.now()));
  if (patch.translationState === 'pending') await translateSoon(tx, message, deps.now());
  if (patch.original !== undefined) {
    const { subAccountId } = conversation;
    await recordReceived(tx, deps, [{ message: changed, subAccountId, foundIn: 'original' }]);
  }
  deps.changes.announce(tx, conversation, changed);
  return true;
}

/** Returns an edited text without its visit token, as agents should see it; a repeated token becomes no conversion. */
async function withoutToken(
  tx: Tx,
  { conversation, message }: { conversation: ConversationRow; message: MessageRow },
  change: ReceivedChange,
  now: number,
): Promise<ReceivedChange> {
  if (change.kind !== 'edited') return change;
  const { account, text } = change;
  const place = { account, kind: message.kind, chatKind: conversation.kind };
  const edited = { ...place, author: 'customer', text, history: true } as const;
  const { messages } = await recogniseVisits(tx, [edited], now);
  return { ...change, text: messages[0]?.text ?? text };
}

/** Returns the mentions in an edited text, of known members only: an edit doesn't create members. */
async function mentionsOf(
  tx: Tx,
  conversation: ConversationRow,
  change: ReceivedChange,
  { original }: Patch,
): Promise<Pick<Patch, 'mentions'>> {
  if (change.kind !== 'edited' || original === undefined || !change.mentions?.length) return {};
  const placed = placedMentions(original, change.mentions);
  const memberIds = placed.flatMap(({ member }) => member?.memberId ?? []);
  const ids = await findMembers(tx, conversation, memberIds);
  return { mentions: storedMentions(placed, (memberId) => ids.get(memberId)) };
}

/** Delayed, so that after a burst of edits only the last is translated. */
function translateSoon(tx: Tx, message: MessageRow, now: number): Promise<void> {
  const { workspaceId, id: messageId } = message;
  return addJob(
    tx,
    translateInbound,
    { workspaceId, messageId, round: 0 },
    { key: `${translateInbound.name} ${messageId}`, runAt: now + translationPause(message) },
  );
}

/**
 * Platforms with a resolution of one second give two quick edits the same time, so the earlier may be redelivered after the
 * later.
 */
async function isDeliveredAgain(
  tx: Tx,
  message: MessageRow,
  { original, editedAt }: { original?: string; editedAt?: Date | null },
): Promise<boolean> {
  if (original === undefined || editedAt?.getTime() !== message.editedAt?.getTime()) return false;
  return isKnownVersion(tx, message, { original });
}
