import type { Client, RealtimeHandlers } from '@parley/api-client';
import type { ColleagueAct } from '@parley/contract/conversations';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { sampleConversationId as here, sampleId } from '../fixtures/samples.ts';
import { createLive } from '../live.ts';
import { followColleagues } from './colleagues.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Given = { page?: string; person?: string; conversationId?: string; name?: string | null };

function follow() {
  let socket: RealtimeHandlers = {};
  const live = createLive((handlers) => {
    socket = handlers;
    return { connected: true, retryNow: () => undefined, close: () => undefined };
  });
  live.start();
  const acts: ColleagueAct[] = [];
  const client = {
    call: async (_: unknown, { body }: { body: { act: ColleagueAct } }) => void acts.push(body.act),
    // No other part of the client is used here.
  } as unknown as Client;
  const options = { client, live, clock: systemClock, page: sampleId(1), name: () => 'Ana' };
  const colleagues = followColleagues(options, here);
  colleagues.show(true);
  const signal = (act: ColleagueAct, given: Given = {}) =>
    socket.colleague?.({
      conversationId: here,
      person: 'bea',
      page: sampleId(2),
      name: 'Bea',
      act,
      ...given,
    });
  const list = () =>
    colleagues.list.get().map(({ name, replying }) => `${name}${replying ? ' replies' : ''}`);
  return { ...colleagues, acts, signal, list, connect: () => socket.onConnect?.() };
}

it('sends an agent’s presence once while the agent is alone', async () => {
  const { acts } = follow();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(acts).toEqual(['viewing']);
});

it('answers a newcomer, repeats itself while the newcomer stays, and stops when alone again', async () => {
  const { acts, signal, list } = follow();
  await vi.advanceTimersByTimeAsync(60_000);
  signal('viewing');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(acts).toEqual(['viewing', 'viewing']);
  signal('viewing');
  await vi.advanceTimersByTimeAsync(11_500);
  expect(acts).toHaveLength(4);
  expect(list()).toEqual(['Bea']);
  signal('left');
  expect(list()).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(acts.length).toBeLessThanOrEqual(5);
});

it('forgets a colleague whose client has died within 15 seconds', async () => {
  const { signal, list } = follow();
  signal('replying');
  await vi.advanceTimersByTimeAsync(14_999);
  expect(list()).toEqual(['Bea replies']);
  await vi.advanceTimersByTimeAsync(1);
  expect(list()).toEqual([]);
});

it('shows a person with two pages once, repliers first, and no one from other conversations', () => {
  const { signal, list } = follow();
  signal('viewing', { person: 'cleo', page: sampleId(4), name: null });
  signal('viewing');
  signal('replying', { page: sampleId(3) });
  signal('replying', { conversationId: sampleId(9), person: 'eve', page: sampleId(5), name: 'Eve' });
  expect(list()).toEqual(['Bea replies', 'null']);
});

it('keeps a colleague whose page’s id another person signals', () => {
  const { signal, list } = follow();
  signal('replying');
  signal('viewing', { person: 'cleo', name: 'Cleo' });
  expect(list()).toEqual(['Bea replies', 'Cleo']);
  signal('left', { person: 'cleo' });
  expect(list()).toEqual(['Bea replies']);
});

it('signals a reply once when it is begun, and withdraws the signal after a pause', async () => {
  const { acts, writing } = follow();
  for (const _ of 'hello') writing(true);
  expect(acts).toEqual(['viewing', 'replying']);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(acts.at(-1)).toBe('viewing');
  writing(true);
  writing(false);
  expect(acts).toEqual(['viewing', 'replying', 'viewing', 'replying', 'viewing']);
});

it('leaves with the page and keeps silent until it is on the screen again', async () => {
  const { acts, show, signal, writing } = follow();
  show(false);
  signal('viewing');
  writing(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(acts).toEqual(['viewing', 'left']);
  show(true);
  expect(acts.at(-1)).toBe('viewing');
});

it('forgets colleagues with each connection, and shows itself', () => {
  const { acts, connect, signal, list } = follow();
  signal('viewing');
  connect();
  expect([list(), acts]).toEqual([[], ['viewing', 'viewing']]);
});

it('tracks at most fifty pages of colleagues', () => {
  const { signal, list } = follow();
  for (let n = 0; n < 80; n += 1) signal('viewing', { person: `p${n}`, page: sampleId(100 + n) });
  expect(list()).toHaveLength(50);
});
