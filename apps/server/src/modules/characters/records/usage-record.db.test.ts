import { randomUUID } from 'node:crypto';
import * as charactersApi from '@parley/contract/characters';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { expectTheRestFromAnyPlace, recordsRig, type UsageQuery, whole } from './testing/records-rig.ts';

const rig = recordsRig();

describe('the usage record', () => {
  it('has a row for each day, sub-account, platform, pair and engine, exact at any moment', async () => {
    await rig.spend(10);
    await rig.spend(5);
    await rig.spend(7, { engine: 'libretranslate' });
    const row = {
      subAccountId: rig.agent.subAccountId,
      accountName: rig.agent.accountName,
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
    const seen = async () => (await rig.usage()).list;
    // Before the lease is settled, after it, and across both.
    expect(await seen()).toHaveLength(2);
    expect(await seen()).toEqual(expect.arrayContaining(both.map((one) => expect.objectContaining(one))));
    const before = await seen();
    await rig.settle();
    expect(await seen()).toEqual(before);
    await rig.spend(100);
    expect(await seen()).toContainEqual(
      expect.objectContaining({ ...row, characters: 115, translations: 3 }),
    );
    await rig.settle();
    expect(await seen()).toContainEqual(
      expect.objectContaining({ ...row, characters: 115, translations: 3 }),
    );
  });

  it('the usage record is turned over by page number too, from the beginning or from a cursor', async () => {
    for (const engine of ['a', 'b', 'c', 'd', 'e']) await rig.spend(1, { engine });
    const page = (query: UsageQuery) => rig.usage({ pageSize: 2, ...query });
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

  it('adds up to the translations of today, settled or not', async () => {
    const today = async () =>
      (await rig.app.call(charactersApi.getCharacterSummary, {}, rig.owner.token)).translationsToday;
    await rig.spend(10);
    await rig.settle();
    await rig.spend(5, { engine: 'libretranslate' });
    expect(await today()).toBe(2);
  });

  it('counts a day of the workspace’s calendar', async () => {
    await rig.spend(10);
    await rig.app.app.database.db.execute(
      sql`update character_entries set created_at = '2026-01-05T16:00:00Z' where workspace_id = ${rig.owner.workspaceId}
          and kind = 'usage'`,
    );
    // Midnight in Shanghai.
    expect((await rig.usage()).list.map(({ day }) => day)).toEqual(['2026-01-06']);
    await rig.settle();
    expect((await rig.usage()).list.map(({ day }) => day)).toEqual(['2026-01-06']);
  });

  it('adds what a process of the version before has settled', async () => {
    await rig.spend(10);
    await rig.app.app.database.db.execute(
      sql`update character_leases set settled_at = now() where workspace_id = ${rig.owner.workspaceId}`,
    );
    const before = (await rig.usage()).list;
    expect(before).toMatchObject([{ characters: 10 }]);
    await rig.app.app.services.characters.settleAbandoned(false);
    expect((await rig.usage()).list).toEqual(before);
    const { rows } = await rig.app.app.database.db.execute(
      sql`select characters from character_usage_days where workspace_id = ${rig.owner.workspaceId}`,
    );
    expect(rows).toEqual([{ characters: 10 }]);
  });

  it('the usage record is the same by pages of any size, folded or not', async () => {
    const second = await rig.app.createSubAccount(rig.owner, { characters: 10_000 });
    for (let day = 0; day < 4; day += 1) {
      for (const to of [rig.agent, second]) {
        for (const source of ['es', 'fr', 'de']) await rig.spend(day + 1, { source }, to.subAccountId);
      }
      if (day < 3) await rig.age(1);
      // Folded rows age no more: the third day's rows fall on the second's, and are sums of both.
      if (day === 1) await rig.settle();
    }
    const all = (await rig.usage({ pageSize: 200 })).list;
    expect(all).toHaveLength(18);
    expect(all.map(({ day }) => day)).toEqual(
      all
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
    for (const size of [1, 5, 18]) expect(await whole((query) => rig.usage(query), size)).toEqual(all);
    await rig.settle();
    expect(await whole((query) => rig.usage(query), 7)).toEqual(all);
  });

  it('goes on from any place with any filters', async () => {
    const second = await rig.app.createSubAccount(rig.owner, { characters: 10_000 });
    const platforms = ['webchat', 'telegram'] as const;
    for (let day = 0; day < 3; day += 1) {
      for (const { subAccountId } of [rig.agent, second])
        for (const platform of platforms) await rig.spend(1, { platform }, subAccountId);
      if (day < 2) await rig.age(1);
    }
    await rig.settle();
    const middle = (await rig.usage()).list[6]?.day;
    const days: UsageQuery[] = [{}, { from: middle }, { to: middle }, { from: middle, to: middle }];
    const filtered = days
      .flatMap((it) => [it, { ...it, subAccountId: second.subAccountId }])
      .flatMap((it) => [it, { ...it, platform: 'telegram' as const }]);
    const ways = filtered.map((filters) => {
      const { from = '', to = '9', subAccountId, platform } = filters;
      const lets = (it: charactersApi.CharacterUsageRecord) =>
        from <= it.day &&
        it.day <= to &&
        (subAccountId ?? it.subAccountId) === it.subAccountId &&
        (platform ?? it.platform) === it.platform;
      return { filters, lets };
    });
    await expectTheRestFromAnyPlace<charactersApi.CharacterUsageRecord, UsageQuery>(
      (query) => rig.usage(query),
      ways,
      {},
    );
  });

  it('the usage record is narrowed by sub-account, platform and days, before and after folding', async () => {
    const second = await rig.app.createSubAccount(rig.owner, { characters: 100 });
    await rig.spend(1, { platform: 'telegram' });
    await rig.age(3);
    await rig.spend(2);
    await rig.age(1);
    await rig.spend(4, { platform: 'telegram' }, second.subAccountId);
    const today = (await rig.usage()).list[0]?.day ?? '';
    const dayBefore = (days: number) =>
      new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
    for (const moment of ['unfolded', 'folded']) {
      const amounts = async (query: UsageQuery) =>
        (await rig.usage(query)).list.map(({ characters }) => characters);
      expect(await amounts({}), moment).toEqual([4, 2, 1]);
      expect(await amounts({ subAccountId: rig.agent.subAccountId })).toEqual([2, 1]);
      expect(await amounts({ platform: 'telegram' })).toEqual([4, 1]);
      expect(await amounts({ platform: 'telegram', subAccountId: rig.agent.subAccountId })).toEqual([1]);
      expect(await amounts({ from: dayBefore(1) })).toEqual([4, 2]);
      expect(await amounts({ to: dayBefore(1) })).toEqual([2, 1]);
      expect(await amounts({ from: dayBefore(1), to: dayBefore(1) })).toEqual([2]);
      expect(await amounts({ from: today, to: dayBefore(1) })).toEqual([]);
      expect(await amounts({ subAccountId: randomUUID() })).toEqual([]);
      await rig.settle();
    }
  });

  it('begins at the start for a cursor that it has not given out', async () => {
    await rig.spend(1);
    const id = randomUUID();
    for (const cursor of ['x', '9999999999999999_x', `2026-02-31_${id}_${id}`, `0000-01-01_${id}_${id}`]) {
      expect((await rig.usage({ cursor })).list).toHaveLength(1);
    }
  });
});
