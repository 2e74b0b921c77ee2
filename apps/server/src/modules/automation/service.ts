import type { AutomationTrial } from '@parley/contract/automation';
import { Batches } from '../../base/batches.ts';
import { isDatabaseGone, type Tx, transaction } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { addJob, type Queue } from '../../base/queue/queue.ts';
import { createVersionedCache } from '../../base/versioned-cache.ts';
import type { ConversationRow, MessageRow } from '../../schema/conversations.ts';
import {
  automaticReplyId,
  type Conversations,
  findMessage,
  lockMessage,
  orderedKey,
  ownTextOf,
  replyAutomatically,
  type SendRulesOf,
} from '../conversations/index.ts';
import type { FilesDeps } from '../files/index.ts';
import { makeSentFile } from '../materials/index.ts';
import type { Translation } from '../translation/index.ts';
import { type CompiledRules, compileRules } from './compiled-rules.ts';
import { appliesTo, contentsToSend, type Decision, decide } from './decision.ts';
import { delayedReply, searchTranslation } from './deferred-jobs.ts';
import { createEarlierJobs } from './earlier-jobs.ts';
import { type RandomByPurpose, randomOfMessage } from './message-random.ts';
import type { MessageKey } from './queries.ts';
import * as queries from './queries.ts';
import { FilesToCopy, prepareParts } from './reply-contents.ts';
import { automationStateOf, welcomeName } from './situation.ts';
import { runTrial, type Trial } from './trial.ts';

export type AutomationDeps = FilesDeps & {
  translation: Translation;
  conversations: Pick<Conversations, 'changes'>;
  queue: Pick<Queue, 'runAfterCommit'>;
  sendRulesOf: SendRulesOf;
};

const keywordName = 'keyword reply';
/** Delays in ms before a pending translation is checked again; after the last the message is left alone. */
const translationPauses = [500, 1_000, 2_000, 5_000, 15_000, 60_000];

export type Automation = ReturnType<typeof createAutomation>;

export function createAutomation(deps: AutomationDeps) {
  const { database } = deps;
  const compiled = createVersionedCache<CompiledRules>();
  const rulesAt = (workspaceId: WorkspaceId, version: number) =>
    compiled(workspaceId, version, async () =>
      compileRules(await queries.readStoredRules(database, workspaceId)),
    );
  const rulesOf = async (workspaceId: WorkspaceId) =>
    rulesAt(workspaceId, await queries.readVersion(database, workspaceId));
  // Concurrent jobs share a statement: one for each would take the connections from incoming messages.
  const arrivals = new Batches<MessageKey, queries.AnswerableMessage | null>({
    run: (keys) => queries.readAnswerable(database, keys),
    failsAll: isDatabaseGone,
  });
  const earlier = createEarlierJobs(database);
  const answerableOf = readsAnswerable(arrivals, rulesAt);
  return {
    /**
     * Answers messages in order, if the rules require it; idempotent. Earlier messages of the conversation whose jobs
     * aren't done are answered first.
     */
    async answerArrivals(workspaceId: WorkspaceId, messageIds: readonly string[]): Promise<void> {
      const answerable = await answerableOf(workspaceId, messageIds);
      const [first] = answerable;
      if (first === undefined) return;
      for (const { messageId, others } of await earlier.arrivals(first.arrival)) {
        await leftToOwnJob(async () => {
          for (const before of await answerableOf(workspaceId, [messageId, ...others]))
            await answerArrival(deps, before, { ahead: true });
        });
      }
      for (const one of answerable) await answerArrival(deps, one, { ahead: false });
    },
    /** Answers a message by the words of its translation, which was pending when it arrived. */
    async answerTranslated(workspaceId: WorkspaceId, messageId: string, round: number): Promise<void> {
      const key = { workspaceId, messageId };
      const arrival = await arrivals.add(key);
      if (arrival === null) return;
      const rules = await rulesAt(workspaceId, arrival.rulesVersion);
      await withFiles(deps, arrival, key, (tx) => answer(tx, deps, rules, { ...key, round, ahead: false }));
    },
    /** Sends a delayed reply if it is still due, after due replies to earlier messages. */
    async answerLater(workspaceId: WorkspaceId, messageId: string, ruleId: string): Promise<void> {
      const arrival = await arrivals.add({ workspaceId, messageId });
      if (arrival === null) return;
      const sendReply = (key: DelayedKey) =>
        withFiles(deps, arrival, key, (tx) => answerLater(tx, deps, key));
      for (const before of await earlier.delayed(arrival))
        await leftToOwnJob(() => sendReply({ ...before, workspaceId }));
      await sendReply({ workspaceId, messageId, ruleId });
    },
    runTrial: async (workspaceId: WorkspaceId, trial: Trial): Promise<AutomationTrial> =>
      runTrial(deps, workspaceId, await rulesOf(workspaceId), trial),
  };
}

type Answerable = { workspaceId: WorkspaceId; arrival: queries.AnswerableMessage; rules: CompiledRules };
type DelayedKey = MessageKey & { ruleId: string };

/** Ignores failures of an earlier message, so that they don't block later ones: its own job fails and is retried. */
const leftToOwnJob = (work: () => Promise<void>): Promise<void> => work().catch(() => undefined);

/** Reads which of these messages may be answered, in order. */
function readsAnswerable(
  arrivals: Batches<MessageKey, queries.AnswerableMessage | null>,
  rulesAt: (workspaceId: WorkspaceId, version: number) => Promise<CompiledRules>,
) {
  return async (workspaceId: WorkspaceId, messageIds: readonly string[]): Promise<Answerable[]> => {
    const keys = messageIds.map((messageId) => ({ workspaceId, messageId }));
    const answerable: Answerable[] = [];
    for (const arrival of await arrivals.addAll(keys)) {
      if (arrival === null) continue;
      const rules = await rulesAt(workspaceId, arrival.rulesVersion);
      if (mayAnswer(arrival, rules)) answerable.push({ workspaceId, arrival, rules });
    }
    return answerable;
  };
}

/**
 * Most rounds of copying files: a copy is deleted with the last message that carries it, so that it may be gone again
 * before a reply uses it.
 */
const maxCopyings = 5;

/**
 * Runs `work` in a transaction that locks the message's conversation. Files are copied between two such transactions,
 * so that the lock isn't held meanwhile.
 */
async function withFiles(
  deps: AutomationDeps,
  { conversationId }: queries.AnswerableMessage,
  { workspaceId }: MessageKey,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  for (let copyings = 0; ; copyings += 1) {
    try {
      return await transaction(deps.database, work, { locks: conversationId });
    } catch (error) {
      if (!(error instanceof FilesToCopy) || copyings === maxCopyings) throw error;
      for (const missing of error.missing) await makeSentFile(deps, workspaceId, missing);
    }
  }
}

/** `ahead`: run before the message's own job, to which anything that is sent later is left. */
function answerArrival(
  deps: AutomationDeps,
  { workspaceId, arrival, rules }: Answerable,
  { ahead }: { ahead: boolean },
): Promise<void> {
  const key = { workspaceId, messageId: arrival.message.id };
  return withFiles(deps, arrival, key, (tx) => answer(tx, deps, rules, { ...key, round: null, ahead }));
}

/** A message that may be answered, with its conversation locked. */
type Trigger = { conversation: ConversationRow; message: MessageRow; arrival: queries.AnswerableMessage };

/**
 * Returns whether a message could be answered, now or once it is translated. Most can't, and need no lock: whatever
 * happens meanwhile only adds reasons not to answer.
 */
function mayAnswer(arrival: queries.AnswerableMessage, rules: CompiledRules): boolean {
  const { state, welcome, keyword } = decideOn(arrival, rules);
  if (state !== 'open') return false;
  return welcome.template !== null || keyword.chosen !== null || awaitsTranslation(arrival, rules);
}

async function answer(
  tx: Tx,
  deps: AutomationDeps,
  rules: CompiledRules,
  { round, ahead, ...key }: MessageKey & { round: number | null; ahead: boolean },
): Promise<void> {
  const trigger = await findTrigger(tx, key);
  if (trigger === null) return;
  const { message, conversation, arrival } = trigger;
  const chance = randomOfMessage(message.id);
  const decision = decideOn(arrival, rules);
  if (decision.state !== 'open') return;
  const { welcome, keyword } = decision;
  const { chosen } = keyword;
  const wanted = [welcome.template?.id, chosen?.rule.id].filter((id) => id !== undefined);
  const stored = await queries.readRules(tx, key.workspaceId, wanted);
  const { subAccountId } = conversation;
  const template = stillFor(subAccountId, stored.get(welcome.template?.id ?? ''));
  const welcomed =
    template === undefined || round !== null
      ? conversation
      : await send(tx, deps, { ...trigger, name: welcomeName }, template, chance);
  const rule = stillFor(subAccountId, stored.get(chosen?.rule.id ?? ''));
  if (rule !== undefined) {
    if (ahead && rule.delaySeconds > 0) return;
    await answerByRule(tx, deps, { ...trigger, conversation: welcomed }, rule, chance);
  } else if (!ahead && chosen === null && awaitsTranslation(arrival, rules)) {
    await waitForTranslation(tx, deps, { ...key, round: round ?? 0 });
  }
}

/**
 * Returns the current rule, unless the owner has disabled it or limited it to other sub-accounts since it was chosen.
 */
function stillFor(
  subAccountId: string,
  rule: queries.RuleToSend | undefined,
): queries.RuleToSend | undefined {
  if (rule === undefined) return undefined;
  const range = rule.subAccountIds && new Set(rule.subAccountIds);
  return appliesTo({ enabled: rule.enabled, subAccountIds: range }, subAccountId) ? rule : undefined;
}

function decideOn(
  { message, subAccountId, situation }: queries.AnswerableMessage,
  rules: CompiledRules,
): Decision {
  const { translation } = message;
  const original = ownTextOf(message.kind, message.original);
  return decide({ subAccountId, situation, original, translation }, rules, randomOfMessage(message.id));
}

/** Returns whether a translation is pending that a rule could answer. */
const awaitsTranslation = (
  { message, subAccountId }: queries.AnswerableMessage,
  rules: CompiledRules,
): boolean =>
  message.translationState === 'pending' &&
  rules.keywordRules.some((rule) => rule.matchTranslation && appliesTo(rule, subAccountId));

async function findTrigger(tx: Tx, key: MessageKey): Promise<Trigger | null> {
  // Locked, so that concurrent arrivals of a conversation are decided one after the other: the second sees the first
  // one's reply.
  const locked = await lockMessage(tx, key.workspaceId, key.messageId);
  if (locked === null) return null;
  const [arrival] = await queries.readAnswerable(tx, [key]);
  return arrival ? { ...locked, arrival } : null;
}

async function answerByRule(
  tx: Tx,
  deps: AutomationDeps,
  trigger: Trigger,
  rule: queries.RuleToSend,
  chance: RandomByPurpose,
): Promise<void> {
  if (rule.delaySeconds === 0) {
    await send(tx, deps, { ...trigger, name: keywordName }, rule, chance);
    return;
  }
  const { workspaceId, id: messageId, createdAt } = trigger.message;
  const runAt = createdAt.getTime() + rule.delaySeconds * 1_000;
  const payload = { workspaceId, messageId, ruleId: rule.id };
  await addJob(tx, delayedReply, payload, { runAt, key: orderedKey(delayedReply.name, trigger.message) });
}

/** Checks again before sending: a person may have answered, or the owner may have changed or disabled the rule. */
async function answerLater(tx: Tx, deps: AutomationDeps, { ruleId, ...key }: DelayedKey): Promise<void> {
  const trigger = await findTrigger(tx, key);
  if (trigger === null || automationStateOf(trigger.arrival.situation) !== 'open') return;
  const stored = (await queries.readRules(tx, key.workspaceId, [ruleId])).get(ruleId);
  const rule = stillFor(trigger.conversation.subAccountId, stored);
  if (rule === undefined) return;
  await send(tx, deps, { ...trigger, name: keywordName }, rule, randomOfMessage(key.messageId));
}

async function send(
  tx: Tx,
  deps: AutomationDeps,
  { conversation, message, name }: Trigger & { name: string },
  rule: queries.RuleToSend,
  chance: RandomByPurpose,
): Promise<ConversationRow> {
  // Already sent: no file is marked as in use for it again.
  if (await findMessage(tx, conversation.workspaceId, automaticReplyId(name, message.id)))
    return conversation;
  return replyAutomatically(
    tx,
    { ...deps, changes: deps.conversations.changes },
    {
      conversation,
      triggeredBy: message.id,
      name,
      parts: await prepareParts(tx, conversation, contentsToSend(rule, chance)),
      mode: rule.send === 'original' ? 'original' : 'translate',
    },
  );
}

/** Adds a job that checks again a little later. */
async function waitForTranslation(
  tx: Tx,
  { clock }: AutomationDeps,
  { workspaceId, messageId, round }: MessageKey & { round: number },
): Promise<void> {
  const pause = translationPauses[round];
  if (pause === undefined) return;
  const payload = { workspaceId, messageId, round: round + 1 };
  await addJob(tx, searchTranslation, payload, { runAt: clock.now() + pause });
}
