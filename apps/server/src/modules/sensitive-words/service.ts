/** Searches messages by the workspaces' rules, and records the finds in the transaction that caused the search. */
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
  /** The original of a translation. */
  original?: string;
  /**
   * The message (for a comment: the rating) that has or will have the text; `version` identifies one of its texts, each
   * recorded once.
   */
  message: { id: string; version: string; withheld: boolean };
};
/** `fresh`: finds that are not in the text's original as well, where links and names often recur. */
type FoundByRule = RuleFinds & { fresh: RuleFinds['finds'] };
export type Finding = { text: SearchedText; rules: readonly FoundByRule[] };

/** The versions of workspaces' rules; workspaces that never had any are missing. */
export type RuleVersions = ReadonlyMap<WorkspaceId, number>;

export type SensitiveWords = {
  /** Returns the versions for a `search` that must not wait for them: read together with something else, in its transaction. */
  versionsOf(handle: Handle, workspaceIds: readonly WorkspaceId[]): Promise<RuleVersions>;
  /**
   * Returns what the enabled rules find. When none of these workspaces has rules, it costs one short query, and with
   * `known` versions none.
   */
  search(handle: Handle, texts: readonly SearchedText[], known?: RuleVersions): Promise<Finding[]>;
  /** Records findings, each once, and notifies the owner's consoles of alerts. */
  record(tx: Tx, findings: readonly Finding[]): Promise<void>;
  /** Records findings that refuse a message. */
  recordRefused(tx: Tx, findings: readonly Finding[]): Promise<void>;
  rulesOf(handle: Handle, workspaceId: WorkspaceId): Promise<CompiledWordRules | null>;
};

/** UTF-16 units searched before yielding to the event loop; a single text is not split. */
const maxLetters = 20_000;

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
    versionsOf: (handle, workspaceIds) => readVersions(handle, [...new Set(workspaceIds)]),
    async search(handle, texts, known) {
      const visible = texts.filter(({ text }) => text.trim() !== '');
      if (visible.length === 0) return [];
      const versions =
        known ?? (await readVersions(handle, [...new Set(visible.map((one) => one.workspaceId))]));
      const findings: Finding[] = [];
      let letters = 0;
      for (const text of visible) {
        // Yields to the event loop, because a batch may contain a hundred long texts.
        letters += text.text.length;
        if (letters > maxLetters) {
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

/** Returns the texts that keep an agent's messages from being sent, without duplicates. */
export function blockedTexts(findings: readonly Finding[]): string[] {
  const blocking = findings.flatMap(({ text, rules }) =>
    rules.filter(({ rule }) => actionFor(rule.action, text.sender) === 'block'),
  );
  return [...new Set(blocking.flatMap(({ finds }) => finds.map(({ text }) => text)))];
}

/** Returns the refusal shown to an agent: the texts found, one per line, but not the rules. */
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

/** Returns records of only the rules that refuse a message; the others are recorded once it is sent. */
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
