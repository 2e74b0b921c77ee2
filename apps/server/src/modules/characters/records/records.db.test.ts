import { randomUUID } from 'node:crypto';
import * as contract from '@parley/contract';
import { sql } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../../testing/test-people.ts';
import { move } from '../moves.ts';
import type { UsageDetails } from '../tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let owner: TestOwner;
let agent: TestAgent;
beforeEach(async () => {
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner, { remark: '=Night shift', characters: 10_000 });
});

const details: UsageDetails = {
  platform: 'webchat',
  source: 'es',
  target: 'en',
  line: 'ai',
  engine: 'apertium-local',
};

async function spend(amount: number, more: Partial<UsageDetails> = {}, subAccountId = agent.subAccountId) {
  const { characters } = app.app.services;
  const reserved = await characters.reserve(owner.workspaceId, subAccountId, amount);
  if (reserved === null) throw new Error('too few characters');
  const charge = { reserved, key: randomUUID(), messageId: randomUUID(), amount };
  await transaction(app.app.database, (tx) =>
    characters.charge(tx, [{ ...charge, details: { ...details, ...more } }]),
  );
  await characters.release(reserved, amount);
}
const settle = () => app.app.services.characters.recall(owner.workspaceId);
/** As if what was spent so far had been spent so many days before. */
const age = (days: number) =>
  app.app.database.db.execute(sql`update character_entries set created_at = created_at - ${days} * interval '1 day'
    where workspace_id = ${owner.workspaceId} and kind = 'usage'`);

type Query<E extends { query: contract.Endpoint['query'] }> = contract.RequestOf<E & contract.Endpoint>;
const usage = (query: Query<typeof contract.characterUsagePage>['query'] = {}, token = owner.token) =>
  app.call(contract.characterUsagePage, { query }, token);
const allocations = (
  query: Query<typeof contract.characterAllocationPage>['query'] = {},
  token = owner.token,
) => app.call(contract.characterAllocationPage, { query }, token);

const allocate = (amount: number, remark?: string, to = agent.subAccountId) =>
  app.call(
    contract.allocateCharacters,
    { body: { requestId: randomUUID(), subAccountId: to, amount, ...(remark ? { remark } : {}) } },
    owner.token,
  );
const takeBack = (amount: number) =>
  transaction(app.app.database, (tx) =>
    move(tx, owner.workspaceId, {
      key: randomUUID(),
      kind: 'take-back',
      from: agent.subAccountId,
      to: owner.workspaceId,
      amount,
      remark: 'Too many',
    }),
  );

/** All pages after each other. */
async function whole<Item>(
  page: (query: {
    cursor?: string;
    pageSize: number;
  }) => Promise<{ list: Item[]; nextCursor: string | null }>,
  pageSize: number,
): Promise<Item[]> {
  const list: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next = await page({ pageSize, ...(cursor === undefined ? {} : { cursor }) });
    expect(next.list.length).toBeLessThanOrEqual(pageSize);
    list.push(...next.list);
    cursor = next.nextCursor;
  }
  return list;
}

describe('the usage record', () => {
  it('has a row for each day, sub-account, platform, pair and engine, exact at any moment', async () => {
    await spend(10);
    await spend(5);
    await spend(7, { engine: 'libretranslate' });
    const row = {
      subAccountId: agent.subAccountId,
      accountName: agent.accountName,
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
    const seen = async () => (await usage()).list;
    // Before the lease is settled, after it, and across both.
    expect(await seen()).toHaveLength(2);
    expect(await seen()).toEqual(expect.arrayContaining(both.map((one) => expect.objectContaining(one))));
    const before = await seen();
    await settle();
    expect(await seen()).toEqual(before);
    await spend(100);
    expect(await seen()).toContainEqual(
      expect.objectContaining({ ...row, characters: 115, translations: 3 }),
    );
    await settle();
    expect(await seen()).toContainEqual(
      expect.objectContaining({ ...row, characters: 115, translations: 3 }),
    );
  });

  it('adds up to the translations of today, settled or not', async () => {
    const today = async () =>
      (await app.call(contract.getCharacterSummary, {}, owner.token)).translationsToday;
    await spend(10);
    await settle();
    await spend(5, { engine: 'libretranslate' });
    expect(await today()).toBe(2);
  });

  it('counts a day of the workspace’s calendar', async () => {
    await spend(10);
    await app.app.database.db.execute(
      sql`update character_entries set created_at = '2026-01-05T16:00:00Z' where workspace_id = ${owner.workspaceId}
          and kind = 'usage'`,
    );
    // Midnight in Shanghai.
    expect((await usage()).list.map(({ day }) => day)).toEqual(['2026-01-06']);
    await settle();
    expect((await usage()).list.map(({ day }) => day)).toEqual(['2026-01-06']);
  });

  it('adds what a process of the version before has settled', async () => {
    await spend(10);
    await app.app.database.db.execute(
      sql`update character_leases set settled_at = now() where workspace_id = ${owner.workspaceId}`,
    );
    const before = (await usage()).list;
    expect(before).toMatchObject([{ characters: 10 }]);
    await app.app.services.characters.settleAbandoned(false);
    expect((await usage()).list).toEqual(before);
    const { rows } = await app.app.database.db.execute(
      sql`select characters from character_usage_days where workspace_id = ${owner.workspaceId}`,
    );
    expect(rows).toEqual([{ characters: 10 }]);
  });

  it('is the same by pages of any size, folded or not', async () => {
    const second = await app.createSubAccount(owner, { characters: 10_000 });
    for (let day = 0; day < 4; day += 1) {
      for (const to of [agent, second]) {
        for (const source of ['es', 'fr', 'de']) await spend(day + 1, { source }, to.subAccountId);
      }
      if (day < 3) await age(1);
      // What is folded ages no more: the third day's rows fall on the second's, and are sums of both.
      if (day === 1) await settle();
    }
    const all = (await usage({ pageSize: 200 })).list;
    expect(all).toHaveLength(18);
    expect(all.map(({ day }) => day)).toEqual(
      all
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
    for (const size of [1, 5, 18]) expect(await whole((query) => usage(query), size)).toEqual(all);
    await settle();
    expect(await whole((query) => usage(query), 7)).toEqual(all);
  });

  it('is narrowed by sub-account, platform and days, before and after folding', async () => {
    const second = await app.createSubAccount(owner, { characters: 100 });
    await spend(1, { platform: 'telegram' });
    await age(3);
    await spend(2);
    await age(1);
    await spend(4, { platform: 'telegram' }, second.subAccountId);
    const today = (await usage()).list[0]?.day ?? '';
    const dayBefore = (days: number) =>
      new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
    for (const moment of ['unfolded', 'folded']) {
      const amounts = async (query: Parameters<typeof usage>[0]) =>
        (await usage(query)).list.map(({ characters }) => characters);
      expect(await amounts({}), moment).toEqual([4, 2, 1]);
      expect(await amounts({ subAccountId: agent.subAccountId })).toEqual([2, 1]);
      expect(await amounts({ platform: 'telegram' })).toEqual([4, 1]);
      expect(await amounts({ platform: 'telegram', subAccountId: agent.subAccountId })).toEqual([1]);
      expect(await amounts({ from: dayBefore(1) })).toEqual([4, 2]);
      expect(await amounts({ to: dayBefore(1) })).toEqual([2, 1]);
      expect(await amounts({ from: dayBefore(1), to: dayBefore(1) })).toEqual([2]);
      expect(await amounts({ from: today, to: dayBefore(1) })).toEqual([]);
      expect(await amounts({ subAccountId: randomUUID() })).toEqual([]);
      await settle();
    }
  });

  it('begins at the start for a cursor that it has not given out', async () => {
    await spend(1);
    const id = randomUUID();
    for (const cursor of ['x', '9999999999999999_x', `2026-02-31_${id}_${id}`, `0000-01-01_${id}_${id}`]) {
      expect((await usage({ cursor })).list).toHaveLength(1);
    }
  });
});

describe('the allocation record', () => {
  it('keeps what both sides had, for additions and for what is taken back', async () => {
    await spend(400);
    await allocate(500, 'For the weekend');
    await takeBack(100);
    expect((await allocations()).list).toMatchObject([
      {
        direction: 'remove',
        amount: 100,
        before: 10_100,
        after: 10_000,
        ownerRemaining: 989_600,
        remark: 'Too many',
      },
      {
        direction: 'add',
        amount: 500,
        before: 9_600,
        after: 10_100,
        ownerRemaining: 989_500,
        remark: 'For the weekend',
        subAccountId: agent.subAccountId,
        accountName: agent.accountName,
      },
      { direction: 'add', amount: 10_000, before: 0, after: 10_000, ownerRemaining: 990_000, remark: '' },
    ]);
  });

  it('links up without a gap when many allocate at once', async () => {
    const second = await app.createSubAccount(owner, { characters: 1 });
    const targets = [agent.subAccountId, second.subAccountId];
    await Promise.all(Array.from({ length: 40 }, (_, n) => allocate(n + 1, undefined, targets[n % 2])));
    const list = (await allocations({ pageSize: 200 })).list.reverse();
    expect(list).toHaveLength(42);
    let ownerHad = 1_000_000;
    const had = new Map(targets.map((id) => [id, 0]));
    for (const row of list) {
      expect(row.before).toBe(had.get(row.subAccountId));
      expect(row.after).toBe(row.before + row.amount);
      ownerHad -= row.amount;
      expect(row.ownerRemaining).toBe(ownerHad);
      had.set(row.subAccountId, row.after);
    }
  });

  it('books a repeated request once, also when the owner has too few by then', async () => {
    const body = { requestId: randomUUID(), subAccountId: agent.subAccountId, amount: 600_000 };
    for (let time = 0; time < 2; time += 1)
      await app.call(contract.allocateCharacters, { body }, owner.token);
    expect((await allocations()).list.map(({ amount }) => amount)).toEqual([600_000, 10_000]);
    await expect(allocate(600_000)).rejects.toMatchObject({ error: 'characters.short' });
  });

  it('sums the ledger where a process of the version before kept no balances', async () => {
    await spend(400);
    await settle();
    await allocate(500);
    await takeBack(100);
    const kept = (await allocations()).list;
    await app.app.database.db.execute(
      sql`update character_entries set sub_account_before = null, owner_after = null
          where workspace_id = ${owner.workspaceId}`,
    );
    expect((await allocations()).list).toEqual(kept);
  });

  it('is narrowed by sub-account, direction and days, and paged', async () => {
    const second = await app.createSubAccount(owner, { characters: 3 });
    await takeBack(2);
    await app.app.database.db.execute(
      sql`update character_entries set created_at = '2026-01-05T15:59:59.999999Z'
          where workspace_id = ${owner.workspaceId} and amount = 10000`,
    );
    const amounts = async (query: Parameters<typeof allocations>[0]) =>
      (await allocations(query)).list.map(({ amount }) => amount);
    expect(await amounts({})).toEqual([2, 3, 10_000]);
    expect(await amounts({ direction: 'add' })).toEqual([3, 10_000]);
    expect(await amounts({ direction: 'remove' })).toEqual([2]);
    expect(await amounts({ subAccountId: agent.subAccountId })).toEqual([2, 10_000]);
    expect(await amounts({ subAccountId: second.subAccountId, direction: 'remove' })).toEqual([]);
    expect(await amounts({ to: '2026-01-05' })).toEqual([10_000]);
    expect(await amounts({ from: '2026-01-06' })).toEqual([2, 3]);
    expect(await amounts({ from: '2026-01-05', to: '2026-01-05' })).toEqual([10_000]);
    const all = (await allocations()).list;
    for (const size of [1, 2]) expect(await whole((query) => allocations(query), size)).toEqual(all);
    expect((await allocations({ cursor: 'x_y' })).list).toEqual(all);
  });
});

describe('a spreadsheet', () => {
  async function download(path: string, language: 'EN' | 'zh-CN' = 'EN', token = owner.token) {
    const response = await fetch(`${app.url}${path}`, {
      headers: { authorization: `Bearer ${token}`, systemLanguageCode: language },
    });
    expect(response.status).toBe(200);
    const sheets = await readWorkbook(Buffer.from(await response.arrayBuffer()));
    return { headers: response.headers, sheets };
  }
  const usageFile = '/api/user/subAccount/charLogExportExcel';
  const allocationFile = '/api/user/charAllocationRecord/exportExcel';

  it('has all usage that the filters let through, under a name in the reader’s language', async () => {
    await spend(10);
    await spend(20, { platform: 'telegram', target: 'zh-CN' });
    const { headers, sheets } = await download(`${usageFile}?platform=webchat`);
    expect(headers.get('content-type')).toBe(contract.spreadsheetMediaType);
    const day = (await usage()).list[0]?.day ?? '';
    expect(headers.get('content-disposition')).toContain(`filename="Character usage ${day}.xlsx"`);
    expect(sheets).toEqual([
      {
        sheet: 'Character usage',
        data: [
          [
            ...['Day', 'Sub-account', 'Sub-account remark', 'Platform', 'From language', 'To language'],
            ...['Line', 'Engine', 'Characters', 'Translations'],
          ],
          [
            ...[new Date(`${day}T00:00:00Z`), agent.accountName, '=Night shift', 'Website chat', 'Spanish'],
            ...['English', 'ai', 'apertium-local', 10, 1],
          ],
        ],
      },
    ]);
    const chinese = await download(usageFile, 'zh-CN');
    expect(chinese.headers.get('content-disposition')).toContain(
      encodeURIComponent(`字符使用记录 ${day}.xlsx`),
    );
    expect(chinese.sheets[0]?.sheet).toBe('字符使用记录');
    expect(chinese.sheets[0]?.data).toHaveLength(3);
    expect(chinese.sheets[0]?.data.flat()).toEqual(expect.arrayContaining(['网站聊天', '西班牙语', '英语']));
  });

  it('has all allocations, in the workspace’s time, and no formulas', async () => {
    await allocate(500, '=HYPERLINK("https://evil.example","x")');
    await app.app.database.db.execute(
      sql`update character_entries set created_at = '2026-01-05T16:00:01.5Z'
          where workspace_id = ${owner.workspaceId} and amount = 500`,
    );
    const { sheets } = await download(`${allocationFile}?to=2026-01-06`);
    expect(sheets[0]?.data[0]?.[0]).toBe('Time (Asia/Shanghai)');
    expect(sheets[0]?.data.slice(1)).toEqual([
      [
        ...[
          new Date('2026-01-06T00:00:02Z'),
          agent.accountName,
          '=Night shift',
          'Added',
          500,
          10_000,
          10_500,
        ],
        ...[989_500, '=HYPERLINK("https://evil.example","x")'],
      ],
    ]);
  });

  it('goes on where a page of the database ends', async () => {
    await app.app.database.db.execute(sql`
      insert into character_usage_days
      select ${owner.workspaceId}, '2020-01-01'::date + n, ${agent.subAccountId}, gen_random_uuid(), 'webchat', 'es',
        'en', 'ai', 'x', n + 1, 1 from generate_series(0, 5000) n`);
    const { sheets } = await download(usageFile);
    const counts = sheets[0]?.data.slice(1).map((row) => row[8]);
    expect(counts).toEqual(Array.from({ length: 5_001 }, (_, n) => 5_001 - n));
  });

  it('has nothing of another workspace, whatever is asked for', async () => {
    await spend(10);
    const other = await app.registerOwner();
    for (const file of [usageFile, allocationFile]) {
      const { sheets } = await download(`${file}?subAccountId=${agent.subAccountId}`, 'EN', other.token);
      expect(sheets[0]?.data).toHaveLength(1);
    }
    expect((await usage({ subAccountId: agent.subAccountId }, other.token)).list).toEqual([]);
    expect((await allocations({ subAccountId: agent.subAccountId }, other.token)).list).toEqual([]);
  });

  it('is refused with an envelope', async () => {
    const answer = await app.send(
      contract.exportCharacterUsage,
      { query: { from: 'yesterday' } },
      owner.token,
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 400, data: { error: 'request.invalid' } } });
  });
});
