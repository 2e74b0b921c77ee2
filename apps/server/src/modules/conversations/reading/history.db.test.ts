import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type ChatHarness, startChatHarness } from '../../../testing/chat-harness.ts';
import { rowsRead } from '../../../testing/rows-read.ts';
import { readHistory } from './history.ts';

let harness: ChatHarness;
beforeAll(async () => {
  harness = await startChatHarness();
});
afterAll(() => harness.close());

/** Messages take every third place; the numbers in between belong to changes. */
const step = 3;
const first = Date.UTC(2026, 0, 1);

/** A conversation with these messages after its first one; `minutes` gives each one's time of sending. */
async function fill(messages: number, minutes = 'i'): Promise<{ id: string; workspaceId: WorkspaceId }> {
  const { conversationId } = await harness.meet('uno');
  const { pool } = harness.app.database;
  await pool.query(
    `insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                           original, translation_state, delivery, sent_at)
     select workspace_id, gen_random_uuid(), id, social_account_id, i * ${step}, i * ${step}, 'in', 'text', 'line ' || i,
       'none', 'received', to_timestamp($2::float8 / 1000) + make_interval(mins => (${minutes})::int)
     from conversations, generate_series(1, ${messages}) i where id = $1`,
    [conversationId, first],
  );
  // The first one is older than all others, as its place implies.
  await pool.query('update messages set sent_at = to_timestamp(0) where conversation_id = $1 and seq = 1', [
    conversationId,
  ]);
  const { rows } = await pool.query<{ workspaceId: WorkspaceId }>(
    'update conversations set last_seq = $2 where id = $1 returning workspace_id as "workspaceId"',
    [conversationId, messages * step],
  );
  const [row] = rows;
  if (!row) throw new Error('there is no conversation');
  return { id: conversationId, workspaceId: row.workspaceId };
}

const ask = (id: string, query: { after?: number; around?: number; day?: string; limit?: number }) =>
  harness.call(conversationsApi.deskMessages, { params: { conversationId: id }, query }, harness.agent.token);
const places = ({ messages }: { messages: readonly { seq: number }[] }) => messages.map(({ seq }) => seq);

describe('a stretch of a conversation', () => {
  it('continues after a place without gaps or duplicates, to the end', async () => {
    const { id } = await fill(12);
    const seen: number[] = [];
    for (let more = true; more; ) {
      const page = await ask(id, { after: seen.at(-1) ?? 0, limit: 5 });
      seen.push(...places(page));
      more = page.moreAfter;
    }
    expect(seen).toEqual([1, ...Array.from({ length: 12 }, (_, at) => (at + 1) * step)]);
  });

  it('surrounds a place, and names the first message there', async () => {
    const { id } = await fill(12);
    const page = await ask(id, { around: 17, limit: 4 });
    expect(page).toMatchObject({ more: true, moreAfter: true, lastSeq: 36 });
    expect(places(page)).toEqual([12, 15, 18, 21]);
    expect(page.messages.find((message) => message.id === page.focusId)?.seq).toBe(18);
  });

  it('starts where a day does, in the workspace’s time zone', async () => {
    const { id, workspaceId } = await fill(300, 'i * 60');
    const { pool } = harness.app.database;
    await pool.query(`update workspaces set time_zone = 'Asia/Shanghai' where id = $1`, [workspaceId]);
    const focusOf = async (day: string) => {
      const page = await ask(id, { day, limit: 10 });
      return page.messages.find((message) => message.id === page.focusId)?.sentAt ?? null;
    };
    // Midnight in the workspace's zone, eight hours before UTC's.
    expect(await focusOf('2026-01-05')).toBe(Date.UTC(2026, 0, 4, 16));
    expect(await focusOf('2025-06-01')).toBe(Date.UTC(2026, 0, 1, 1));
    expect(await focusOf('2027-01-01')).toBeNull();
    await pool.query(`update workspaces set time_zone = 'UTC' where id = $1`, [workspaceId]);
  });

  it('starts after an older message although some arrived late', async () => {
    const { id } = await fill(500, '(i * 7919) % 997 + i * 60');
    for (const day of ['2026-01-03', '2026-01-10', '2026-01-20']) {
      const { messages, focusId } = await ask(id, { day, limit: 4 });
      const at = messages.findIndex((message) => message.id === focusId);
      expect(messages[at]?.sentAt).toBeGreaterThanOrEqual(Date.parse(day));
      expect(messages[at - 1]?.sentAt).toBeLessThan(Date.parse(day));
    }
  });

  it('reaches a day of imported history, which has places below 1', async () => {
    const { id, workspaceId } = await fill(4);
    const start = Date.UTC(2025, 11, 31);
    await harness.app.database.pool.query(
      'update messages set sent_at = to_timestamp($2) where conversation_id = $1 and seq = 1',
      [id, start / 1_000],
    );
    await harness.app.database.pool.query(
      `insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
         translation_state, delivery, sent_at)
       select workspace_id, gen_random_uuid(), id, social_account_id, -i, -i, 'in', 'text', 'old ' || i, 'none', 'received',
         to_timestamp($2) - make_interval(days => i) from conversations, generate_series(0, 9) i where id = $1`,
      [id, start / 1_000],
    );
    const days = Array.from({ length: 10 }, (_, n) =>
      new Date(start - n * 86_400_000).toISOString().slice(0, 10),
    );
    for (const [n, day] of days.entries()) {
      const { messages, focusId } = await ask(id, { day, limit: 200 });
      const at = messages.findIndex((message) => message.id === focusId);
      expect(messages[at]?.seq).toBeOneOf([0 - n, 1 - n]);
      expect(messages[at - 1]?.seq ?? -10).toBeLessThan(messages[at]?.seq ?? -10);
    }
    expect(places(await ask(id, { around: -5, limit: 4 }))).toEqual([-7, -6, -5, -4]);
    const place = { before: -8, limit: 5 };
    const { messages, more } = await readHistory(harness.app.database, workspaceId, id, place);
    expect([messages.map(({ seq }) => seq), more]).toEqual([[-9], false]);
  });

  it('refuses an invalid place, and another sub-account’s conversation', async () => {
    const { id } = await fill(1);
    for (const query of [{ around: 0.5 }, { after: 1e20 }, { day: '2026-02-30' }]) {
      await expect(ask(id, query)).rejects.toMatchObject({ status: 400 });
    }
    const colleague = await harness.createSubAccount(harness.owner);
    const request = { params: { conversationId: id }, query: { around: 1 } };
    await expect(harness.call(conversationsApi.deskMessages, request, colleague.token)).rejects.toMatchObject(
      { status: 404 },
    );
    await expect(ask(randomUUID(), { day: '2026-01-01' })).rejects.toMatchObject({ status: 404 });
  });
});

// The desk's benchmark measures the same requests at a hundred thousand messages.
it('reads a long conversation only by its places, for any request', async () => {
  const { id, workspaceId } = await fill(5_000, 'i * 3');
  const { database } = harness.app;
  await database.pool.query('analyze messages, conversations');
  const middle = 2_500 * step;
  const late = new Date(first + 4_500 * 3 * 60_000).toISOString().slice(0, 10);
  for (const place of [{}, { before: middle }, { after: middle }, { around: middle }, { day: late }]) {
    await transaction(database, async (tx) => {
      const read = await rowsRead(tx, 'messages', async () => {
        const { messages } = await readHistory(tx, workspaceId, id, { ...place, limit: 50 });
        expect(messages.length).toBeGreaterThanOrEqual(50);
      });
      expect(read, JSON.stringify(place)).toBeLessThan(140);
    });
  }
});
