import type { Connection, LeaveResult } from '@parley/connectors';
import { until } from '@parley/testing';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { testClock } from '../../testing/test-clock.ts';
import type { Departure, DepartureOutcome } from '../conversations/index.ts';
import { createGroupLeaver } from './group-leaver.ts';
import type { Sender } from './sender.ts';

const account = { workspaceId: trustWorkspaceId(newId()), id: newId(), platform: 'telegram' };
let sender: Sender;
afterEach(() => sender.close());

const departure = (attempts = 0): Departure => ({
  conversationId: newId(),
  chatId: 'taller',
  attempts,
  requestedAt: 0,
});

function start(leaveGroup: (() => Promise<LeaveResult>) | undefined, waiting: Departure[]) {
  const clock = { ...testClock(), now: () => 1_000_000 };
  const outcomes: DepartureOutcome[] = [];
  const departures = {
    next: async () => waiting.slice(0, 4),
    done: async (_: unknown, departure: Departure, outcome: DepartureOutcome) => {
      waiting.splice(waiting.indexOf(departure), 1);
      outcomes.push(outcome);
    },
  };
  const connection: Pick<Connection, 'leaveGroup'> = leaveGroup ? { leaveGroup } : {};
  const deps = { departures, clock, log: pino({ level: 'silent' }) };
  // No other method of the connection is used.
  let open: Connection | null = connection as Connection;
  sender = createGroupLeaver(deps, account, () => open);
  sender.nudge();
  const disconnect = () => {
    open = null;
  };
  return { outcomes, clock, disconnect };
}

it('leaves all groups that wait', async () => {
  const { outcomes } = start(
    async () => ({ ok: true }),
    Array.from({ length: 9 }, () => departure()),
  );
  await until('all', () => outcomes.length === 9);
});

it.each<[string, LeaveResult | Error, number, ReturnType<typeof busy>]>([
  [
    'a busy platform',
    { ok: false, outcome: 'transient', reason: 'busy', retryAfterMs: 7_000 },
    0,
    busy(7_000),
  ],
  ['a silent one', { ok: false, outcome: 'transient', reason: 'busy' }, 2, busy(4_000)],
  ['one that stays silent', { ok: false, outcome: 'transient', reason: 'busy' }, 4, busy(null)],
  [
    'a connection that is down, which costs no attempt',
    { ok: false, outcome: 'transient', reason: 'platform-not-connected' },
    4,
    { ok: false, reason: 'platform-not-connected', retryAt: 1_000, counts: false },
  ],
  ['a refusal', { ok: false, outcome: 'permanent', reason: 'busy' }, 0, busy(null)],
  ['a connector that throws', new Error('oh'), 0, { ...busy(1_000), reason: 'group-not-left' }],
])('continues after %s', async (_, result, attempts, expected) => {
  const leaveGroup = async () => {
    if (result instanceof Error) throw result;
    return result;
  };
  const { outcomes, clock } = start(leaveGroup, [departure(attempts)]);
  await until('the outcome', () => outcomes.length === 1);
  const { retryAt } = expected;
  expect(outcomes).toEqual([{ ...expected, retryAt: retryAt === null ? null : clock.now() + retryAt }]);
});

it('leaves nothing when the account is lost during its query', async () => {
  let asked = 0;
  const leaveGroup = async (): Promise<LeaveResult> => {
    asked += 1;
    return { ok: true };
  };
  const { disconnect } = start(leaveGroup, [departure()]);
  disconnect();
  await sender.close();
  expect(asked).toBe(0);
});

it('gives up if the connector can’t leave', async () => {
  const { outcomes } = start(undefined, [departure()]);
  await until('the outcome', () => outcomes.length === 1);
  expect(outcomes).toEqual([{ ok: false, reason: 'group-not-left', retryAt: null, counts: true }]);
});

/** `retryAt` is in ms from now. */
function busy(retryAt: number | null) {
  return { ok: false as const, reason: 'busy', retryAt, counts: true };
}
