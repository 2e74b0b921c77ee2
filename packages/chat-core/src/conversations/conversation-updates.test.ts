import type { RealtimeHandlers } from '@parley/api-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { sampleId } from '../fixtures/samples.ts';
import { createLive } from '../live.ts';
import { followConversations } from './conversation-updates.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow() {
  let socket: RealtimeHandlers = {};
  const live = createLive((handlers) => {
    socket = handlers;
    return { connected: true, retryNow: () => undefined, close: () => undefined };
  });
  live.start();
  const asked: string[] = [];
  const stop = followConversations(
    live,
    {
      known: () => undefined,
      ofFan: () => new Set(),
      show: () => undefined,
      refresh: (id) => asked.push(id),
      refreshAll: () => asked.push('all'),
    },
    systemClock,
  );
  const wake = (from: number, count: number) => {
    for (let n = from; n < from + count; n += 1)
      socket.conversation?.({ conversationId: sampleId(n), readSeq: 0, unread: 0 });
  };
  return { asked, stop, wake, move: () => socket.accountMoved?.({ socialAccountId: sampleId(90) }) };
}

it('requests each conversation of a burst of events once', () => {
  const { asked, wake } = follow();
  wake(1, 3);
  wake(1, 3);
  vi.advanceTimersByTime(400);
  expect(asked).toEqual([1, 2, 3].map(sampleId));
});

it('requests the list instead of many conversations, such as those whose snoozes end together', () => {
  const { asked, wake } = follow();
  for (let second = 0; second < 10; second += 1) {
    wake(1 + second * 400, 400);
    vi.advanceTimersByTime(1_000);
  }
  vi.advanceTimersByTime(10_000);
  expect(asked.every((what) => what === 'all')).toBe(true);
  expect(asked.length).toBeLessThan(10);
  wake(7, 1);
  vi.advanceTimersByTime(400);
  expect(asked.at(-1)).toBe(sampleId(7));
});

it('requests the list when a social account was moved with its conversations', () => {
  const { asked, move } = follow();
  move();
  vi.advanceTimersByTime(400);
  expect(asked).toEqual(['all']);
});

it('requests nothing once it is stopped', () => {
  const { asked, stop, wake } = follow();
  wake(1, 1);
  wake(2, 400);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(asked).toEqual([]);
});
