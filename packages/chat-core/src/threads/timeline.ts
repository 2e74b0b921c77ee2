/** The items of a conversation's timeline: days, messages, and messages waiting to be sent. */
import { type Message, mediaKindOf, uploadedAttachment } from '@parley/contract/conversations';
import type { OutboxEntry } from '../sending/outbox.ts';

export type TimelineItem =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'message'; key: string; message: Message; joined: boolean }
  | { kind: 'waiting'; key: string; entry: OutboxEntry; shown: WaitingMessage; joined: boolean };

/** A message that the server hasn't accepted yet, in the shape of a shown message. */
export type WaitingMessage = Omit<Message, 'id' | 'conversationId' | 'seq' | 'changedSeq' | 'delivery'> & {
  delivery: 'sending' | 'failed';
};

/** Consecutive messages of one side (in a group, of one member) are joined within this time. */
const joinedWithinMs = 3 * 60_000;

function dayOf(at: number): string {
  return new Date(at).toDateString();
}

function asShown(entry: OutboxEntry): WaitingMessage {
  return {
    direction: 'out',
    kind: entry.file ? mediaKindOf(entry.file.contentType, entry.file.voice) : 'text',
    original: entry.text,
    attachment: entry.file ? uploadedAttachment(entry.file) : null,
    originalLanguage: null,
    translation: null,
    translationLanguage: null,
    translationState: 'none',
    translationProblem: null,
    characters: 0,
    delivery: entry.refusal === null ? 'sending' : 'failed',
    deliveryProblem: entry.refusal,
    automatic: false,
    author: null,
    sender: null,
    mentions: [],
    elsewhere: false,
    erased: false,
    editedAt: null,
    deletedAt: null,
    replyTo: entry.replyTo ?? null,
    reactions: [],
    change: null,
    template: entry.template
      ? {
          name: entry.template.name,
          language: entry.template.language,
          translation: null,
          translationLanguage: null,
        }
      : null,
    sentAt: entry.at,
  };
}

/**
 * Returns the messages by place, then those waiting in the outbox by age. A message that the server has accepted
 * appears once, in the server's version. Each change of day, in the reader's zone, is a separate item.
 */
export function timeline(messages: readonly Message[], waiting: readonly OutboxEntry[]): TimelineItem[] {
  const items: TimelineItem[] = [];
  const known = new Set(messages.map((message) => message.id));
  let before: { at: number; by: string } | null = null;
  const lead = (key: string, at: number, by: string): boolean => {
    const newDay = before === null || dayOf(before.at) !== dayOf(at);
    if (newDay) items.push({ kind: 'day', key: `day-${key}`, at });
    const joined = !newDay && before?.by === by && Math.abs(at - before.at) < joinedWithinMs;
    before = { at, by };
    return joined;
  };
  for (const message of messages) {
    const joined = lead(message.id, message.sentAt, message.sender?.id ?? message.direction);
    items.push({ kind: 'message', key: message.id, message, joined });
  }
  for (const entry of waiting) {
    if (known.has(entry.id)) continue;
    const joined = lead(entry.id, entry.at, 'out');
    items.push({ kind: 'waiting', key: entry.id, entry, shown: asShown(entry), joined });
  }
  return items;
}
