import type { ChangeResult, Connection, OutboundChange } from '@parley/connectors';
import { until } from '@parley/testing';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { testClock } from '../../testing/test-clock.ts';
import type { ChangeOutcome, ChangeToMake } from '../conversations/index.ts';
import { createChangeSender } from './change-sender.ts';
import type { Sender } from './sender.ts';

const account = { workspaceId: trustWorkspaceId(newId()), id: newId(), platform: 'telegram' };
let sender: Sender | null = null;
afterEach(() => sender?.close());

function start(answer: (change: OutboundChange) => Promise<ChangeResult>, changes: ChangeToMake[]) {
  const clock = { ...testClock(), now: () => 1_000_000 };
  const asked: OutboundChange[] = [];
  const outcomes: ChangeOutcome[] = [];
  const connection: Pick<Connection, 'change'> = {
    change(change) {
      asked.push(change);
      return answer(change);
    },
  };
  const changeOutbox = {
    next: async () => changes.slice(0, 8),
    async done(_: unknown, { changeId }: { changeId: string }, outcome: ChangeOutcome) {
      outcomes.push(outcome);
      changes = changes.filter((one) => one.changeId !== changeId);
    },
  };
  const log = pino({ level: 'silent' });
  // The sender uses no other method of it.
  let open: Connection | null = connection as Connection;
  sender = createChangeSender({ changeOutbox, clock, log }, account, () => open);
  sender.nudge();
  const disconnect = () => {
    open = null;
  };
  return { asked, outcomes, clock, disconnect };
}

const edit = (given: { target?: string; attempts?: number } = {}): ChangeToMake => ({
  messageId: newId(),
  changeId: newId(),
  chatKind: 'private',
  platformMessageId: null,
  isSent: true,
  chatId: 'ana',
  target: '7',
  parts: null,
  caption: false,
  captioned: false,
  attempts: 0,
  kind: 'edit',
  text: 'blue',
  ...given,
});

describe('changes of sent messages', () => {
  it('makes all waiting changes, each once', async () => {
    const { asked, outcomes } = start(
      async () => ({ ok: true }),
      Array.from({ length: 20 }, () => edit()),
    );
    await until('all', () => outcomes.length === 20);
    expect(asked).toHaveLength(20);
    expect(asked[0]).toEqual({ kind: 'edit', chatId: 'ana', target: '7', text: 'blue', caption: false });
  });

  it('makes nothing when the account is lost during its query', async () => {
    const { asked, disconnect } = start(async () => ({ ok: true }), [edit()]);
    disconnect();
    await sender?.close();
    expect(asked).toEqual([]);
  });

  it('retries later, or never, as the platform says', async () => {
    const results: ChangeResult[] = [
      { ok: false, outcome: 'transient', reason: 'busy', retryAfterMs: 7_000 },
      { ok: false, outcome: 'permanent', reason: 'too old' },
      { ok: false, outcome: 'transient', reason: 'away' },
    ];
    const changes = [edit(), edit(), edit({ attempts: 24 })];
    const { outcomes, clock } = start(async () => results.shift() ?? { ok: true }, changes);
    await until('all', () => outcomes.length === 3);
    expect(outcomes).toEqual([
      { ok: false, reason: 'busy', retryAt: clock.now() + 7_000 },
      { ok: false, reason: 'too old', retryAt: null },
      { ok: false, reason: 'away', retryAt: null },
    ]);
  });

  it('retries after a connector’s failure, and makes the other changes', async () => {
    const changes = [edit({ target: 'bad' }), edit()];
    const { outcomes, clock } = start(async ({ target }) => {
      if (target === 'bad') throw new Error('broken');
      return { ok: true };
    }, changes);
    await until('both', () => outcomes.length === 2);
    expect(outcomes).toContainEqual({ ok: true });
    expect(outcomes).toContainEqual({ ok: false, reason: 'send-interrupted', retryAt: clock.now() + 1_000 });
  });
});
