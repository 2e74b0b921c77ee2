/** One workspace's messages of maximum length don't make other workspaces wait. */
import * as conversationsApi from '@parley/contract/conversations';
import { messageLimit } from '@parley/contract/values';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type InboundHarness, startInboundHarness } from '../../../testing/inbound-harness.ts';
import { indexWaiting } from './service.ts';

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
  await harness.decide({ save_chat_history: true });
});
afterEach(() => harness.database.db.execute(sql`delete from messages where seq > 100`));
afterAll(() => harness.close());

/** The longest CPU time, in ms, between two turns of the event loop during an operation. */
async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, 5);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

it.each(['가', 'ﷺ '])('neither indexing nor a search blocks the process: %s', async (piece) => {
  const text = piece.repeat(messageLimit).slice(0, messageLimit);
  const token = await harness.ownerToken();
  const search = () =>
    harness.call(
      conversationsApi.searchMessages,
      { query: { text: piece.repeat(50).slice(0, 100), pageSize: 50 } },
      token,
    );
  await harness.tell(harness.inbound('long', 'x'));
  await harness.quiet('long');
  await harness.database.db.execute(sql`
    insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
      translation_state, delivery, sent_at)
    select c.workspace_id, gen_random_uuid(), c.id, c.social_account_id, n + 100, n + 100, 'in', 'text', ${text}, 'none',
      'received', now() from generate_series(1, 30) n join conversations c on c.chat_id = 'long'`);
  const index = () => indexWaiting(harness, new AbortController().signal, 0);
  expect(await longestTurnOf(search), 'a search of what is not indexed').toBeLessThan(400);
  expect(await longestTurnOf(index), 'indexing').toBeLessThan(400);
  expect(await longestTurnOf(search), 'a search').toBeLessThan(400);
});
