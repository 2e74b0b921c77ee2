import { expect, it } from 'vitest';
import { messageWith, sampleConversationId, sampleId } from '../fixtures/samples.ts';
import type { OutboxEntry } from '../sending/outbox.ts';
import { timeline } from './timeline.ts';

const noon = new Date(2026, 2, 1, 12).getTime();
const minute = 60_000;
const waiting = (n: number, at: number, refusal: string | null = null): OutboxEntry => ({
  id: sampleId(n),
  conversationId: sampleConversationId,
  text: 'soon',
  mode: 'translate',
  at,
  refusal,
});
const outline = (...args: Parameters<typeof timeline>) =>
  timeline(...args).map((item) =>
    item.kind === 'day' ? 'day' : `${item.kind}${item.joined ? ' joined' : ''}`,
  );

it('separates the reader’s days and joins consecutive messages of one side', () => {
  const messages = [
    messageWith({ seq: 1, sentAt: noon - 24 * 60 * minute }),
    messageWith({ seq: 2, sentAt: noon }),
    messageWith({ seq: 3, sentAt: noon + minute }),
    messageWith({ seq: 4, sentAt: noon + 2 * minute, direction: 'out' }),
    messageWith({ seq: 5, sentAt: noon + 20 * minute, direction: 'out' }),
  ];
  expect(outline(messages, [])).toEqual([
    'day',
    'message',
    'day',
    'message',
    'message joined',
    'message',
    'message',
  ]);
});

it('shows waiting messages after all others, and nothing twice', () => {
  const messages = [messageWith({ seq: 1, sentAt: noon, direction: 'out' })];
  expect(outline(messages, [waiting(1, noon), waiting(2, noon + minute)])).toEqual([
    'day',
    'message',
    'waiting joined',
  ]);
});

it('distinguishes a refused message from one that is being sent', () => {
  const shown = timeline([], [waiting(1, noon), waiting(2, noon, 'No such conversation')]).flatMap((item) =>
    item.kind === 'waiting' ? [[item.shown.delivery, item.shown.deliveryProblem]] : [],
  );
  expect(shown).toEqual([
    ['sending', null],
    ['failed', 'No such conversation'],
  ]);
});

it('joins consecutive messages of one group member, but not of two', () => {
  const of = (seq: number, id: number) =>
    messageWith({ seq, sentAt: 1_000 * seq, sender: { id: sampleId(id), name: 'Member' } });
  const items = timeline([of(1, 1), of(2, 1), of(3, 2)], []);
  expect(items.flatMap((item) => (item.kind === 'message' ? [item.joined] : []))).toEqual([
    false,
    true,
    false,
  ]);
});
