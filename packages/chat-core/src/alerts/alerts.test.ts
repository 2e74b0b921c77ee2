import type { RealtimeHandlers } from '@parley/api-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { sampleConversationId as here, messageWith, sampleId } from '../fixtures/samples.ts';
import { createLive } from '../live.ts';
import { followAlerts } from './alerts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const muted = sampleId(0xa1);

/** Opens pages of one browser: each has a socket, and a message posted by one reaches the others. */
function openPages(count: number) {
  const receivers = new Map<number, (message: unknown) => void>();
  const noticed: string[] = [];
  const watched = new Set<number>();
  const pages = Array.from({ length: count }, (_, page) => {
    let socket: RealtimeHandlers = {};
    const live = createLive((handlers) => {
      socket = handlers;
      return { connected: true, retryNow: () => undefined, close: () => undefined };
    });
    live.start();
    const alerts = followAlerts({
      live,
      clock: systemClock,
      scene: {
        groups: () => 'mentions' as const,
        isMuted: (id) => id === muted,
        isWatched: () => watched.has(page),
      },
      port: {
        show: (shown) =>
          noticed.push(`${page}: ${'handedOver' in shown ? shown.handedOver.from : shown.original}`),
        close: () => noticed.push(`${page}: closed`),
        tone: () => noticed.push(`${page}: tone`),
      },
      others: {
        post(message) {
          for (const [at, receive] of receivers) if (at !== page) receive(message);
        },
        listen: (receive) => void receivers.set(page, receive),
        close: () => receivers.delete(page),
      },
      rank: () => `page-${page}`,
    });
    return { alerts, socket: () => socket, post: (message: unknown) => receivers.get(page)?.(message) };
  });
  const write = (seq: number, at = pages) => {
    const message = messageWith({ seq, sentAt: Date.now() });
    for (const { socket } of at)
      socket().changed?.({ conversationId: here, socialAccountId: sampleId(0xa0), seq, message });
  };
  return { pages, noticed, watched, write };
}

it('alerts once however many pages are open, until the conversation is read', () => {
  const { pages, noticed, write } = openPages(3);
  write(1);
  vi.advanceTimersByTime(200);
  expect(noticed).toEqual(['0: tone', '0: text 1']);
  for (const { socket } of pages) socket().conversation?.({ conversationId: here, readSeq: 0, unread: 1 });
  expect(noticed).toHaveLength(2);
  for (const { socket } of pages) socket().conversation?.({ conversationId: here, readSeq: 1, unread: 0 });
  expect(noticed.slice(2)).toEqual(['0: closed']);
});

it('alerts once to a hand-over, unless its account is muted', () => {
  const { pages, noticed } = openPages(2);
  const handOver = (n: number, given: { takenBack?: boolean; socialAccountId?: string } = {}) => {
    const event = {
      id: sampleId(n),
      conversationId: sampleId(0x100 + n),
      socialAccountId: sampleId(0xa0),
      seq: 4,
    };
    for (const { socket } of pages)
      socket().handedOver?.({ ...event, from: 'Spain', authorName: null, takenBack: false, ...given });
    vi.advanceTimersByTime(200);
  };
  handOver(1, { takenBack: true });
  handOver(2, { socialAccountId: muted });
  handOver(3);
  expect(noticed).toEqual(['0: tone', '0: Spain']);
});

it('alerts in no page while one of them shows the conversation', () => {
  const { noticed, watched, write } = openPages(2);
  watched.add(1);
  write(1);
  vi.advanceTimersByTime(5000);
  expect(noticed).toEqual([]);
});

it('leaves alerts to the next page when one closes together with its notifications', () => {
  const { pages, noticed, write } = openPages(2);
  write(1);
  vi.advanceTimersByTime(200);
  pages[0]?.alerts.close();
  expect(noticed.slice(2)).toEqual(['0: closed']);
  vi.advanceTimersByTime(2000);
  write(2);
  vi.advanceTimersByTime(200);
  expect(noticed.slice(3)).toEqual(['1: tone', '1: text 2']);
});

it.each([null, 7, 'x', 'a b c'])('ignores messages on the channel that aren’t claims: %s', (message) => {
  const { pages, noticed, write } = openPages(1);
  pages[0]?.post(message);
  write(1);
  vi.advanceTimersByTime(200);
  expect(noticed).toHaveLength(2);
});
