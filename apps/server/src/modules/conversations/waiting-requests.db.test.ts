/** While conversations are locked for long, requests that wait for them must leave connections for everything else. */
import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { createLog } from '../../base/log.ts';
import { conversations } from '../../schema/conversations.ts';
import { retryMessage, sendOriginal } from './outbound/service.ts';
import { markRead } from './reading/mark-read.ts';
import { type ConversationsHarness, startConversationsHarness } from './testing/conversations-harness.ts';
import type { ConversationsWorld } from './testing/conversations-world.ts';

/** More than a server's connection pool has connections. */
const requests = Array.from({ length: 24 }, (_, at) => at);

let harness: ConversationsHarness;
let world: ConversationsWorld;
/** Another process. */
let elsewhere: Database;
beforeAll(async () => {
  harness = await startConversationsHarness();
  elsewhere = connectDatabase(harness.databaseUrl, createLog('silent'), 1);
});
beforeEach(async () => {
  world = await harness.openWorkspace();
});
afterAll(async () => {
  await elsewhere.close();
  await harness.close();
});

const outcome = (request: Promise<unknown>) =>
  request.then(
    () => 'done',
    (error: Error) => error.message,
  );

/**
 * Sends requests while another process has locked the conversations, as if it were frozen in a transaction. Returns their outcomes
 * and those of two others, which need no lock.
 */
async function during(ids: readonly string[], request: (at: number) => Promise<unknown>) {
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const { promise: over, resolve: release } = Promise.withResolvers<void>();
  const holding = transaction(elsewhere, async (tx) => {
    await tx.db
      .select()
      .from(conversations)
      .where(inArray(conversations.id, [...ids]))
      .for('update');
    isLocked();
    await over;
  });
  await locked;
  const waiting = requests.map((at) => outcome(request(at)));
  const other = () => outcome(harness.database.db.execute(sql`select 1`));
  // One after the other: both have to get a connection.
  const neighbours = [await other(), await other()];
  release();
  await holding;
  return { neighbours, waited: await Promise.all(waiting) };
}

const allServed = { neighbours: ['done', 'done'], waited: requests.map(() => 'done') };

it('serves others while an agent’s requests wait for one conversation', async () => {
  const { conversationId } = await world.meet('Hola');
  const acts = [
    (at: number) => world.says(conversationId, `agent ${at}`, { mode: 'original' }),
    () => markRead(harness.deps, world.agent, conversationId, 1),
  ];
  expect(await during([conversationId], async (at) => acts[at % 2]?.(at))).toEqual(allServed);
});

it('serves others while requests wait for four conversations', async () => {
  const chats = await Promise.all(Array.from({ length: 4 }, () => world.meet('Hola')));
  const ids = chats.map(({ conversationId }) => conversationId);
  const read = (at: number) => markRead(harness.deps, world.agent, ids[at % 4] ?? '', 1);
  expect(await during(ids, read)).toEqual(allServed);
});

it('serves others while requests for many messages wait for their one conversation', async () => {
  const { conversationId } = await world.meet(...Array.from({ length: 12 }, () => 'Hola'));
  const messages = await world.messagesOf(conversationId);
  const again = (at: number) => {
    const act = at % 2 === 0 ? retryMessage : sendOriginal;
    return act(harness.deps, world.agent, messages[at % 12]?.id ?? '');
  };
  const { neighbours, waited } = await during([conversationId], again);
  expect(neighbours).toEqual(allServed.neighbours);
  // None of them has failed.
  for (const refusal of waited) expect(refusal).toContain('message.not-failed');
});

it('serves others while a customer’s receipts wait for their conversation', async () => {
  const { chatId, conversationId } = await world.meet('Hola');
  await world.says(conversationId, 'hello', { mode: 'original' });
  await world.deliver();
  const { workspaceId, site } = world;
  const receipt = { workspaceId, socialAccountId: site.id, chatId, upToSeq: 10, state: 'read' } as const;
  const receive = () => harness.conversations.outbox.receipt(receipt);
  expect(await during([conversationId], receive)).toEqual(allServed);
});
