/** What stands in the chat pane, in order. Pure. */
import type { Message } from '@parley/contract';
import type { ShownMessage } from '@parley/ui';
import type { OutboxEntry } from './outbox.ts';

export type TimelineItem =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'message'; key: string; message: Message; joined: boolean }
  | { kind: 'waiting'; key: string; entry: OutboxEntry; shown: ShownMessage; joined: boolean };

/** Messages of one side stand together when they follow within this time. */
const joinedWithinMs = 3 * 60_000;

function dayOf(at: number): string {
  return new Date(at).toDateString();
}

/** A message that the server hasn't taken yet, as it will look. */
function asShown(entry: OutboxEntry): ShownMessage {
  return {
    direction: 'out',
    kind: 'text',
    original: entry.text,
    originalLanguage: null,
    translation: null,
    translationLanguage: null,
    translationState: 'none',
    translationProblem: null,
    characters: 0,
    delivery: entry.refusal === null ? 'sending' : 'failed',
    deliveryProblem: entry.refusal,
    automatic: false,
    erased: false,
    sentAt: entry.at,
  };
}

/**
 * Messages by place, then what waits in the outbox by age; what the server has taken stands once, as the
 * server's. A separator stands wherever the reader's day changes.
 */
export function timeline(messages: readonly Message[], waiting: readonly OutboxEntry[]): TimelineItem[] {
  const items: TimelineItem[] = [];
  const known = new Set(messages.map((message) => message.id));
  let before: { at: number; direction: string } | null = null;
  const lead = (key: string, at: number, direction: string): boolean => {
    const newDay = before === null || dayOf(before.at) !== dayOf(at);
    if (newDay) items.push({ kind: 'day', key: `day-${key}`, at });
    const joined = !newDay && before?.direction === direction && Math.abs(at - before.at) < joinedWithinMs;
    before = { at, direction };
    return joined;
  };
  for (const message of messages) {
    const joined = lead(message.id, message.sentAt, message.direction);
    items.push({ kind: 'message', key: message.id, message, joined });
  }
  for (const entry of waiting) {
    if (known.has(entry.id)) continue;
    const joined = lead(entry.id, entry.at, 'out');
    items.push({ kind: 'waiting', key: entry.id, entry, shown: asShown(entry), joined });
  }
  return items;
}
