/** Characters over HTTP: the owner’s summary, records and spreadsheets. */
import { randomUUID } from 'node:crypto';
import * as charactersApi from '@parley/contract/characters';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { spreadsheetMediaType } from '@parley/contract/values';
import { sql } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { characterUsageDays } from '../../schema/characters.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { details } from './testing/ledger.ts';

let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner({ characters: 1_000 });
  agent = await app.createSubAccount(owner, { remark: '=Night shift', characters: 100 });
  const { characters } = app.app.services;
  const reserved = await characters.reserve(owner.workspaceId, agent.subAccountId, 10);
  if (reserved === null) throw new Error('too few characters');
  const charge = { reserved, key: randomUUID(), messageId: randomUUID(), amount: 10, details };
  await transaction(app.app.database, (tx) => characters.charge(tx, [charge]));
  await characters.release(reserved, 10);
});
afterAll(() => app.close());

async function download(path: string, language: 'EN' | 'CN' = 'EN') {
  const response = await fetch(`${app.url}${path}`, {
    headers: { authorization: `Bearer ${owner.token}`, systemLanguageCode: language },
  });
  expect(response.status).toBe(200);
  const [sheet] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
  return { headers: response.headers, rows: sheet?.data ?? [] };
}
const usageFile = '/api/user/subAccount/charLogExportExcel';

it('answers with what was used and allocated, in sums, charts and records', async () => {
  const request = { query: {} };
  expect(await app.call(charactersApi.getCharacterSummary, {}, owner.token)).toEqual({
    ownerRemaining: 900,
    allocated: 90,
    usedToday: 10,
    usedTotal: 10,
    translationsToday: 1,
  });
  const usage = await app.call(charactersApi.characterUsagePage, request, owner.token);
  expect(usage.list).toMatchObject([{ subAccountRemark: '=Night shift', characters: 10, translations: 1 }]);
  const allocations = await app.call(charactersApi.characterAllocationPage, request, owner.token);
  expect(allocations.list).toMatchObject([{ amount: 100, before: 0, after: 100, time: expect.any(Number) }]);
  const { days } = await app.call(charactersApi.characterUsageChart, { query: { days: '30' } }, owner.token);
  expect([days.length, days.at(-1)]).toEqual([30, { ...days.at(-1), characters: 10, translations: 1 }]);
});

it('downloads the filtered records under a name in the reader’s language', async () => {
  const usage = await download(`${usageFile}?platform=webchat`, 'CN');
  expect(usage.headers.get('content-type')).toBe(spreadsheetMediaType);
  expect(usage.headers.get('content-disposition')).toContain(encodeURIComponent('字符使用记录'));
  expect(usage.rows.slice(1).map((row) => row.slice(1, 4))).toEqual([
    [agent.accountName, '=Night shift', '网站聊天'],
  ]);
  expect((await download(`${usageFile}?platform=telegram`)).rows).toHaveLength(1);
  const body = { requestId: randomUUID(), subAccountId: agent.subAccountId, amount: 5, remark: '=1+1' };
  await app.call(subAccountsApi.allocateCharacters, { body }, owner.token);
  const allocations = await download('/api/user/charAllocationRecord/exportExcel?direction=add');
  expect(allocations.headers.get('content-disposition')).toContain('filename="Character allocations ');
  expect(allocations.rows.slice(1).map((row) => row.slice(3))).toEqual([
    ['Allocated', 5, 90, 95, 895, '=1+1'],
    ['Allocated', 100, 0, 100, 900, null],
  ]);
});

it('refuses a spreadsheet with an envelope', async () => {
  const query = { from: 'yesterday' };
  const answer = await app.send(charactersApi.exportCharacterUsage, { query }, owner.token);
  expect(answer).toMatchObject({ status: 400, body: { code: 400, data: { error: 'request.invalid' } } });
});

it('continues a spreadsheet across pages of the database', async () => {
  await app.app.database.db.execute(sql`
    insert into ${characterUsageDays}
    select ${owner.workspaceId}, '2020-01-01'::date + n, ${agent.subAccountId}, gen_random_uuid(), 'webchat', 'es',
      'en', 'ai', 'x', n + 1, 1 from generate_series(0, 1200) n`);
  const { rows } = await download(`${usageFile}?to=2025-01-01`);
  expect(rows.slice(1).map((row) => row[8])).toEqual(Array.from({ length: 1_201 }, (_, n) => 1_201 - n));
});
