/** Pairings with hostile platforms, killed processes and races. */
import { type Connector, pairingLimits } from '@parley/connectors';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blame } from '../../../base/attribution.ts';
import { createPairings } from './run.ts';
import {
  codeEvent,
  type PairingHarness,
  pairedEvent,
  startPairingHarness,
} from './testing/pairing-harness.ts';

let harness: PairingHarness;
beforeAll(async () => {
  harness = await startPairingHarness();
});
afterAll(() => harness.close());

const never = () => new Promise<never>(() => undefined);
type Opened = Awaited<ReturnType<PairingHarness['open']>>;
const becomes = ({ row }: Opened, state: string) =>
  until(`the pairing to be ${state}`, async () => {
    const now = await row();
    return now?.state === state && now;
  });

/** Yields these, then nothing until it is aborted. */
const yielding = (...events: unknown[]) =>
  async function* () {
    yield* events;
    await never();
  };

it.each<[string, () => AsyncIterable<unknown>, string]>([
  ['a code of a megabyte', yielding(codeEvent('x'.repeat(1_000_000))), 'platform-unreadable'],
  [
    '10,000 codes at once',
    async function* () {
      for (let n = 0; n < 10_000; n += 1) yield codeEvent(String(n));
    },
    'platform-flooding',
  ],
  [
    'scans without an end',
    async function* () {
      for (;;) yield { kind: 'scanned' };
    },
    'platform-flooding',
  ],
  ['no end', async function* () {}, 'platform-unreadable'],
  [
    'an exception with the code in it',
    async function* () {
      yield codeEvent('a secret code');
      throw new Error('cannot draw a secret code');
    },
    'pairing-failed',
  ],
  [
    'an exception out of band',
    async function* () {
      yield codeEvent();
      // Replaces the process's handler of uncaught exceptions.
      setImmediate(() => blame(new Error('a secret code')));
      await never();
    },
    'pairing-failed',
  ],
  [
    'credentials of another shape',
    yielding({ ...pairedEvent(), credentials: { key: 'x' } }),
    'platform-unreadable',
  ],
  [
    'credentials that are too large',
    yielding({ ...pairedEvent(), credentials: { token: 'x'.repeat(pairingLimits.credentialsBytes) } }),
    'platform-unreadable',
  ],
])('refuses a platform that sends %s', async (_, yields, reason) => {
  const opened = await harness.open(yields);
  expect(await becomes(opened, 'refused')).toEqual({ state: 'refused', reason, code: null });
  expect(await opened.accounts()).toEqual([]);
  expect(opened.seen.lines.join()).not.toContain('secret code');
});

it('keeps the first of two ends, and ignores later ones', async () => {
  const opened = await harness.open(
    yielding(pairedEvent('first'), pairedEvent('second'), { kind: 'refused', reason: 'no' }),
  );
  await becomes(opened, 'paired');
  expect(await opened.accounts()).toEqual([{ id: 'first' }]);
  expect(opened.seen.withdrawn).toEqual([]);
  await until('the connector to be ended', () => opened.seen.aborted === 1);
});

it('ends an endless pairing after the time limit, whether or not the connector reacts to the abort', async () => {
  const opened = await harness.open(yielding(codeEvent()), { all: 300 });
  await becomes(opened, 'code');
  expect(await becomes(opened, 'expired')).toMatchObject({ reason: 'pairing-expired', code: null });
  expect(opened.seen.aborted).toBe(1);
});

it('ends a pairing that no console polls any more', async () => {
  const opened = await harness.open(yielding(codeEvent()));
  await becomes(opened, 'code');
  await opened.change("asked_at = now() - interval '19 s'");
  await opened.now();
  await opened.change("asked_at = asked_at - interval '21 s'");
  expect(await becomes(opened, 'cancelled')).toMatchObject({ code: null });
});

it('ends when its proxy is deleted or changed', async () => {
  const opened = await harness.open(yielding(codeEvent()));
  await becomes(opened, 'code');
  opened.seen.egress = { kind: 'missing' };
  expect(await becomes(opened, 'refused')).toMatchObject({ reason: 'pairing-proxy-changed' });
});

it('withdraws an account that is paired after the pairing was ended elsewhere', async () => {
  const phone = Promise.withResolvers<void>();
  const opened = await harness.open(
    async function* () {
      yield codeEvent();
      await phone.promise;
      yield pairedEvent();
    },
    { look: 60_000 },
  );
  await becomes(opened, 'code');
  await opened.change("state = 'cancelled', code = null, ended_at = now()");
  phone.resolve();
  await until('the withdrawal', () => opened.seen.withdrawn.length === 1);
  expect(await opened.accounts()).toEqual([]);
  expect(await opened.row()).toMatchObject({ state: 'cancelled' });
});

it('keeps the device of an account whose commit got no answer', async () => {
  const phone = Promise.withResolvers<void>();
  const opened = await harness.open(
    async function* () {
      yield codeEvent();
      await phone.promise;
      yield pairedEvent();
    },
    { look: 60_000 },
  );
  await becomes(opened, 'code');
  // The state after the first attempt.
  await opened.change("state = 'paired', code = null, ended_at = now()");
  phone.resolve();
  await until('the end of the connector', () => opened.seen.aborted === 1);
  await opened.pairings.stop();
  expect(opened.seen.withdrawn).toEqual([]);
});

it('withdraws an account that is paired while its connector is being closed', async () => {
  const opened = await harness.open(
    async function* (signal) {
      yield codeEvent();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield pairedEvent();
    },
    { all: 200 },
  );
  await becomes(opened, 'expired');
  await until('the withdrawal', () => opened.seen.withdrawn.length === 1);
  expect(await opened.accounts()).toEqual([]);
});

it('stores nothing when the lease expires between the phone’s answer and the database’s', async () => {
  const phone = Promise.withResolvers<void>();
  const opened = await harness.open(
    async function* () {
      yield codeEvent();
      await phone.promise;
      yield pairedEvent();
    },
    { look: 60_000 },
  );
  await becomes(opened, 'code');
  const release = await opened.lock();
  phone.resolve();
  await release(
    "leased_until = now() - interval '1 s', state = 'interrupted', code = null, ended_at = now()",
  );
  await until('the withdrawal', () => opened.seen.withdrawn.length === 1);
  expect(await opened.accounts()).toEqual([]);
});

it('counts as interrupted once its process has died', async () => {
  const opened = await harness.open(yielding(codeEvent()), { look: 60_000 });
  await becomes(opened, 'code');
  await opened.change("leased_until = now() - interval '1 s'");
  expect(await opened.now()).toMatchObject({ state: 'interrupted', code: null });
  expect(await opened.row()).toMatchObject({ code: null });
});

it('ends as interrupted, and at once, when the server stops', async () => {
  const opened = await harness.open(yielding(codeEvent()));
  await becomes(opened, 'code');
  await opened.pairings.stop();
  expect(await opened.row()).toEqual({ state: 'interrupted', reason: null, code: null });
  expect(opened.pairings.take()).toBeNull();
});

it('ends at once when the server stops while it starts', async () => {
  const opened = await harness.open(yielding(codeEvent()), {
    meanwhile: (pairings) => void pairings.stop(),
  });
  expect(await becomes(opened, 'interrupted')).toMatchObject({ code: null });
});

it('withdraws credentials from which no tokens can be read', async () => {
  const opened = await harness.open(yielding(pairedEvent()), {
    // No other function of it is called.
    tokens: {
      first: () => {
        throw new Error('a secret code');
      },
    } as unknown as NonNullable<Connector['tokens']>,
  });
  expect(await becomes(opened, 'refused')).toMatchObject({ reason: 'platform-unreadable' });
  await until('the withdrawal', () => opened.seen.withdrawn.length === 1);
  expect(opened.seen.lines.join()).not.toContain('secret code');
});

it.each([
  ['code', codeEvent()],
  ['scanned', { kind: 'scanned' }],
])('continues after a database outage while %s should be shown', async (state, event) => {
  const go = Promise.withResolvers<void>();
  const opened = await harness.open(
    async function* () {
      await go.promise;
      yield event;
      await never();
    },
    { look: 60_000 },
  );
  const release = await opened.lock();
  go.resolve();
  await until('the connection to be cut off', async () => (await opened.cutOff()).length > 0);
  await release();
  await becomes(opened, state);
  await opened.pairings.stop();
});

it('runs twenty at once in a process, and reuses released slots', () => {
  // Nothing is run, so no dependencies are needed.
  const pairings = createPairings({} as never);
  const slots = Array.from({ length: 21 }, () => pairings.take());
  expect(slots.map((slot) => slot !== null)).toEqual([...Array(20).fill(true), false]);
  slots[0]?.[Symbol.dispose]();
  slots[0]?.[Symbol.dispose]();
  expect([pairings.take() !== null, pairings.take()]).toEqual([true, null]);
});
