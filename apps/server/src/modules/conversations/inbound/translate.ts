import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../base/clock.ts';
import { type Tx, transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { addJob } from '../../../base/queue/queue.ts';
import type { Changes } from '../changes.ts';
import { type Outcome, type PaidTranslationDeps, translatePaid } from '../paid-translation.ts';
import { readTurns } from '../reading/queries.ts';
import { changeMessage, findConversation, type Patch } from '../store.ts';
import type { ConversationRow, MessageRow } from '../tables.ts';
import { translateInbound as job } from './jobs.ts';
import { findWaiting, moveLanguage } from './store.ts';

export type TranslateDeps = PaidTranslationDeps & { changes: Changes; clock: Clock };

/** How often failed engines are asked again by themselves, and after how long. Afterwards the agent may. */
const retryAfterMs = [10_000, 60_000];

/** The job: a message that is translated already, or gone, is left alone. */
export async function translateInbound(
  deps: TranslateDeps,
  workspaceId: WorkspaceId,
  messageId: string,
  round: number,
  signal: AbortSignal,
): Promise<void> {
  const waiting = await findWaiting(deps.database, workspaceId, messageId);
  if (!waiting) return;
  const { message, conversation } = waiting;
  const settings = await deps.translation.resolveSettings(deps.database, workspaceId, {
    conversationId: conversation.id,
    socialAccountId: conversation.socialAccountId,
    subAccountId: conversation.subAccountId,
  });
  const source = await sourceOf(deps, conversation, message, settings.receiveSourceLanguage);
  const target = settings.receiveTargetLanguage;
  const finish = (tx: Tx, outcome: Outcome) =>
    store(tx, deps, { conversation, message, source, target, round }, outcome);
  if (!settings.receiveTranslationEnable || source === null) {
    return transaction(deps.database, (tx) => finish(tx, { kind: 'none' }));
  }
  await translatePaid(
    deps,
    {
      workspaceId,
      subAccountId: conversation.subAccountId,
      messageId,
      platform: conversation.platform,
      text: message.original,
      source,
      target,
      lineId: settings.translationMode,
      context: () => readTurns(deps.database, workspaceId, conversation.id, message.seq),
      chargeKey: `inbound ${messageId} ${target}`,
      signal,
    },
    finish,
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
    if (settled || (await moveLanguage(database, now, prior, believed))) return language;
    now = await findConversation(database, now.workspaceId, now.id);
  }
  return null;
}

type Finishing = {
  conversation: ConversationRow;
  message: MessageRow;
  source: string | null;
  target: string;
  round: number;
};

async function store(
  tx: Tx,
  { changes, clock }: TranslateDeps,
  it: Finishing,
  outcome: Outcome,
): Promise<void> {
  const { conversation, message, source, target, round } = it;
  const patch = patchOf(outcome, target);
  const changed = await changeMessage(
    tx,
    message.workspaceId,
    message.id,
    { originalLanguage: source, ...patch },
    { translationState: ['pending', 'failed'] },
  );
  if (!changed) throw new Error(`the message ${message.id} was translated by somebody else meanwhile`);
  changes.announce(tx, conversation, changed);
  const pause = retryAfterMs[round];
  if (outcome.kind === 'failed' && outcome.problem === 'engines-failed' && pause !== undefined) {
    const payload = { workspaceId: message.workspaceId, messageId: message.id, round: round + 1 };
    await addJob(tx, job, payload, { runAt: clock.now() + pause });
  }
}

function patchOf(outcome: Outcome, target: string): Patch {
  if (outcome.kind === 'none') return { translationState: 'none', translationProblem: null };
  if (outcome.kind === 'failed') return { translationState: 'failed', translationProblem: outcome.problem };
  return {
    translationState: 'done',
    translationProblem: null,
    translation: outcome.text,
    translationLanguage: target,
    characters: outcome.characters,
  };
}
