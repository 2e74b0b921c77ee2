import { logOut } from '@parley/contract/identity';
import * as linksApi from '@parley/contract/split-links';
import * as api from '@parley/contract/split-reports';
import { sql } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestOwner } from '../../../testing/test-people.ts';
import { visitCounter } from '../visits/counting.ts';
import { createVisitReader } from '../visits/recorded-visit.ts';
import { insertBatch, rowOf } from '../visits/store.ts';

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const whatsapp =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 WhatsApp/2.24';
const [german, chinese, unknown] = ['81.169.145.78', '223.5.5.5', '192.0.2.7'];

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp({ config: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
});

type Form = z.input<typeof linksApi.splitLinkForm>;
const create = (changes: Partial<Form> = {}) =>
  app.call(
    linksApi.createSplitLink,
    {
      body: {
        name: 'Spring',
        platform: 'telegram',
        eligibility: 'full',
        mode: 'sequential',
        bindsAddress: false,
        defaultUrl: 'https://shop.example/else',
        pageText: '',
        remark: '',
        expiresAt: null,
        targets: [{ url: 'https://t.me/ana' }],
        ...changes,
      },
    },
    owner.token,
  );

/** Each visit gets its own millisecond, because reports are sorted by time. */
const visit = async (code: string, address: string, agent = windows) => {
  const last = Date.now();
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(last);
  const headers = { 'user-agent': agent, 'x-forwarded-for': address };
  const answer = await fetch(`${app.url}/s/${code}`, { redirect: 'manual', headers });
  return answer.headers.get('location')?.split('/').at(-1);
};
const tokenOf = (path: string | undefined) =>
  new URL(path ?? '', 'http://host').searchParams.get(api.shareParameter) ?? '';
const share = async (splitLinkId: string, validDays: number | null = null) => {
  const body = { splitLinkId, validDays };
  return tokenOf((await app.call(api.createSplitReportShare, { body }, owner.token)).share?.path);
};
const read = (token: string) => app.call(api.readSplitReport, { query: { token } });
const refusal = async (token: string) => {
  const { data } = (await app.send(api.readSplitReport, { query: { token } })).body;
  return (data as { error?: string }).error; // every refusal names it
};
const visitors = async (token: string) =>
  (await app.call(api.splitReportVisitors, { query: { token, days: '30' } })).list;

describe('a report', () => {
  it('counts visits by day, hour, country, device and target, once each', async () => {
    const { id, code } = await create();
    const token = await share(id);
    await visit(code, german);
    await visit(code, german);
    await visit(code, chinese, whatsapp);
    await visit(code, unknown);
    await expect.poll(async () => (await read(token)).total).toEqual({ visits: 4, visitors: 3 });
    const report = await read(token);
    expect(report).toMatchObject({
      name: 'Spring',
      path: `/s/${code}`,
      today: { visits: 4, visitors: 3 },
      yesterday: { visits: 0, visitors: 0 },
      countries: [{ name: 'DE', visits: 2, visitors: 1 }, expect.anything(), expect.anything()],
      devices: [
        { name: 'desktop', visits: 3, visitors: 2 },
        { name: 'mobile', visits: 1, visitors: 1 },
      ],
      systems: [{ name: 'Windows', visits: 3 }, { name: 'iOS' }],
      browsers: [{ name: 'Chrome', visits: 3 }, { name: 'WhatsApp' }],
      targets: [{ outcome: 'target', url: 'https://t.me/ana', visits: 4, visitors: 3 }],
    });
    expect(report.days.map(({ visits }) => visits)).toEqual([0, 0, 0, 0, 0, 0, 4]);
    expect(report.hours.reduce((sum, { visitsToday }) => sum + visitsToday, 0)).toBe(4);
    expect(await visitors(token)).toMatchObject([
      { address: unknown, country: null, visits: 1 },
      { address: chinese, country: 'CN', device: 'mobile', system: 'iOS', browser: 'WhatsApp', visits: 1 },
      { address: german, country: 'DE', url: 'https://t.me/ana', visits: 2 },
    ]);
  });

  it('lists visitors by pages, and as a spreadsheet', async () => {
    const { id, code } = await create();
    const token = await share(id);
    for (const at of [1, 2, 3]) await visit(code, `192.0.2.${at}`);
    await expect.poll(async () => (await read(token)).total.visits).toBe(3);
    const page = (cursor?: string) =>
      app.call(api.splitReportVisitors, {
        query: { token, pageSize: 2, ...(cursor === undefined ? {} : { cursor }) },
      });
    const first = await page();
    const second = await page(first.nextCursor ?? '');
    expect([...first.list, ...second.list].map(({ address }) => address)).toEqual([
      '192.0.2.3',
      '192.0.2.2',
      '192.0.2.1',
    ]);
    expect(second.nextCursor).toBeNull();
    const file = await fetch(`${app.url}${api.exportSplitReport.path}?token=${token}`);
    const rows = (await readWorkbook(Buffer.from(await file.arrayBuffer())))[0]?.data ?? [];
    expect(rows).toHaveLength(4);
    expect(rows[1]).toContain('192.0.2.3');
    const figures = await fetch(`${app.url}${api.exportSplitReportFigures.path}?token=${token}`);
    const [head, total] = (await readWorkbook(Buffer.from(await figures.arrayBuffer())))[0]?.data ?? [];
    expect(head).toContain('访问量');
    expect(total).toEqual(expect.arrayContaining(['总计', 3]));
  });

  it.each(['2026-02-30', '2025-02-29', '2026-04-31', '0000-01-01'])(
    'begins at the latest visitor with a cursor of %s, which no calendar has',
    async (day) => {
      const { id, code } = await create();
      const token = await share(id);
      await visit(code, german);
      await expect.poll(async () => (await visitors(token)).length).toBe(1);
      const query = { token, cursor: `${day}_1772400000000000_${'0'.repeat(32)}` };
      expect((await app.send(api.splitReportVisitors, { query })).status).toBe(200);
    },
  );

  it('counts a batch stored twice once, and a visitor in two batches as one', async () => {
    const { id: linkId } = await create();
    const { workspaceId } = owner;
    const readVisit = createVisitReader({
      locations: { locate: () => ({ country: 'ES', city: 'Madrid' }) },
      appSecrets: ['a secret'],
    });
    const at = new Date();
    const made = (address: string) =>
      readVisit({
        workspaceId,
        linkId,
        id: newId(),
        at,
        outcome: 'page',
        targetId: null,
        url: null,
        token: null,
        address,
        userAgent: windows,
        storedAddresses: 'whole',
      });
    const batch = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(made);
    const later = [made('192.0.2.1')];
    const { database } = app.app;
    const count = visitCounter(database, createLog('error'));
    for (const visits of [batch, batch, later, later]) {
      await transaction(database, (tx) => insertBatch(tx, { id: newId(), rows: visits.map(rowOf) }));
      if (visits === later) await count();
    }
    const token = await share(linkId);
    expect(await read(token)).toMatchObject({
      total: { visits: 4, visitors: 2 },
      countries: [{ name: 'ES', visits: 4, visitors: 2 }],
      targets: [{ outcome: 'page', url: null, visits: 4, visitors: 2 }],
    });
    expect((await visitors(token)).map(({ visits }) => visits).sort()).toEqual([1, 3]);
  });
});

it('continues the open day if the workspace moves to a zone where it is still the day before', async () => {
  const { database } = app.app;
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
  await database.db.execute(
    sql`update workspaces set time_zone = ${zones[0]} where id = ${owner.workspaceId}`,
  );
  const { id, code } = await create({ targets: [{ url: 'https://t.me/ana', dailyCap: 1 }] });
  const token = await share(id);
  expect([await visit(code, german), await visit(code, chinese)]).toEqual(['ana', 'else']);
  await expect.poll(async () => (await read(token)).today.visits).toBe(2);
  const openDay = (await read(token)).days.at(-1)?.day;
  await database.db.execute(sql`
    insert into workspace_past_zones (workspace_id, until, time_zone) values (${owner.workspaceId}, now(), ${zones[0]})`);
  await database.db.execute(sql`
    update workspaces set time_zone = ${zones[1]}, zone_since = now(), zone_first_day = ${openDay}
    where id = ${owner.workspaceId}`);
  // The daily cap counts as used as soon as the link's new zone is known, too.
  const until = Date.now() + 1_500;
  const led = new Set<string | undefined>();
  while (Date.now() < until) led.add(await visit(code, unknown));
  expect([...led]).toEqual(['else']);
  await expect.poll(async () => (await read(token)).total.visitors).toBe(3);
  const report = await read(token);
  expect(report.days.at(-1)).toEqual({ day: openDay, ...report.today });
  expect([report.today.visits, report.today.visitors]).toEqual([report.total.visits, 3]);
  expect(report.hours.reduce((sum, { visitsToday }) => sum + visitsToday, 0)).toBe(report.total.visits);
  expect(await visitors(token)).toHaveLength(3);
  const { list } = await app.call(linksApi.splitLinkPage, { query: {} }, owner.token);
  expect(list[0]?.visitsToday).toBe(report.total.visits);
});

describe('the regions of a link', () => {
  it('sends visitors of other countries to the default address', async () => {
    const { code } = await create({ regions: ['DE', 'MX'] });
    expect([await visit(code, german), await visit(code, chinese), await visit(code, unknown)]).toEqual([
      'ana',
      'else',
      'else',
    ]);
  });
});

describe('addresses of visitors', () => {
  it('stores only networks once the owner chooses that, and nothing that reveals the address', async () => {
    const { id, code } = await create();
    const token = await share(id);
    const set = (addresses: 'whole' | 'truncated') =>
      app.call(api.updateSplitLinkSettings, { body: { addresses } }, owner.token);
    await visit(code, '192.0.2.200');
    await expect.poll(async () => (await visitors(token)).length).toBe(1);
    await set('truncated');
    expect(await app.call(api.getSplitLinkSettings, {}, owner.token)).toEqual({
      addresses: 'truncated',
      knows: 'countries',
    });
    // Takes effect within a second.
    await expect
      .poll(async () => {
        await visit(code, '198.51.100.9');
        return (await visitors(token)).some(({ address }) => address === '198.51.100.0');
      })
      .toBe(true);
    const { rows } = await app.app.database.db.execute<{ address: string }>(
      sql`select distinct address from split_visits where split_link_id = ${id}`,
    );
    expect(rows.map(({ address }) => address)).toContain('192.0.2.200');
    expect((await read(token)).addresses).toBe('truncated');
  });
});

describe('a link to a report', () => {
  it('opens only its report, and nothing once it is disabled, withdrawn or expired', async () => {
    const { id } = await create();
    const token = await share(id);
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    const enable = (enabled: boolean) =>
      app.call(api.setSplitReportShareEnabled, { body: { splitLinkId: id, enabled } }, owner.token);
    await app.call(api.openSharedSplitReport, { body: { token } });
    await enable(false);
    expect(await refusal(token)).toBe('split-report.disabled');
    await enable(true);
    expect((await read(token)).name).toBe('Spring');
    const renewed = await share(id, 1);
    expect(await refusal(token)).toBe('split-report.cancelled');
    await app.call(api.cancelSplitReportShare, { body: { splitLinkId: id } }, owner.token);
    expect(await refusal(renewed)).toBe('split-report.cancelled');
    expect(await refusal('nobodys')).toBe('split-report.not-found');
    expect((await app.send(api.openSharedSplitReport, { body: { token } })).status).toBe(410);
    const query = { splitLinkId: id };
    expect((await app.call(api.getSplitReportShare, { query }, owner.token)).share).toMatchObject({
      status: 'cancelled',
      validDays: 1,
    });
    const late = await share(id, 1);
    await app.app.database.db.execute(
      sql`update split_report_shares set expires_at = now() - interval '1 second' where split_link_id = ${id}`,
    );
    await expect.poll(() => refusal(late)).toBe('split-report.expired');
  });

  it('opens the report for its owner, as long as the login session is open', async () => {
    const { id } = await create();
    const { path } = await app.call(api.openSplitReport, { body: { splitLinkId: id } }, owner.token);
    const token = tokenOf(path);
    expect((await read(token)).name).toBe('Spring');
    const other = await app.registerOwner({ characters: 0 });
    const foreign = await app.send(api.openSplitReport, { body: { splitLinkId: id } }, other.token);
    expect(foreign.status).toBe(404);
    await app.call(logOut, {}, owner.token);
    await expect.poll(() => refusal(token)).toBe('split-report.expired');
  });

  it('shows nothing of a deleted link', async () => {
    const { id } = await create();
    const token = await share(id);
    expect((await read(token)).name).toBe('Spring');
    await app.call(linksApi.deleteSplitLinks, { body: { ids: [id] } }, owner.token);
    await expect.poll(() => refusal(token)).toBe('split-report.not-found');
  });
});
