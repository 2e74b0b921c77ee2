import * as charactersApi from '@parley/contract/characters';
import * as valuesApi from '@parley/contract/values';
import { sql } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { recordsHarness } from './testing/records-harness.ts';

const harness = recordsHarness();

describe('a spreadsheet', () => {
  async function download(path: string, language: 'EN' | 'zh-CN' = 'EN', token = harness.owner.token) {
    const response = await fetch(`${harness.app.url}${path}`, {
      headers: { authorization: `Bearer ${token}`, systemLanguageCode: language },
    });
    expect(response.status).toBe(200);
    const sheets = await readWorkbook(Buffer.from(await response.arrayBuffer()));
    return { headers: response.headers, sheets };
  }
  const usageFile = '/api/user/subAccount/charLogExportExcel';
  const allocationFile = '/api/user/charAllocationRecord/exportExcel';

  it('contains all usage that matches the filters, under a name in the reader’s language', async () => {
    await harness.spend(10);
    await harness.spend(20, { platform: 'telegram', target: 'zh-CN' });
    const { headers, sheets } = await download(`${usageFile}?platform=webchat`);
    expect(headers.get('content-type')).toBe(valuesApi.spreadsheetMediaType);
    const day = (await harness.usage()).list[0]?.day ?? '';
    expect(headers.get('content-disposition')).toContain(`filename="Character usage ${day}.xlsx"`);
    expect(sheets).toEqual([
      {
        sheet: 'Character usage',
        data: [
          [
            'Day (Asia/Shanghai)',
            'Sub-account',
            'Sub-account remark',
            'Platform',
            'From language',
            'To language',
            'Line',
            'Engine',
            'Characters',
            'Translations',
          ],
          [
            new Date(`${day}T00:00:00Z`),
            harness.agent.accountName,
            '=Night shift',
            'Website chat',
            'Spanish',
            'English',
            'ai',
            'apertium-local',
            10,
            1,
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

  it('contains all allocations, in the workspace’s time zone, and no formulas', async () => {
    await harness.allocate(500, '=HYPERLINK("https://evil.example","x")');
    await harness.app.app.database.db.execute(
      sql`update character_entries set created_at = '2026-01-05T16:00:01.5Z'
          where workspace_id = ${harness.owner.workspaceId} and amount = 500`,
    );
    const { sheets } = await download(`${allocationFile}?to=2026-01-06`);
    expect(sheets[0]?.data[0]?.[0]).toBe('Time (Asia/Shanghai)');
    expect(sheets[0]?.data.slice(1)).toEqual([
      [
        new Date('2026-01-06T00:00:02Z'),
        harness.agent.accountName,
        '=Night shift',
        'Allocated',
        500,
        10_000,
        10_500,
        989_500,
        '=HYPERLINK("https://evil.example","x")',
      ],
    ]);
  });

  it('names automatic moves in the reader’s language', async () => {
    await harness.app.app.database.db.execute(
      sql`update character_entries set automatic = true
          where workspace_id = ${harness.owner.workspaceId} and kind = 'allocation'`,
    );
    const remarkIn = async (language: 'EN' | 'zh-CN') =>
      (await download(allocationFile, language)).sheets[0]?.data[1]?.[8];
    expect([await remarkIn('EN'), await remarkIn('zh-CN')]).toEqual(['Automatic', '自动']);
  });

  it('continues across pages of the database', async () => {
    await harness.app.app.database.db.execute(sql`
      insert into character_usage_days
      select ${harness.owner.workspaceId}, '2020-01-01'::date + n, ${harness.agent.subAccountId}, gen_random_uuid(), 'webchat', 'es',
        'en', 'ai', 'x', n + 1, 1 from generate_series(0, 5000) n`);
    const { sheets } = await download(usageFile);
    const counts = sheets[0]?.data.slice(1).map((row) => row[8]);
    expect(counts).toEqual(Array.from({ length: 5_001 }, (_, n) => 5_001 - n));
  });

  it('contains nothing of another workspace, whatever the query', async () => {
    await harness.spend(10);
    const other = await harness.app.registerOwner();
    for (const file of [usageFile, allocationFile]) {
      const { sheets } = await download(
        `${file}?subAccountId=${harness.agent.subAccountId}`,
        'EN',
        other.token,
      );
      expect(sheets[0]?.data).toHaveLength(1);
    }
    expect((await harness.usage({ subAccountId: harness.agent.subAccountId }, other.token)).list).toEqual([]);
    expect(
      (await harness.allocations({ subAccountId: harness.agent.subAccountId }, other.token)).list,
    ).toEqual([]);
  });

  it('a refused spreadsheet is answered with an envelope', async () => {
    const answer = await harness.app.send(
      charactersApi.exportCharacterUsage,
      { query: { from: 'yesterday' } },
      harness.owner.token,
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 400, data: { error: 'request.invalid' } } });
  });
});
