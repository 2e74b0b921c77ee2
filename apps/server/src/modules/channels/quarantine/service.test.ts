import type { InboundMessage } from '@parley/connectors';
import { expect, it, vi } from 'vitest';
import type { Database } from '../../../base/db/database.ts';
import { trustWorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { createRepeatedFailures } from './repeated-failures.ts';
import { acceptOrQuarantine, acceptReceipt, NotStoredYet, type QuarantiningAccount } from './service.ts';

const account: QuarantiningAccount = {
  workspaceId: trustWorkspaceId('w'),
  id: 'account',
  platform: 'telegram',
  subAccountId: 's',
};
const message = (text: string): InboundMessage => ({
  kind: 'text',
  platformMessageId: text,
  chatId: 'chat',
  chatKind: 'private',
  chatTitle: null,
  from: { id: 'p', displayName: null, language: null },
  text,
  sentAt: 0,
  history: false,
});
const failing = (code: string) => Object.assign(new Error('x'), { code });

/** `errors`: the error with which storing each text fails. `down`: the database doesn't answer. */
function harness(errors: Record<string, Error>) {
  let time = 0;
  const groups: string[] = [];
  const it = { down: false, groups, statements: 0, dropped: 0 };
  const execute = vi.fn(async () => {
    if (it.down) throw failing('ECONNREFUSED');
    it.statements += 1;
    return { rows: [], rowCount: 0 };
  });
  const log = createLog('silent');
  vi.spyOn(log, 'error').mockImplementation(() => (it.dropped += 1));
  const deps = {
    // Only its `execute` is called here.
    database: { db: { execute } } as unknown as Database,
    log,
    repeatedFailures: createRepeatedFailures(() => time),
    conversations: {
      acceptEach: async (batch: readonly { text: string }[], options?: { alone: boolean }) => {
        it.groups.push(`${options?.alone ? 'alone ' : ''}${batch.map(({ text }) => text).join()}`);
        return batch.map(({ text }) => errors[text] ?? null);
      },
    },
  };
  const accept = async (...texts: string[]) => {
    time += 10_000;
    return acceptOrQuarantine(deps, account, texts.map(message)).then(
      () => null,
      (error: unknown) => error,
    );
  };
  const receive = async (error: Error | null) => {
    time += 10_000;
    const update = { platformMessageId: 'm', state: 'read' } as const;
    const work = acceptReceipt(deps, account, update, async () => {
      if (error) throw error;
    });
    return work.then(
      () => null,
      (reason: unknown) => reason,
    );
  };
  return { it, accept, receive };
}

it.each([
  ['an error of our own code', new Error('a chat without a conversation')],
  ['a cancelled statement', failing('57014')],
  ['an internal error', failing('XX000')],
  ['corrupted data', failing('XX001')],
  ['an unsupported feature', failing('0A000')],
  ['a wrong type', failing('42804')],
  ['an external routine', failing('38000')],
  ['an external routine’s invocation', failing('39000')],
  ['a protocol violation', failing('08P01')],
])('quarantines a message that fails five times with %s', async (_, error) => {
  const { it: seen, accept } = harness({ bad: error });
  const outcomes: unknown[] = [];
  for (let n = 0; n < 5; n += 1) outcomes.push(await accept('a', 'bad', 'b'));
  expect(outcomes.slice(0, 4).every((outcome) => outcome instanceof NotStoredYet)).toBe(true);
  expect([outcomes[4], seen.dropped]).toEqual([null, 1]);
  expect(seen.groups.slice(0, 4)).toEqual(['a,bad,b', 'a', 'alone bad', 'b']);
});

it.each([
  ['the database is away', failing('ECONNREFUSED'), true],
  ['a statement is cancelled and the database is away then', failing('57014'), true],
  ['the disk is full', failing('53100'), false],
  ['memory has run out', failing('53200'), false],
])('quarantines nothing while %s, however long it lasts', async (_, error, down) => {
  const { it: seen, accept } = harness({ a: error, b: error });
  seen.down = down;
  for (let n = 0; n < 50; n += 1) expect(await accept('a', 'b')).toBe(error);
  expect([seen.dropped, seen.statements]).toEqual([0, 0]);
  expect(new Set(seen.groups)).toEqual(new Set(['a,b']));
});

it('drops a receipt that can’t be stored, at once or after five failures, and none in an outage', async () => {
  const { it: seen, receive } = harness({});
  expect(await receive(failing('22021'))).toBeNull();
  const error = failing('XX000');
  for (let n = 0; n < 4; n += 1) expect(await receive(error)).toBe(error);
  expect([await receive(error), seen.dropped]).toEqual([null, 2]);
  seen.down = true;
  for (let n = 0; n < 20; n += 1) expect(await receive(error)).toBe(error);
  expect(await receive(null)).toBeNull();
});
