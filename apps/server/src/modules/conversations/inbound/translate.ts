import { Batches } from '../../../base/batches.ts';
import type { Clock } from '../../../base/clock.ts';
import { isDatabaseGone, type Tx, transaction } from '../../../base/db/database.ts';
import { addJobs } from '../../../base/queue/queue.ts';
import type { GroupMemberRow } from '../../../schema/conversations/members.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import type { Changes } from '../changes.ts';
import { findMember } from '../groups/queries.ts';
import { moveMemberLanguage } from '../groups/store.ts';
import {
  anonymousVisitor,
  bookCharges,
  freeOutcome,
  OutdatedTranslation,
  type PaidTranslation,
  type PaidTranslationDeps,
  translatePaid,
} from '../paid-translation.ts';
import { readTurns } from '../reading/queries.ts';
import { recordReceived, type SensitiveDeps } from '../sensitive-words.ts';
import { findConversation } from '../store.ts';
import { identifyLanguage, type LanguageEvidence } from './customer-language.ts';
import { translateInbound as job } from './jobs.ts';
import type { MessageToTranslate, RecentMessageCache } from './recent-message-cache.ts';
import * as store from './store.ts';
import { retryPause, translatedMessage } from './translation-outcome.ts';

export type TranslateDeps = PaidTranslationDeps & {
  changes: Changes;
  clock: Clock;
  sensitiveWords: SensitiveDeps['sensitiveWords'];
  recentMessages: Pick<RecentMessageCache, 'take'>;
};

export type TranslateJob = store.InboundMessageKey & {
  /** Number of times the engines have failed it before. */
  round: number;
  asked: boolean;
  /** True if it was added together with the message. */
  fresh: boolean;
  signal: AbortSignal;
};

type Finished = store.UntranslatedMessage & {
  source: string | null;
  target: string;
  round: number;
  asked: boolean;
  translated: PaidTranslation;
};

/**
 * Returns the handler of translation jobs. A message that is translated or deleted already is skipped; one that this process has
 * just stored isn't read again. Concurrent jobs share their reads and their write transaction, so that a busy server needs no
 * more of them than an idle one.
 */
export function createInboundTranslator(deps: TranslateDeps): (job: TranslateJob) => Promise<void> {
  const { database } = deps;
  const reads = new Batches<store.InboundMessageKey, MessageToTranslate | null>({
    run: (keys) => readWithSettings(deps, keys),
    failsAll: isDatabaseGone,
  });
  const writes = new Batches<Finished>({
    run: (batch) => transaction(database, (tx) => storeFinished(tx, deps, batch)),
    failsAll: isDatabaseGone,
    keyOf: ({ conversation }) => conversation.id,
  });
  const withLanguage = async (untranslated: MessageToTranslate | null) =>
    untranslated && { untranslated, source: await languageOf(deps, untranslated) };
  return async ({ workspaceId, messageId, round, asked, fresh, signal }) => {
    const key = { workspaceId, messageId };
    const kept = fresh ? await withLanguage(deps.recentMessages.take(key)) : null;
    // Without an identified language the conversation is read again: messages of the same batch may have revealed it by now.
    const found = kept && kept.source !== null ? kept : await withLanguage(await reads.add(key));
    if (!found) return;
    const { untranslated, source } = found;
    const { message, conversation, settings } = untranslated;
    const target = settings.receiveTargetLanguage;
    await using translated =
      source === null || !(settings.receiveTranslationEnable || asked)
        ? freeOutcome({ kind: 'none' })
        : await translatePaid(deps, {
            workspaceId,
            messageId,
            source,
            target,
            signal,
            subAccountId: conversation.subAccountId,
            platform: conversation.platform,
            text: message.original,
            lineId: settings.translationMode,
            context: () => readTurns(database, workspaceId, conversation.id, message.seq),
            chargeKey: chargeKeyOf(message, target),
            // Budgets apply only to what visitors cause.
            visitor: asked ? null : anonymousVisitor(conversation),
          });
    await writes
      .add({ ...untranslated, source, target, round, asked, translated })
      .catch((error: unknown) => {
        // Not retried: another process has translated it, or the job of its edit will.
        if (!(error instanceof OutdatedTranslation)) throw error;
      });
  };
}

/** Each text is charged separately: an edited message has had several. */
function chargeKeyOf({ id, edits }: MessageRow, target: string): string {
  return edits === 0 ? `inbound ${id} ${target}` : `inbound ${id} ${target} ${edits}`;
}

async function readWithSettings(
  { database, translation }: TranslateDeps,
  keys: readonly store.InboundMessageKey[],
): Promise<(MessageToTranslate | null)[]> {
  const [untranslated, settingsAt] = await Promise.all([
    store.findUntranslated(database, keys),
    translation.settingsOfMessages(database, keys),
  ]);
  return untranslated.map(
    (it) => it && { ...it, settings: settingsAt({ ...it.conversation, conversationId: it.conversation.id }) },
  );
}

/**
 * Returns the language of a message: the one set, or else by `customer-language.ts` with this database. In a group each member has
 * one; the group's own is the one that agents write to it in.
 */
async function languageOf(
  { database, translation: { observe } }: TranslateDeps,
  { conversation, message, member, settings }: MessageToTranslate,
): Promise<string | null> {
  if (settings.receiveSourceLanguage !== 'auto') return settings.receiveSourceLanguage;
  const ofChat = identifyLanguage<store.ConversationLanguageEvidence>(conversation, message, {
    observe,
    move: (from, prior, assumed) => store.moveLanguage(database, from, prior, assumed),
    reread: ({ workspaceId, id }) => findConversation(database, workspaceId, id),
  });
  if (member === null) return ofChat;
  await ofChat;
  return identifyLanguage(memberEvidence(member, conversation), message, {
    observe,
    move: ({ stored }, prior, assumed) => moveMemberLanguage(database, stored, prior, assumed),
    reread: async ({ stored }) => {
      const now = await findMember(database, stored);
      return now && memberEvidence(now, conversation);
    },
  });
}

/** A member who hasn't written yet is assumed to use the group's language. */
function memberEvidence(stored: GroupMemberRow, { languagePrior }: LanguageEvidence) {
  const { language: customerLanguage, languagePrior: own } = stored;
  return { stored, customerLanguage, customerLanguagePinned: false, languagePrior: own ?? languagePrior };
}

async function storeFinished(tx: Tx, deps: TranslateDeps, batch: readonly Finished[]) {
  const translations = batch.map(({ translated }) => translated);
  // Pipelined, in the order in which all translation writes acquire their locks.
  const booked = bookCharges(tx, deps, translations);
  const stored = store.storeTranslated(
    tx,
    batch.map(({ message, translated: { outcome }, ...languages }) =>
      translatedMessage(message, languages, outcome),
    ),
  );
  const read = deps.sensitiveWords.versionsOf(
    tx,
    batch.map(({ message }) => message.workspaceId),
  );
  const [changed, , ruleVersions] = await Promise.all([stored, booked, read]);
  for (const [index, { message, conversation }] of batch.entries()) {
    const now = changed[index];
    if (!now) throw new OutdatedTranslation(`the message ${message.id} was changed during its translation`);
    deps.changes.announce(tx, { ...conversation, subAccountId: now.subAccountId }, now.message);
  }
  const translatedRows = changed.flatMap((it) =>
    it?.message.translation ? [{ ...it, foundIn: 'translation' as const }] : [],
  );
  await recordReceived(tx, deps, translatedRows, ruleVersions);
  await tryAgainLater(tx, deps.clock, batch);
  return batch.map(() => undefined);
}

async function tryAgainLater(tx: Tx, clock: Clock, batch: readonly Finished[]): Promise<void> {
  const later = batch.flatMap(({ message, round, asked, translated: { outcome } }) => {
    const pause = retryPause(outcome, round);
    if (pause === null) return [];
    const payload = { workspaceId: message.workspaceId, messageId: message.id, round: round + 1, asked };
    return [{ payload, runAt: clock.now() + pause }];
  });
  await addJobs(tx, job, later);
}
