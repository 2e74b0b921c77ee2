import { isDeepStrictEqual } from 'node:util';
import type { EffectiveTranslationSettings } from '@parley/contract/conversations';
import { Batches } from '../../../base/batches.ts';
import type { Clock } from '../../../base/clock.ts';
import { isDatabaseGone, type Tx, transaction } from '../../../base/db/database.ts';
import { addJobs } from '../../../base/queue/queue.ts';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import type { Changes } from '../changes.ts';
import {
  anonymousVisitor,
  book,
  type PaidTranslation,
  type PaidTranslationDeps,
  translatePaid,
  unpaid,
} from '../paid-translation.ts';
import { readTurns } from '../reading/queries.ts';
import { findConversation } from '../store.ts';
import { translateInbound as job } from './jobs.ts';
import * as store from './store.ts';

export type TranslateDeps = PaidTranslationDeps & { changes: Changes; clock: Clock };

/** `round` counts how often the engines have failed it already. */
export type TranslateJob = store.MessageName & { round: number; signal: AbortSignal };

/** The pauses before failed engines are asked again automatically. Afterwards the agent may. */
const retryAfterMs = [10_000, 60_000];

type Placed = store.Waiting & { settings: EffectiveTranslationSettings };
type Finished = store.Waiting & {
  source: string | null;
  target: string;
  round: number;
  translated: PaidTranslation;
};

/**
 * Translates a message, as a job. A message that is translated already, or deleted, is left alone. Messages that are
 * read or stored at the same time share their queries and their transaction, so that a busy server needs no more of
 * them than a calm one.
 */
export function createInboundTranslator(deps: TranslateDeps): (job: TranslateJob) => Promise<void> {
  const { database } = deps;
  const reads = new Batches<store.MessageName, Placed | null>({
    run: (names) => readPlaced(deps, names),
    failsAll: isDatabaseGone,
  });
  const writes = new Batches<Finished>({
    run: (batch) => transaction(database, (tx) => storeFinished(tx, deps, batch)),
    failsAll: isDatabaseGone,
    keyOf: ({ conversation }) => conversation.id,
  });
  return async ({ workspaceId, messageId, round, signal }) => {
    const placed = await reads.add({ workspaceId, messageId });
    if (!placed) return;
    const { message, conversation, settings } = placed;
    const source = await sourceOf(deps, conversation, message, settings.receiveSourceLanguage);
    const target = settings.receiveTargetLanguage;
    await using translated =
      source === null || !settings.receiveTranslationEnable
        ? unpaid({ kind: 'none' })
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
            chargeKey: `inbound ${messageId} ${target}`,
            visitor: anonymousVisitor(conversation),
          });
    await writes.add({ message, conversation, source, target, round, translated });
  };
}

async function readPlaced(
  { database, translation }: TranslateDeps,
  names: readonly store.MessageName[],
): Promise<(Placed | null)[]> {
  const [waiting, settingsAt] = await Promise.all([
    store.findWaiting(database, names),
    translation.settingsOfMessages(database, names),
  ]);
  return waiting.map(
    (it) => it && { ...it, settings: settingsAt({ ...it.conversation, conversationId: it.conversation.id }) },
  );
}

/**
 * The language that the customer writes: as set, as pinned, or identified from this line and what came before.
 * Each line is evidence for the conversation, so it is weighed against what is believed now, and again when
 * another line has moved that meanwhile. A line that only says what is believed anyway costs no write.
 */
async function sourceOf(
  { database, translation }: TranslateDeps,
  conversation: ConversationRow,
  message: MessageRow,
  set: string,
): Promise<string | null> {
  if (set !== 'auto') return set;
  for (let now: ConversationRow | null = conversation; now; ) {
    if (now.customerLanguagePinned) return now.customerLanguage;
    if (message.originalLanguage !== null) return message.originalLanguage;
    const { language, prior, believed } = translation.observe(now.languagePrior, message.original);
    const settled = believed === now.customerLanguage && isDeepStrictEqual(prior, now.languagePrior);
    if (settled || (await store.moveLanguage(database, now, prior, believed))) return language;
    now = await findConversation(database, now.workspaceId, now.id);
  }
  return null;
}

async function storeFinished(tx: Tx, deps: TranslateDeps, batch: readonly Finished[]) {
  const translations = batch.map(({ translated }) => translated);
  // Begun in the order in which all who store translations take their locks, and on their way together.
  const booked = book(tx, deps, translations);
  const stored = store.storeTranslated(tx, batch.map(translatedOf));
  const [changed] = await Promise.all([stored, booked]);
  for (const [index, { message, conversation }] of batch.entries()) {
    const row = changed[index];
    if (!row) throw new Error(`the message ${message.id} was translated by somebody else meanwhile`);
    deps.changes.announce(tx, conversation, row);
  }
  await tryAgainLater(tx, deps.clock, batch);
  return batch.map(() => undefined);
}

async function tryAgainLater(tx: Tx, clock: Clock, batch: readonly Finished[]): Promise<void> {
  const later = batch.flatMap(({ message, round, translated: { outcome } }) => {
    const pause = retryAfterMs[round];
    if (outcome.kind !== 'failed' || outcome.problem !== 'engines-failed' || pause === undefined) return [];
    const payload = { workspaceId: message.workspaceId, messageId: message.id, round: round + 1 };
    return [{ payload, runAt: clock.now() + pause }];
  });
  await addJobs(tx, job, later);
}

function translatedOf({
  message,
  source,
  target,
  translated: { outcome },
}: Finished): store.TranslatedMessage {
  const { workspaceId, conversationId, id } = message;
  const open = {
    workspaceId,
    conversationId,
    id,
    originalLanguage: source,
    translation: null,
    translationLanguage: null,
    translationProblem: null,
    characters: 0,
  };
  if (outcome.kind === 'none') return { ...open, translationState: 'none' };
  if (outcome.kind === 'failed') {
    return { ...open, translationState: 'failed', translationProblem: outcome.problem };
  }
  return {
    ...open,
    translationState: 'done',
    translation: outcome.text,
    translationLanguage: target,
    characters: outcome.characters,
  };
}
