import { randomUUID } from 'node:crypto';
import type { CharacterUsageRecord } from '@parley/contract/characters';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { characterLeases, characterUsageDays } from '../../../schema/characters.ts';
import { countTranslationsToday, readUsedDays } from './queries.ts';
import {
  expectTheRestFromAnyPlace,
  readAllPages,
  recordsHarness,
  type UsageQuery,
} from './testing/records-harness.ts';

const harness = recordsHarness();

describe('the usage record', () => {
  it('has a row for each day, sub-account, platform, pair and engine, exact at any moment', async () => {
    await harness.spend(10);
    await harness.spend(5);
    await harness.spend(7, { engine: 'libretranslate' });
    const row = {
      subAccountId: harness.agent.subAccountId,
      accountName: harness.agent.accountName,
      subAccountRemark: '=Night shift',
      platform: 'webchat',
      sourceLanguage: 'es',
      targetLanguage: 'en',
      line: 'ai',
      engine: 'apertium-local',
      characters: 15,
      translations: 2,
    };
    const both = [row, { ...row, engine: 'libretranslate', characters: 7, translations: 1 }];
    const seen = async () => (await harness.usage()).list;
    // Before the lease is settled, after it, and across both.
    expect(await seen()).toHaveLength(2);
    expect(await seen()).toEqual(expect.arrayContaining(both.map((one) => expect.objectContaining(one))));
    const before = await seen();
    await harness.settle();
    expect(await seen()).toEqual(before);
    await harness.spend(100);
    expect(await seen()).toContainEqual(
      expect.objectContaining({ ...row, characters: 115, translations: 3 }),
    );
    await harness.settle();
    expect(await seen()).toContainEqual(
      expect.objectContaining({ ...row, characters: 115, translations: 3 }),
    );
  });

  it('pages by page number, too, from the beginning or from a cursor', async () => {
    for (const engine of ['a', 'b', 'c', 'd', 'e']) await harness.spend(1, { engine });
    const page = (query: UsageQuery) => harness.usage({ pageSize: 2, ...query });
    const ids = ({ list }: Awaited<ReturnType<typeof page>>) => list.map(({ id }) => id);
    const all = ids(await page({ pageSize: 5 }));
    expect(ids(await page({ pageNo: 2 }))).toEqual(all.slice(2, 4));
    const last = await page({ pageNo: 3 });
    expect([ids(last), last.nextCursor]).toEqual([all.slice(4), null]);
    expect(await page({ pageNo: 4 })).toEqual({ list: [], nextCursor: null });
    const { nextCursor } = await page({ pageNo: 1 });
    expect(ids(await page({ pageNo: 2, ...(nextCursor === null ? {} : { cursor: nextCursor }) }))).toEqual(
      all.slice(4),
    );
  });

  it('sums up to today’s translations, settled or not', async () => {
    const today = () => countTranslationsToday(harness.database, harness.workspaceId);
    await harness.spend(10);
    await harness.settle();
    await harness.spend(5, { engine: 'libretranslate' });
    expect(await today()).toBe(2);
  });

  it('returns each of the last days for a chart, settled or not, with zeros for days without usage', async () => {
    const days = (count = 7) => readUsedDays(harness.database, harness.workspaceId, count);
    await harness.spend(10);
    await harness.settle();
    await harness.spend(5);
    const week = await days();
    expect(week).toHaveLength(7);
    expect(week.at(-1)).toMatchObject({ characters: 15, translations: 2 });
    expect(week.at(-2)).toMatchObject({ characters: 0, translations: 0 });
    await harness.settle();
    expect(await days()).toEqual(week);
    expect((await days(30)).slice(-7)).toEqual(week);
  });

  it('counts days in the workspace’s calendar', async () => {
    await harness.spend(10);
    await harness.setEntries({ kind: 'usage' }, { createdAt: new Date('2026-01-05T16:00:00Z') });
    // Midnight in Shanghai.
    expect((await harness.usage()).list.map(({ day }) => day)).toEqual(['2026-01-06']);
    await harness.settle();
    expect((await harness.usage()).list.map(({ day }) => day)).toEqual(['2026-01-06']);
  });

  it('includes what the previous version has settled', async () => {
    await harness.spend(10);
    const { db } = harness.database;
    const settled = { settledAt: new Date() };
    await db.update(characterLeases).set(settled).where(eq(characterLeases.workspaceId, harness.workspaceId));
    const before = (await harness.usage()).list;
    expect(before).toMatchObject([{ characters: 10 }]);
    await harness.characters.settleAbandoned(false);
    expect((await harness.usage()).list).toEqual(before);
    const rows = await db
      .select()
      .from(characterUsageDays)
      .where(eq(characterUsageDays.workspaceId, harness.workspaceId));
    expect(rows).toMatchObject([{ characters: 10 }]);
  });

  it('returns the same in pages of any size, folded or not', async () => {
    const second = await harness.addAgent(10_000);
    for (let day = 0; day < 4; day += 1) {
      for (const to of [harness.agent, second]) {
        for (const source of ['es', 'fr', 'de']) await harness.spend(day + 1, { source }, to.subAccountId);
      }
      if (day < 3) await harness.age(1);
      // Folded rows are not moved any more: the third day's rows fall on the second day and sum up both.
      if (day === 1) await harness.settle();
    }
    const all = (await harness.usage({ pageSize: 200 })).list;
    expect(all).toHaveLength(18);
    expect(all.map(({ day }) => day)).toEqual(
      all
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
    for (const size of [1, 5, 18])
      expect(await readAllPages((query) => harness.usage(query), size)).toEqual(all);
    await harness.settle();
    expect(await readAllPages((query) => harness.usage(query), 7)).toEqual(all);
  });

  it('continues from any place with any filters', async () => {
    const second = await harness.addAgent(10_000);
    const platforms = ['webchat', 'telegram'] as const;
    for (let day = 0; day < 3; day += 1) {
      for (const { subAccountId } of [harness.agent, second])
        for (const platform of platforms) await harness.spend(1, { platform }, subAccountId);
      if (day < 2) await harness.age(1);
    }
    await harness.settle();
    const middle = (await harness.usage()).list[6]?.day;
    const days: UsageQuery[] = [{}, { from: middle }, { to: middle }, { from: middle, to: middle }];
    const filtered = days
      .flatMap((it) => [it, { ...it, subAccountId: second.subAccountId }])
      .flatMap((it) => [it, { ...it, platform: 'telegram' as const }]);
    const ways = filtered.map((filters) => {
      const { from = '', to = '9', subAccountId, platform } = filters;
      const lets = (it: CharacterUsageRecord) =>
        from <= it.day &&
        it.day <= to &&
        (subAccountId ?? it.subAccountId) === it.subAccountId &&
        (platform ?? it.platform) === it.platform;
      return { filters, lets };
    });
    await expectTheRestFromAnyPlace<CharacterUsageRecord, UsageQuery>(
      (query) => harness.usage(query),
      ways,
      {},
    );
  });

  it('filters by sub-account, platform and days, before and after folding', async () => {
    const second = await harness.addAgent(100);
    await harness.spend(1, { platform: 'telegram' });
    await harness.age(3);
    await harness.spend(2);
    await harness.age(1);
    await harness.spend(4, { platform: 'telegram' }, second.subAccountId);
    const today = (await harness.usage()).list[0]?.day ?? '';
    const dayBefore = (days: number) =>
      new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
    for (const moment of ['unfolded', 'folded']) {
      const amounts = async (query: UsageQuery) =>
        (await harness.usage(query)).list.map(({ characters }) => characters);
      expect(await amounts({}), moment).toEqual([4, 2, 1]);
      expect(await amounts({ subAccountId: harness.agent.subAccountId })).toEqual([2, 1]);
      expect(await amounts({ platform: 'telegram' })).toEqual([4, 1]);
      expect(await amounts({ platform: 'telegram', subAccountId: harness.agent.subAccountId })).toEqual([1]);
      expect(await amounts({ from: dayBefore(1) })).toEqual([4, 2]);
      expect(await amounts({ to: dayBefore(1) })).toEqual([2, 1]);
      expect(await amounts({ from: dayBefore(1), to: dayBefore(1) })).toEqual([2]);
      expect(await amounts({ from: today, to: dayBefore(1) })).toEqual([]);
      expect(await amounts({ subAccountId: randomUUID() })).toEqual([]);
      await harness.settle();
    }
  });

  it('contains nothing of another workspace, whatever the query', async () => {
    await harness.spend(10);
    const { subAccountId } = harness.agent;
    await harness.openWorkspace();
    expect((await harness.usage({ subAccountId })).list).toEqual([]);
    expect((await harness.allocations({ subAccountId })).list).toEqual([]);
    expect((await harness.allocations()).list).toHaveLength(1);
  });

  it('starts from the beginning for an invalid cursor', async () => {
    await harness.spend(1);
    const id = randomUUID();
    for (const cursor of ['x', '9999999999999999_x', `2026-02-31_${id}_${id}`, `0000-01-01_${id}_${id}`]) {
      expect((await harness.usage({ cursor })).list).toHaveLength(1);
    }
  });
});
