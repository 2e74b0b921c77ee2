/** Stretches of one conversation, by places and days. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { countReadRows } from '../../../testing/count-read-rows.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import { type HistoryPlace, readHistory } from './history.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
  world = await harness.openWorkspace();
});
afterAll(() => harness.close());

/** Messages take every third place; the numbers in between belong to changes. */
const step = 3;
const first = Date.UTC(2026, 0, 1);

/** Returns a conversation with these messages after its first one; `minutes` gives each one's time of sending. */
async function fill(count: number, minutes = 'i'): Promise<string> {
  const { conversationId: id } = await world.meet('uno');
  const { db } = harness.database;
  await db.execute(sql`
    insert into ${messages} (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
      translation_state, delivery, sent_at)
    select workspace_id, gen_random_uuid(), id, social_account_id, i * ${step}::int, i * ${step}::int, 'in', 'text', 'line ' || i,
      'none', 'received', ${new Date(first)}::timestamptz + make_interval(mins => (${sql.raw(minutes)})::int)
    from ${conversations}, generate_series(1, ${count}::int) i where id = ${id}`);
  // The first one is older than all others, as its place implies.
  await sendFirst(id, 0);
  await db
    .update(conversations)
    .set({ lastSeq: count * step })
    .where(eq(conversations.id, id));
  return id;
}

/** Sets the time at which the first message of a conversation was sent. */
const sendFirst = (id: string, at: number) =>
  harness.database.db
    .update(messages)
    .set({ sentAt: new Date(at) })
    .where(sql`${messages.conversationId} = ${id} and ${messages.seq} = 1`);
const setTimeZone = (timeZone: string) =>
  harness.database.db.update(workspaces).set({ timeZone }).where(eq(workspaces.id, world.workspaceId));

const ask = (id: string, place: Partial<HistoryPlace>) =>
  readHistory(harness.database, world.workspaceId, id, { limit: 50, ...place });
const places = ({ messages }: { messages: readonly { seq: number }[] }) => messages.map(({ seq }) => seq);

describe('a stretch of a conversation', () => {
  it('continues after a place without gaps or duplicates, to the end', async () => {
    const id = await fill(12);
    const seen: number[] = [];
    for (let more = true; more; ) {
      const page = await ask(id, { after: seen.at(-1) ?? 0, limit: 5 });
      seen.push(...places(page));
      more = page.moreAfter;
    }
    expect(seen).toEqual([1, ...Array.from({ length: 12 }, (_, at) => (at + 1) * step)]);
  });

  it('surrounds a place, and names the first message there', async () => {
    const id = await fill(12);
    const page = await ask(id, { around: 17, limit: 4 });
    expect(page).toMatchObject({ more: true, moreAfter: true });
    expect(places(page)).toEqual([12, 15, 18, 21]);
    expect(page.messages.find((message) => message.id === page.focusId)?.seq).toBe(18);
  });

  it('starts where a day does, in the workspace’s time zone', async () => {
    const id = await fill(300, 'i * 60');
    await setTimeZone('Asia/Shanghai');
    const focusOf = async (day: string) => {
      const page = await ask(id, { day, limit: 10 });
      return page.messages.find((message) => message.id === page.focusId)?.sentAt.getTime() ?? null;
    };
    // Midnight in the workspace's zone, eight hours before UTC's.
    expect(await focusOf('2026-01-05')).toBe(Date.UTC(2026, 0, 4, 16));
    expect(await focusOf('2025-06-01')).toBe(Date.UTC(2026, 0, 1, 1));
    expect(await focusOf('2027-01-01')).toBeNull();
    await setTimeZone('UTC');
  });

  it('starts after an older message although some arrived late', async () => {
    const id = await fill(500, '(i * 7919) % 997 + i * 60');
    for (const day of ['2026-01-03', '2026-01-10', '2026-01-20']) {
      const { messages: found, focusId } = await ask(id, { day, limit: 4 });
      const at = found.findIndex((message) => message.id === focusId);
      expect(Number(found[at]?.sentAt)).toBeGreaterThanOrEqual(Date.parse(day));
      expect(Number(found[at - 1]?.sentAt)).toBeLessThan(Date.parse(day));
    }
  });

  it('reaches a day of imported history, which has places below 1', async () => {
    const id = await fill(4);
    const start = Date.UTC(2025, 11, 31);
    await sendFirst(id, start);
    await harness.database.db.execute(sql`
      insert into ${messages} (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
        translation_state, delivery, sent_at)
      select workspace_id, gen_random_uuid(), id, social_account_id, -i, -i, 'in', 'text', 'old ' || i, 'none', 'received',
        ${new Date(start)}::timestamptz - make_interval(days => i) from ${conversations}, generate_series(0, 9) i where id = ${id}`);
    const days = Array.from({ length: 10 }, (_, n) =>
      new Date(start - n * 86_400_000).toISOString().slice(0, 10),
    );
    for (const [n, day] of days.entries()) {
      const { messages: found, focusId } = await ask(id, { day, limit: 200 });
      const at = found.findIndex((message) => message.id === focusId);
      expect(found[at]?.seq).toBeOneOf([0 - n, 1 - n]);
      expect(found[at - 1]?.seq ?? -10).toBeLessThan(found[at]?.seq ?? -10);
    }
    expect(places(await ask(id, { around: -5, limit: 4 }))).toEqual([-7, -6, -5, -4]);
    const place = { before: -8, limit: 5 };
    const earliest = await ask(id, place);
    expect([places(earliest), earliest.more]).toEqual([[-9], false]);
  });
});

// The desk's benchmark measures the same requests at a hundred thousand messages.
it('reads a long conversation only by its places, for any request', async () => {
  const id = await fill(5_000, 'i * 3');
  const { database } = harness;
  await database.db.execute(sql`analyze ${messages}, ${conversations}`);
  const middle = 2_500 * step;
  const late = new Date(first + 4_500 * 3 * 60_000).toISOString().slice(0, 10);
  for (const place of [{}, { before: middle }, { after: middle }, { around: middle }, { day: late }]) {
    await transaction(database, async (tx) => {
      const read = await countReadRows(tx, 'messages', async () => {
        const stretch = await readHistory(tx, world.workspaceId, id, { ...place, limit: 50 });
        expect(stretch.messages.length).toBeGreaterThanOrEqual(50);
      });
      expect(read, JSON.stringify(place)).toBeLessThan(140);
    });
  }
});
