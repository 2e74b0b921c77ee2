/** Translates messages that weren't translated on arrival, at the owner's request. */
import { untranslatedLimit } from '@parley/contract/conversations';
import { transaction } from '../../../base/db/database.ts';
import { assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { addJobs } from '../../../base/queue/queue.ts';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import { record } from '../../audit/index.ts';
import type { Changes } from '../changes.ts';
import { translateInbound } from '../inbound/jobs.ts';
import type { PaidTranslationDeps } from '../paid-translation.ts';
import { changeMessage, findConversation } from '../store.ts';
import { readUntranslated } from './queries.ts';

export type OwnerTranslationDeps = Pick<PaidTranslationDeps, 'database' | 'translation'> & {
  changes: Changes;
};
/** Places in a conversation, both inclusive. */
type Range = { conversationId: string; fromSeq: number; toSeq: number };

/** A message to translate and its price; 0 if the workspace has had the text translated before. */
type Quoted = { id: string; characters: number };

/** Returns the translatable messages of a range, each with its price. Calls no engine. */
export async function quoteUntranslated(
  deps: OwnerTranslationDeps,
  workspaceId: WorkspaceId,
  range: Range,
): Promise<{ conversation: ConversationRow; quoted: Quoted[] }> {
  const { database, translation } = deps;
  const conversation = assertFound(
    await findConversation(database, workspaceId, range.conversationId),
    'conversation.not-found',
  );
  const [rows, settings] = await Promise.all([
    readUntranslated(database, workspaceId, conversation.id, range, untranslatedLimit),
    translation.resolveSettings(database, { ...conversation, conversationId: conversation.id }),
  ]);
  const { receiveSourceLanguage: set, receiveTargetLanguage: target, translationMode: lineId } = settings;
  const quoted = await Promise.all(
    rows.map(async (row): Promise<Quoted[]> => {
      const source = set === 'auto' ? languageOf(deps, conversation, row) : set;
      if (source === null) return [];
      const plan = await translation.plan(workspaceId, { text: row.original, source, target, lineId });
      if (plan.kind === 'engine') return [{ id: row.id, characters: plan.characters }];
      return plan.kind === 'cached' ? [{ id: row.id, characters: 0 }] : [];
    }),
  );
  return { conversation, quoted: quoted.flat() };
}

/** Identifies the language as the translation will, without storing evidence. */
function languageOf({ translation }: OwnerTranslationDeps, conversation: ConversationRow, row: MessageRow) {
  if (conversation.customerLanguagePinned) return conversation.customerLanguage;
  return row.originalLanguage ?? translation.observe(conversation.languagePrior, row.original).language;
}

/**
 * Queues the messages of a range for translation, each charged as on arrival. Returns their number, without those that another
 * request has queued or that have been translated meanwhile.
 */
export async function translateUntranslated(
  deps: OwnerTranslationDeps,
  workspaceId: WorkspaceId,
  range: Range,
  origin: RequestOrigin,
): Promise<number> {
  const { conversation, quoted } = await quoteUntranslated(deps, workspaceId, range);
  return transaction(deps.database, async (tx) => {
    const begun: MessageRow[] = [];
    for (const { id } of quoted) {
      const row = await changeMessage(
        tx,
        workspaceId,
        id,
        { translationState: 'pending', translationProblem: null },
        { translationState: ['none', 'failed'], erased: false },
      );
      if (row !== null) begun.push(row);
    }
    await addJobs(
      tx,
      translateInbound,
      begun.map(({ id }) => ({ payload: { workspaceId, messageId: id, round: 0, asked: true } })),
    );
    if (begun.length > 0)
      await record(tx, origin, {
        action: 'chat-history.translated',
        object: { kind: 'conversation', id: conversation.id },
        details: { count: begun.length },
      });
    // The conversation is locked by now, so its sub-account can't change any more.
    const place = (await findConversation(tx, workspaceId, conversation.id)) ?? conversation;
    for (const row of begun) deps.changes.announce(tx, place, row);
    return begun.length;
  });
}
