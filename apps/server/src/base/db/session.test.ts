import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { keepSession, openSession } from './session.ts';

it('reports a connection that fails before its test, and leaves no unhandled rejection', async () => {
  const lost = new Error('Connection terminated');
  const client = Object.assign(new EventEmitter(), {
    query: async () => ({ rows: [] }),
    release: () => undefined,
  });
  const query = async () => {
    client.emit('error', lost);
    throw lost;
  };
  const pool = { connect: async () => client, query } as unknown as pg.Pool; // as much of one as is used
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  await expect(openSession({ pool })).rejects.toBe(lost);
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

/** Returns a pool whose notifications reach the waiting connection as `answered` tells, in turn. */
function poolWith(answered: readonly boolean[]): pg.Pool {
  const waiting: EventEmitter[] = [];
  let turn = 0;
  const pool = {
    ending: false,
    async connect() {
      const client = new EventEmitter();
      waiting.push(client);
      return Object.assign(client, { query: async () => ({ rows: [] }), release: () => undefined });
    },
    async query() {
      if (answered[turn] ?? answered.at(-1)) waiting[turn]?.emit('notification', {});
      turn += 1;
    },
  };
  return pool as unknown as pg.Pool; // as much of one as is used
}

/** Short enough for a test, except the upper limit. */
const times = { proofMs: 5, reconnectMs: 1, soonMs: 10, longMs: 60_000 };

it('retries soon after a late announcement, since a slow database is no pooler', async () => {
  const events: string[] = [];
  const use = {
    async use(_client: pg.PoolClient, closing: AbortSignal) {
      events.push('session');
      await new Promise((resolve) => closing.addEventListener('abort', resolve));
    },
    without: () => void events.push('without'),
    failed: () => void events.push('failed'),
  };
  const kept = keepSession({ pool: poolWith([false, false, true]) }, use, times);
  onTestFinished(() => kept.close());
  await expect.poll(() => events).toEqual(['without', 'without', 'session']);
});

it('backs off while no announcement arrives', async () => {
  const asked: number[] = [];
  const use = {
    use: async () => undefined,
    without: () => void asked.push(performance.now()),
    failed: () => undefined,
  };
  const kept = keepSession({ pool: poolWith([false]) }, use, times);
  onTestFinished(() => kept.close());
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(4);
  // The third delay is 40 milliseconds; a timer may be one early.
  expect((asked[3] ?? 0) - (asked[2] ?? 0)).toBeGreaterThan(40);
});
