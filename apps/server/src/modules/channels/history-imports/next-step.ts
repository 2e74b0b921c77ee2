/** The rules of an import: what is stored of what the platform hands out, and what comes next. Pure. */
import {
  type HistoryBatch,
  type HistoryTrouble,
  historyLimits,
  type InboundMessage,
} from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import type { HistoryImportRow } from '../../../schema/channels/history-imports.ts';

export type ImportProgress = Pick<
  HistoryImportRow,
  'position' | 'since' | 'pages' | 'messages' | 'read' | 'total' | 'oldestAt' | 'troubles' | 'troubledAt'
>;

/** The most that one import takes; the rest of a longer history comes with none. */
export const importLimits = { messages: 500_000, pages: 25_000 };

/** ms: the first pause after trouble, the longest, and how long an import is tried without any success. */
const patience = { first: 5_000, longest: 600_000, all: 24 * 3_600_000 };

export type NextStep =
  | {
      kind: 'store';
      messages: readonly InboundMessage[];
      position: string | null;
      /** Null: there is more. */
      end: { limited: boolean } | null;
      oldestAt: number | null;
      /** The platform's entries that were read so far, and the number of all; null: unknown. */
      read: number;
      total: number | null;
    }
  | { kind: 'pause'; reason: string; retryAfterMs: number }
  | { kind: 'fail'; reason: string };

export function nextStep(
  progress: ImportProgress,
  step: HistoryBatch | HistoryTrouble,
  now: number,
): NextStep {
  if (!step.ok) return afterTrouble(progress, step, now);
  const fault = faultIn(progress, step);
  if (fault !== null) return { kind: 'fail', reason: fault };
  const since = progress.since?.getTime() ?? Number.NEGATIVE_INFINITY;
  // Messages without a time are no older.
  const messages = step.messages.filter(({ sentAt }) => !(sentAt < since));
  // Chats may take turns on a page: it is the last only if all of it is too old.
  const isOver = step.position === null || (step.messages.length > 0 && messages.length === 0);
  const limited =
    !isOver &&
    (progress.messages + messages.length >= importLimits.messages ||
      progress.pages + 1 >= importLimits.pages);
  const oldest = Math.min(
    progress.oldestAt?.getTime() ?? Number.POSITIVE_INFINITY,
    ...messages.map(({ sentAt }) => sentAt).filter((at) => at >= 0 && at <= now),
  );
  return {
    kind: 'store',
    messages,
    position: step.position,
    end: isOver || limited ? { limited } : null,
    oldestAt: Number.isFinite(oldest) ? oldest : null,
    read: Math.min(mostEntries, progress.read + (figureOf(step.entries) ?? step.messages.length)),
    total: figureOf(step.total) ?? progress.total,
  };
}

/** Of a history: more can't be stored, and is no number of messages. */
const mostEntries = 2_000_000_000;

/** Returns a number of entries as a row can hold it; null: it is none. */
const figureOf = (given: number | undefined): number | null =>
  given !== undefined && Number.isInteger(given) && given >= 0 && given <= mostEntries ? given : null;

/** A text of the database can't hold it. */
const nul = '\u0000';

/** Returns why a page can't be what a platform's history has; null: it can. */
function faultIn({ position: before }: ImportProgress, step: HistoryBatch): PlatformFault | null {
  const { messages, position } = step;
  if (messages.length > historyLimits.messages) return 'platform-flooding';
  const isStorable =
    position === null || (position.length <= historyLimits.positionLength && !position.includes(nul));
  if (!isStorable) return 'platform-unreadable';
  return position !== null && position === before ? 'history-endless' : null;
}

function afterTrouble(
  { troubles, troubledAt }: ImportProgress,
  { outcome, reason, retryAfterMs = 0 }: HistoryTrouble,
  now: number,
): NextStep {
  if (outcome === 'refused') return { kind: 'fail', reason };
  if (troubledAt !== null && now - troubledAt.getTime() > patience.all) return { kind: 'fail', reason };
  const pause = Math.min(patience.longest, patience.first * 2 ** Math.min(troubles, 10));
  return {
    kind: 'pause',
    reason,
    retryAfterMs: retryAfterMs > pause ? Math.min(retryAfterMs, 6 * patience.longest) : pause,
  };
}
