/** Searches messages by the workspaces' rules, and records what is found in the transaction of its cause. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { SensitiveFoundIn } from '@parley/contract/sensitive-words';
import type { Clock } from '../../base/clock.ts';
import type { Handle, Tx } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { createVersionedCache } from '../../base/versioned-cache.ts';
import { type CompiledWordRules, compileRules } from './compiled-rules.ts';
import { insertRecords, type NewRecord, recordId } from './records/store.ts';
import { readEnabledRules, readVersions } from './rules/queries.ts';
import { actionFor, createExcerpts, type RuleFinds, searchText, type TextSender } from './search-text.ts';

/** A text of a conversation. */
export type SearchedText = {
  workspaceId: WorkspaceId;
  conversationId: string;
  subAccountId: string;
  sender: TextSender;
  foundIn: SensitiveFoundIn;
  text: string;
  /** Of a translation: what it translates. */
  original?: string;
  /** The message (of a comment: the rating) that has it, or is to have it; `version`: which of its texts this is, each recorded once. */
  message: { id: string; version: string; withheld: boolean };
};
/** `fresh`: those that the text's original doesn't have, too: links and names are often found in both. */
type FoundByRule = RuleFinds & { fresh: RuleFinds['finds'] };
export type Finding = { text: SearchedText; rules: readonly FoundByRule[] };

export type SensitiveWords = {
  /** Returns what the enabled rules find. Costs one short query if no workspace of these has rules. */
  search(handle: Handle, texts: readonly SearchedText[]): Promise<Finding[]>;
  /** Records findings, each once, and notifies the owner's consoles of alerts. */
  record(tx: Tx, findings: readonly Finding[]): Promise<void>;
  /** Records findings that refuse a message. */
  recordRefused(tx: Tx, findings: readonly Finding[]): Promise<void>;
  rulesOf(handle: Handle, workspaceId: WorkspaceId): Promise<CompiledWordRules | null>;
};

/** UTF-16 units that are searched in one turn of the event loop; one text is searched whole. */
const mostLetters = 20_000;

export function createSensitiveWords({
  realtime,
  clock,
}: {
  realtime: RealtimeServer;
  clock: Clock;
}): SensitiveWords {
  const compiled = createVersionedCache<CompiledWordRules>();
  const rulesAt = (handle: Handle, workspaceId: WorkspaceId, version: number | undefined) =>
    version === undefined
      ? null
      : compiled(workspaceId, version, async () => compileRules(await readEnabledRules(handle, workspaceId)));
  const store = async (tx: Tx, records: readonly NewRecord[]) => {
    if (records.length === 0) return;
    const alerts = await insertRecords(tx, records, clock.now());
    tx.afterCommit(() => {
      for (const [workspaceId, count] of alerts)
        if (count > 0) realtime.console(workspaceId).emit('sensitiveWords', { alerts: count });
    });
  };
  return {
    async search(handle, texts) {
      const visible = texts.filter(({ text }) => text.trim() !== '');
      if (visible.length === 0) return [];
      const versions = await readVersions(handle, [...new Set(visible.map((one) => one.workspaceId))]);
      const findings: Finding[] = [];
      let letters = 0;
      for (const text of visible) {
        // A batch can have a hundred long texts: others have their turn in between.
        letters += text.text.length;
        if (letters > mostLetters) {
          letters = text.text.length;
          await setImmediate();
        }
        const rules = await rulesAt(handle, text.workspaceId, versions.get(text.workspaceId));
        const found = rules === null ? [] : findIn(rules, text);
        if (found.length > 0) findings.push({ text, rules: found });
      }
      return findings;
    },
    record: (tx, findings) => store(tx, findings.flatMap(recordsOf)),
    recordRefused: (tx, findings) => store(tx, findings.flatMap(refusedRecordsOf)),
    async rulesOf(handle, workspaceId) {
      return rulesAt(handle, workspaceId, (await readVersions(handle, [workspaceId])).get(workspaceId));
    },
  };
}

function findIn(rules: CompiledWordRules, text: SearchedText): FoundByRule[] {
  const found = searchText(rules, text.text, text);
  if (found.length === 0 || text.original === undefined)
    return found.map((one) => ({ ...one, fresh: one.finds }));
  const before = new Map(searchText(rules, text.original, text).map(({ rule, finds }) => [rule, finds]));
  return found.map(({ rule, finds }) => {
    const known = new Set(before.get(rule)?.map((find) => find.text));
    return { rule, finds, fresh: finds.filter((find) => !known.has(find.text)) };
  });
}

/** Returns the texts that keep an agent's messages from being sent, each once. */
export function blockedTexts(findings: readonly Finding[]): string[] {
  const blocking = findings.flatMap(({ text, rules }) =>
    rules.filter(({ rule }) => actionFor(rule.action, text.sender) === 'block'),
  );
  return [...new Set(blocking.flatMap(({ finds }) => finds.map(({ text }) => text)))];
}

/** The refusal that an agent is answered with: the found texts, one a line, and not by which rule. */
export const sensitiveRefusal = (findings: readonly Finding[]): AppError =>
  new AppError('message.sensitive', { details: { found: blockedTexts(findings).slice(0, 20).join('\n') } });

function recordsOf({ text, rules }: Finding): NewRecord[] {
  const { message, sender, foundIn } = text;
  const fresh = rules.filter((found) => found.fresh.length > 0);
  const cut = createExcerpts(text.text);
  return fresh.map((found) => ({
    ...recordOf(text, { ...found, finds: found.fresh }, cut),
    id: recordId(message.id, message.version, found.rule.id, foundIn),
    action: actionFor(found.rule.action, sender),
    messageId: message.id,
  }));
}

/** Of a refused message only the rules that refuse it are on record: the others would be once it is sent. */
function refusedRecordsOf({ text, rules }: Finding): NewRecord[] {
  const { message, foundIn } = text;
  const hash = createHash('sha256').update(text.text).digest('hex');
  const cut = createExcerpts(text.text);
  return rules
    .filter(({ rule }) => rule.action === 'block')
    .map((found) => ({
      ...recordOf(text, found, cut),
      id: recordId('refused', message.id, hash, found.rule.id, foundIn),
      action: 'block',
      messageId: null,
    }));
}

function recordOf(
  { workspaceId, conversationId, subAccountId, sender, foundIn, message }: SearchedText,
  { rule, finds }: RuleFinds,
  cut: ReturnType<typeof createExcerpts>,
): Omit<NewRecord, 'id' | 'action' | 'messageId'> {
  return {
    workspaceId,
    conversationId,
    subAccountId,
    foundIn,
    finds,
    ruleId: rule.id,
    ruleTitle: rule.title,
    direction: sender === 'customer' ? 'in' : 'out',
    excerpt: cut(finds),
    withheld: message.withheld,
  };
}
