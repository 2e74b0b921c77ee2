import { expect, it } from 'vitest';
import type { Handle } from '../../base/db/database.ts';
import { trustWorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { stillClock } from '../../testing/test-clock.ts';
import type { StoredWordRule } from './compiled-rules.ts';
import { createSensitiveWords } from './service.ts';

const workspaceId = trustWorkspaceId('00000000-0000-7000-8000-000000000001');
const rule: StoredWordRule = {
  id: 'r',
  title: 'Rule',
  words: ['pay'],
  links: true,
  walletAddresses: true,
  phoneNumbers: true,
  exceptions: [],
  sender: 'both',
  action: 'log',
  subAccountIds: null,
};

it('yields to other work between long texts of a batch', async () => {
  const answers = [[{ id: workspaceId, version: 1 }], [rule]];
  // The search uses only this to read versions and rules.
  const handle = { db: { execute: async () => ({ rows: answers.shift() }) } } as unknown as Handle;
  // Nothing is recorded here, so no console is notified.
  const realtime = {} as RealtimeServer;
  const sensitiveWords = createSensitiveWords({ realtime, clock: stillClock() });
  const text = {
    workspaceId,
    conversationId: 'c',
    subAccountId: 's',
    sender: 'customer' as const,
    foundIn: 'original' as const,
    text: 'pay '.repeat(2_500),
    message: { id: 'm', version: '0', withheld: false },
  };
  let turns = 0;
  let searching = true;
  const count = () => {
    turns += 1;
    if (searching) setImmediate(count);
  };
  setImmediate(count);
  const findings = await sensitiveWords.search(
    handle,
    Array.from({ length: 10 }, () => text),
  );
  searching = false;
  expect(findings).toHaveLength(10);
  expect(turns).toBeGreaterThanOrEqual(4);
});
