/** The rules of an import as pure functions: which messages of a page are stored, and what happens next. */
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

/** Most messages and pages of one import; the rest of a longer history is never imported. */
export const importLimits = { messages: 500_000, pages: 25_000 };

/** In ms: the first and the longest backoff, and how long an import is retried without any success. */
const patience = { first: 5_000, longest: 600_000, all: 24 * 3_600_000 };

export type ImportStep =
  | {
      kind: 'store';
      messages: readonly InboundMessage[];
      position: string | null;
      /** Null when there are more pages. */
      end: { limited: boolean } | null;
      oldestAt: number | null;
      /** The number of the platform's entries read so far, and their total; null when unknown. */
      read: number;
      total: number | null;
    }
  | { kind: 'pause'; reason: string; retryAfterMs: number }
  | { kind: 'fail'; reason: string };

export function nextImportStep(
  progress: ImportProgress,
  step: HistoryBatch | HistoryTrouble,
  now: number,
): ImportStep {
  if (!step.ok) return afterTrouble(progress, step, now);
  const fault = faultIn(progress, step);
  if (fault !== null) return { kind: 'fail', reason: fault };
  const since = progress.since?.getTime() ?? Number.NEGATIVE_INFINITY;
  // A message without a time isn't taken for too old.
  const messages = step.messages.filter(({ sentAt }) => !(sentAt < since));
  // A page may mix chats, so it is the last one only if all of its messages are too old.
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
    read: Math.min(maxEntries, progress.read + (figureOf(step.entries) ?? step.messages.length)),
    total: figureOf(step.total) ?? progress.total,
  };
}

/** Largest number of entries that is plausible for a history and fits the column. */
const maxEntries = 2_000_000_000;

/** Returns a number of entries that a row can store; null for any other value. */
const figureOf = (given: number | undefined): number | null =>
  given !== undefined && Number.isInteger(given) && given >= 0 && given <= maxEntries ? given : null;

/** PostgreSQL can't store it in a text. */
const nul = '\u0000';

/** Returns why a page is invalid; null when it is valid. */
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
): ImportStep {
  if (outcome === 'refused') return { kind: 'fail', reason };
  if (troubledAt !== null && now - troubledAt.getTime() > patience.all) return { kind: 'fail', reason };
  const pause = Math.min(patience.longest, patience.first * 2 ** Math.min(troubles, 10));
  return {
    kind: 'pause',
    reason,
    retryAfterMs: retryAfterMs > pause ? Math.min(retryAfterMs, 6 * patience.longest) : pause,
  };
}
