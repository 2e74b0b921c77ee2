import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSecretBox } from '../../../base/crypto/secrets.ts';
import { transaction } from '../../../base/db/database.ts';
import {
  createOutboxAccount,
  createOutboxBench,
  type OutboxAccount,
  type OutboxBench,
} from '../outbound/testing/outbox-account.ts';
import { insertHandles, purgeHandles } from './store.ts';

let bench: OutboxBench;
let own: OutboxAccount;
let chat: string;
beforeAll(async () => {
  bench = await createOutboxBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  own = await createOutboxAccount(bench.database);
  chat = await own.openChat('a');
});

const secrets = createSecretBox(['secret for tests only, long enough']);
const give = (value: string, { seconds = 60, uses = 1, conversationId = chat } = {}) => {
  const handle = { value, expiresAt: Date.now() + seconds * 1_000, uses };
  const { workspaceId } = own;
  return transaction(bench.database, (tx) =>
    insertHandles(tx, secrets, [{ workspaceId, conversationId, handle }]),
  );
};
const claim = async () => {
  const id = await own.add(chat, 'queued');
  return (await bench.outbox.claim(own.workspaceId, id, { replyHandle: true }))?.replyHandle;
};
const kept = async () => {
  const { rows } = await bench.database.pool.query<{ value: string; uses_left: number }>(
    'select value, uses_left from reply_handles where workspace_id = $1 order by expires_at',
    [own.workspaceId],
  );
  return rows;
};

it('takes each use once, from the handle that expires first, and none about to expire', async () => {
  await give('later', { seconds: 90 });
  await give('first', { uses: 2 });
  await give('over', { seconds: 1 });
  await give('of another chat', { conversationId: await own.openChat('b') });
  const claims = await Promise.all([claim(), claim(), claim(), claim(), claim()]);
  expect(claims.toSorted()).toEqual(['first', 'first', 'later', null, null]);
});

it('stores handles encrypted', async () => {
  await give('secret token');
  expect(JSON.stringify(await kept())).not.toContain('secret token');
});

it('takes none for a message that another process has claimed, or that needs none', async () => {
  await give('one');
  const id = await own.add(chat, 'queued');
  expect(await bench.outbox.claim(own.workspaceId, id, { replyHandle: false })).toMatchObject({
    replyHandle: null,
  });
  expect(await bench.outbox.claim(own.workspaceId, id, { replyHandle: true })).toBeNull();
  expect(await kept()).toMatchObject([{ uses_left: 1 }]);
});

it('keeps a use taken when the process dies before the message is out', async () => {
  await give('one');
  expect(await claim()).toBe('one');
  await bench.outbox.recover([{ workspaceId: own.workspaceId, id: own.account, idempotentSend: true }]);
  const [waiting] = await bench.outbox.next(own.workspaceId, own.account, 1, []);
  const again = await bench.outbox.claim(own.workspaceId, waiting?.id ?? '', { replyHandle: true });
  expect(again).toMatchObject({ attempts: 1, replyHandle: null });
});

it('keeps the twenty handles that expire last, and deletes expired and used-up ones', async () => {
  for (let n = 0; n < 22; n += 1) await give(`handle ${n}`, { seconds: 100 + n });
  expect(await kept()).toHaveLength(20);
  expect(await claim()).toBe('handle 2');
  await purgeHandles(bench.database, new Date(Date.now() + 104_500));
  expect((await kept()).length).toBeGreaterThanOrEqual(15);
  expect((await kept()).length).toBeLessThan(19);
  await purgeHandles(bench.database, new Date(Date.now() + 200_000));
  expect(await kept()).toEqual([]);
});
