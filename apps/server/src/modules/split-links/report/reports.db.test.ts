/** Reports of split links, and the people who may read them. */
import { type SplitReport, shareParameter } from '@parley/contract/split-reports';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../base/crypto/secrets.ts';
import { newId, type TenantId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { createAnswerCache } from '../../../base/share-links/answer-cache.ts';
import { authSessions } from '../../../schema/identity.ts';
import { splitReportShares, splitVisits } from '../../../schema/split-links.ts';
import { workspacePastZones, workspaces } from '../../../schema/workspaces.ts';
import { setOwnerDisabled } from '../../../testing/owner-row.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { readPage } from '../queries.ts';
import { browser, phone, startProcess } from '../testing/redirect-process.ts';
import {
  type SplitLinksHarness,
  type SplitLinksWorld,
  startSplitLinksHarness,
} from '../testing/split-links-harness.ts';
import { visitCounter } from '../visits/counting.ts';
import { createVisitReader, type NewVisit } from '../visits/recorded-visit.ts';
import { insertBatch, rowOf } from '../visits/store.ts';
import { createOwnerPasses } from './owner-passes.ts';
import { findShare } from './queries.ts';
import * as reading from './reading.ts';
import * as service from './service.ts';
import { readAddresses } from './store.ts';

const [german, chinese, unknown] = ['81.169.145.78', '223.5.5.5', '192.0.2.7'];
const countries: Readonly<Record<string, string>> = { [german]: 'DE', [chinese]: 'CN' };
const locations = {
  locate: (address: string) => ({ country: countries[address] ?? null, city: null }),
  knows: () => 'countries' as const,
};
const clock = testClock();
const log = createLog('silent');

let harness: SplitLinksHarness;
let world: SplitLinksWorld;
let readers: reading.ReadingDeps;
let owners: service.ReportDeps;
beforeAll(async () => {
  harness = await startSplitLinksHarness(clock);
  const { database } = harness;
  const shares = createAnswerCache((tokenHash) => findShare(database, tokenHash), clock);
  readers = {
    database,
    clock,
    passes: createOwnerPasses('a secret', clock),
    shares,
    reports: createAnswerCache(reading.buildReports(database, locations), clock),
    belongs: async (_workspaceId, tenantId) => tenantId === null,
  };
  const secrets = createSecretBox(['a secret that is long enough']);
  owners = { database, clock, secrets, forgetShare: (hash) => shares.forget(hash) };
});
afterAll(() => harness.close());
let link: Awaited<ReturnType<SplitLinksWorld['create']>>;
beforeEach(async () => {
  world = await harness.workspace();
  link = await world.create({ name: 'Spring', targets: [{ url: 'https://t.me/ana' }] });
});

const readVisit = createVisitReader({ locations, appSecrets: ['a secret'] });
const visit = (changes: Partial<NewVisit> = {}) =>
  readVisit({
    workspaceId: world.workspaceId,
    linkId: link.id,
    id: newId(),
    at: new Date(),
    outcome: 'target',
    targetId: link.targets[0]?.id ?? null,
    url: 'https://t.me/ana',
    token: null,
    address: unknown,
    userAgent: browser,
    storedAddresses: 'whole',
    ...changes,
  });
type Visits = readonly ReturnType<typeof visit>[];
const store = (visits: Visits) =>
  harness.work((tx) => insertBatch(tx, { id: newId(), rows: visits.map(rowOf) }));
const count = () => visitCounter(harness.database, log)();
async function record(...visits: Visits): Promise<void> {
  await store(visits);
  await count();
}

const keyOf = ({ id: linkId } = link) => ({ workspaceId: world.workspaceId, linkId });
const tokenOf = (path: string | undefined) =>
  new URL(path ?? '', 'http://host').searchParams.get(shareParameter) ?? '';
const share = async (validDays: number | null = null) =>
  tokenOf((await service.createShare(owners, { ...keyOf(), validDays }, world.caller.origin))?.path);
const reader = (token: string) => ({ token, tenantId: null });
/** Returns the report as its page receives it. */
async function read(token: string): Promise<SplitReport> {
  const { bodies } = await reading.readReport(readers, reader(token), 7);
  return JSON.parse(bodies.plain.toString()).data;
}
const figures = (token: string, days = 7) => reading.readFigures(readers, reader(token), days);
const visitorPage = async (token: string, place: { cursor?: string; pageSize?: number } = {}) =>
  (await reading.visitorReader(readers, reader(token), 30)).read({ pageSize: 20, ...place });
const visitors = async (token: string) => (await visitorPage(token)).list;
const refusal = (token: string) =>
  figures(token).then(
    () => null,
    ({ error }) => error,
  );

describe('a report', () => {
  it('counts visits by day, hour, country, device and target, once each', async () => {
    const token = await share();
    const from = (address: string, at: number, userAgent = browser) =>
      visit({ address, userAgent, at: new Date(Date.now() + at) });
    await record(from(german, 0), from(german, 1), from(chinese, 2, phone), from(unknown, 3));
    const report = await read(token);
    expect(report).toMatchObject({
      name: 'Spring',
      path: `/s/${link.code}`,
      knowsCountries: true,
      total: { visits: 4, visitors: 3 },
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

  it('lists visitors in pages, latest first', async () => {
    const token = await share();
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
    await record(...addresses.map((address, at) => visit({ address, at: new Date(Date.now() + at) })));
    const first = await visitorPage(token, { pageSize: 2 });
    const second = await visitorPage(token, { pageSize: 2, cursor: first.nextCursor ?? '' });
    expect([...first.list, ...second.list].map(({ address }) => address)).toEqual(addresses.toReversed());
    expect(second.nextCursor).toBeNull();
  });

  it.each(['2026-02-30', '2025-02-29', '2026-04-31', '0000-01-01'])(
    'begins at the latest visitor with a cursor of %s, which no calendar has',
    async (day) => {
      const token = await share();
      await record(visit());
      const cursor = `${day}_1772400000000000_${'0'.repeat(32)}`;
      expect((await visitorPage(token, { cursor })).list).toHaveLength(1);
    },
  );

  it('counts a batch stored twice once, and a visitor in two batches as one', async () => {
    const at = new Date();
    const on = { at, outcome: 'page', targetId: null, url: null } as const;
    const batch = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) => visit({ ...on, address }));
    const later = [visit({ ...on, address: '192.0.2.1' })];
    for (const visits of [batch, batch, later, later]) {
      await store(visits);
      if (visits === later) await count();
    }
    const token = await share();
    expect(await figures(token)).toMatchObject({
      total: { visits: 4, visitors: 2 },
      targets: [{ outcome: 'page', url: null, visits: 4, visitors: 2 }],
    });
    expect((await visitors(token)).map(({ visits }) => visits).sort()).toEqual([1, 3]);
  });
});

describe('the day of a report', () => {
  it('continues if the workspace moves to a zone where it is still the day before', async () => {
    const { database } = harness;
    const [before, after] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    const { workspaceId } = world;
    const here = eq(workspaces.id, workspaceId);
    await database.db.update(workspaces).set({ timeZone: before }).where(here);
    link = await world.create({
      targets: [{ url: 'https://t.me/ana', dailyCap: 1 }],
      defaultUrl: 'https://shop.example/else',
    });
    const token = await share();
    const process = await startProcess(harness.url);
    const led = (address: string) => process.sentTo(link.code, { address });
    expect([await led(german), await led(chinese)]).toEqual(['ana', 'else']);
    await world.counted(link.id, 2);
    const openDay = (await figures(token)).days.at(-1)?.day ?? '';
    const until = new Date();
    await database.db.insert(workspacePastZones).values({ workspaceId, until, timeZone: before });
    const zone = { timeZone: after, zoneSince: until, zoneFirstDay: openDay };
    await database.db.update(workspaces).set(zone).where(here);
    // The daily cap counts as used in the new zone, too.
    expect([await led(unknown), await led(unknown)]).toEqual(['else', 'else']);
    process.redirects.forget([link.code]);
    expect(await led(unknown)).toBe('else');
    await process.stop();
    const report = await figures(token);
    expect(report).toMatchObject({ total: { visits: 5, visitors: 3 }, today: { visits: 5, visitors: 3 } });
    expect(report.days.at(-1)).toEqual({ day: openDay, ...report.today });
    expect(report.hours.reduce((sum, { visitsToday }) => sum + visitsToday, 0)).toBe(5);
    expect(await visitors(token)).toHaveLength(3);
    const { list } = await readPage(database, workspaceId, { pageNo: 1, pageSize: 10 });
    expect(list.find(({ id }) => id === link.id)).toMatchObject({ visitsToday: 5 });
  });
});

describe('addresses of visitors', () => {
  it('stores only networks once the owner chooses that, and nothing that reveals the address', async () => {
    const token = await share();
    const process = await startProcess(harness.url);
    await process.sentTo(link.code, { address: '192.0.2.200' });
    await world.counted(link.id, 1);
    await service.setAddresses(owners, world.workspaceId, 'truncated', world.caller.origin);
    expect(await readAddresses(harness.database, world.workspaceId)).toBe('truncated');
    process.redirects.forget([link.code]);
    for (const address of ['198.51.100.9', '198.51.100.10']) await process.sentTo(link.code, { address });
    await process.stop();
    const stored = await harness.database.db
      .selectDistinct({ address: splitVisits.address })
      .from(splitVisits)
      .where(eq(splitVisits.splitLinkId, link.id));
    expect(stored.map(({ address }) => address).sort()).toEqual(['192.0.2.200', '198.51.100.0']);
    // Two people of one network can't be distinguished any more.
    expect((await visitors(token)).map(({ address, visits }) => [address, visits])).toEqual([
      ['198.51.100.0', 2],
      ['192.0.2.200', 1],
    ]);
    expect((await figures(token)).addresses).toBe('truncated');
  });
});

describe('a link to a report', () => {
  it('shows nothing while the operator has disabled its owner', async () => {
    const token = await share();
    await setOwnerDisabled(harness.database, world.workspaceId, true);
    expect(await refusal(token)).toBe('split-report.disabled');
    await setOwnerDisabled(harness.database, world.workspaceId, false);
    clock.advance(60_000);
    expect(await refusal(token)).toBeNull();
  });

  const enable = (enabled: boolean) =>
    service.setEnabled(owners, { ...keyOf(), enabled }, world.caller.origin);

  it('opens only its report, and nothing once it is disabled, withdrawn or replaced', async () => {
    const token = await share();
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect((await read(token)).name).toBe('Spring');
    await enable(false);
    expect(await refusal(token)).toBe('split-report.disabled');
    await enable(true);
    expect(await refusal(token)).toBeNull();
    const renewed = await share(1);
    expect([await refusal(token), await refusal(renewed)]).toEqual(['split-report.cancelled', null]);
    await service.cancelShare(owners, keyOf(), world.caller.origin);
    expect(await refusal(renewed)).toBe('split-report.cancelled');
    expect(await refusal('nobodys')).toBe('split-report.not-found');
    expect(await service.getShare(owners, keyOf())).toMatchObject({ status: 'cancelled', validDays: 1 });
    await expect(enable(true)).rejects.toMatchObject({ error: 'split-report.not-found' });
    expect(await world.audited(link.id)).toEqual([
      'split-link.created',
      'split-report.shared',
      'split-report.disabled',
      'split-report.enabled',
      'split-report.shared',
      'split-report.cancelled',
    ]);
  });

  it('expires after its days, and counts how often it was opened until then', async () => {
    const token = await share(1);
    const at = clock.now();
    expect(await reading.openReport(readers, reader(token))).toMatchObject({ pass: null });
    expect(await service.getShare(owners, keyOf())).toMatchObject({ status: 'enabled', opens: 1 });
    await harness.database.db
      .update(splitReportShares)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(splitReportShares.splitLinkId, link.id));
    clock.advance(1_000);
    expect(await refusal(token)).toBe('split-report.expired');
    await expect(reading.openReport(readers, reader(token))).rejects.toMatchObject({
      error: 'split-report.expired',
    });
    const { opens, lastOpenedAt } = (await service.getShare(owners, keyOf())) ?? {};
    expect([opens, (lastOpenedAt ?? 0) >= at]).toEqual([1, true]);
  });

  it('opens the report for its owner, as long as the login session is open', async () => {
    const sessionId = newId();
    const { workspaceId } = world;
    const session = { id: sessionId, workspaceId, audience: 'console', subjectId: newId() } as const;
    await harness.database.db.insert(authSessions).values(session);
    const token = readers.passes.issue({ ...keyOf(), sessionId });
    expect((await read(token)).name).toBe('Spring');
    await harness.database.db
      .update(authSessions)
      .set({ endedAt: new Date() })
      .where(eq(authSessions.id, sessionId));
    expect(await refusal(token)).toBe('split-report.expired');
  });

  it('shows nothing of a deleted link, nor at another tenant’s address', async () => {
    const token = await share();
    const tenantId = newId() as TenantId; // of no tenant here
    const foreign = { token, tenantId };
    await expect(reading.readFigures(readers, foreign, 7)).rejects.toMatchObject({
      error: 'split-report.not-found',
    });
    await world.remove([link.id]);
    expect(await refusal(token)).toBe('split-report.not-found');
  });
});
