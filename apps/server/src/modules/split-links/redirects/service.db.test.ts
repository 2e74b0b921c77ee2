/** Destinations of split links’ visitors, in processes that share a database. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { splitVisitTokens } from '../../../schema/split-links/conversions.ts';
import { splitLinkDays, splitRotations } from '../../../schema/split-links.ts';
import { setOwnerDisabled } from '../../../testing/owner-row.ts';
import { readVisits } from '../queries.ts';
import type { RedirectProcess, Visitor } from '../testing/redirect-process.ts';
import {
  type SplitLinksHarness,
  type SplitLinksWorld,
  startSplitLinksHarness,
} from '../testing/split-links-harness.ts';

let harness: SplitLinksHarness;
let one: RedirectProcess;
let other: RedirectProcess;
let world: SplitLinksWorld;
beforeAll(async () => {
  harness = await startSplitLinksHarness();
  one = await harness.startProcess();
  other = await harness.startProcess();
  harness.actIn(one);
});
afterAll(async () => {
  await one.stop();
  await other.stop();
  await harness.close();
});
beforeEach(async () => {
  world = await harness.workspace();
});

const ana = [{ url: 'https://t.me/ana' }];
const disabled = [{ url: 'https://t.me/ana', enabled: false }];
const visitsOf = async (id: string) =>
  (await readVisits(harness.database, world.workspaceId, id, { pageNo: 1, pageSize: 50 })).list;
/** Returns how many visitors were led to each name. */
const sharesOf = async (visitors: Promise<string | null>[]) =>
  Object.fromEntries(
    [...Map.groupBy(await Promise.all(visitors), String)].map(([name, all]) => [name, all.length]),
  );
const alternating = (code: string, visitors: number) =>
  Array.from({ length: visitors }, (_, at) => (at % 2 === 0 ? one : other).sentTo(code));

describe('a visitor', () => {
  it('records the target and the client of a visitor, and counts them', async () => {
    const { id, code } = await world.create();
    expect(await one.visit(code)).toMatchObject({ url: 'https://t.me/ana', preview: null });
    expect(await world.counted(id, 1)).toMatchObject({
      visitsToday: 1,
      targets: [{ visits: 1 }, { visits: 0 }, { visits: 0 }],
    });
    const client = { device: 'desktop', system: 'Windows', browser: 'Chrome' };
    expect(await visitsOf(id)).toMatchObject([
      { outcome: 'target', url: 'https://t.me/ana', address: '192.0.2.1', ...client },
    ]);
  });

  it('gives a visitor a token, greeted in their language, only if the owner tracks fans', async () => {
    const targets = [{ url: 'https://t.me/shop_ana' }];
    const [plain, tracking] = [
      await world.create({ targets }),
      await world.create({ targets, tracksFans: true }),
    ];
    const spanish = { headers: { 'accept-language': 'es-MX,es;q=0.9' } };
    expect((await one.visit(plain.code, spanish)).url).toBe('https://t.me/shop_ana');
    const { searchParams } = new URL((await one.visit(tracking.code, spanish)).url ?? '');
    expect(searchParams.get('text')).toMatch(/^¡Hola! \(ref: [a-z2-9]{12}\)$/);
    await world.counted(plain.id, 1);
    await world.counted(tracking.id, 1);
    const tokens = await harness.database.db
      .select({ link: splitVisitTokens.splitLinkId, url: splitVisitTokens.url })
      .from(splitVisitTokens)
      .where(eq(splitVisitTokens.workspaceId, world.workspaceId));
    expect(tokens).toEqual([{ link: tracking.id, url: 'https://t.me/shop_ana' }]);
  });

  it('records a visitor at the default address or on the page if there is no target', async () => {
    const [shop, page] = [
      await world.create({ targets: disabled, defaultUrl: 'https://shop.example/' }),
      await world.create({ targets: disabled }),
    ];
    expect((await one.visit(shop.code)).url).toBe('https://shop.example/');
    expect(await one.visit(page.code)).toMatchObject({ url: null, link: { id: page.id } });
    await world.counted(shop.id, 1);
    await world.counted(page.id, 1);
    expect(await visitsOf(shop.id)).toMatchObject([{ outcome: 'default', url: 'https://shop.example/' }]);
    expect(await visitsOf(page.id)).toMatchObject([{ outcome: 'page', url: null }]);
  });

  it('sends visitors to the default address of a link that has expired, or isn’t for their device or country', async () => {
    const defaultUrl = 'https://shop.example/else';
    const past = await world.create({ expiresAt: Date.now() - 1_000, defaultUrl });
    expect(await one.sentTo(past.code)).toBe('else');
    const phones = await world.create({ device: 'mobile', defaultUrl });
    expect(await one.sentTo(phones.code)).toBe('else');
    expect(await one.sentTo(phones.code, { headers: { 'sec-ch-ua-mobile': '?1' } })).toBe('ana');
    const germans = await world.create({ regions: ['DE', 'MX'], defaultUrl });
    const from = (address: string) => one.sentTo(germans.code, { address });
    const [german, chinese, unknown] = ['81.169.145.78', '223.5.5.5', '192.0.2.7'];
    expect([await from(german), await from(chinese), await from(unknown)]).toEqual(['ana', 'else', 'else']);
  });
});

describe('the rotation', () => {
  it('shares visitors out strictly across processes, however many arrive at once', async () => {
    const { id, code } = await world.create();
    expect(await sharesOf(alternating(code, 60))).toEqual({ ana: 20, ben: 20, cat: 20 });
    const next: (string | null)[] = [];
    for (const at of [one, other, other, one]) next.push(await at.sentTo(code));
    expect(next).toEqual(['ana', 'ben', 'cat', 'ana']);
    await world.counted(id, 64);
  });

  it('continues where a process stopped that had it alone', async () => {
    const own = await startSplitLinksHarness();
    onTestFinished(own.close);
    const alone = await own.startProcess();
    onTestFinished(alone.stop);
    const { code } = await (await own.workspace()).create();
    expect([await alone.sentTo(code), await alone.sentTo(code)]).toEqual(['ana', 'ben']);
    expect(await own.database.db.$count(splitRotations)).toBe(0);
    const next = await own.startProcess();
    onTestFinished(next.stop);
    expect([await next.sentTo(code), await alone.sentTo(code)]).toEqual(['cat', 'ana']);
  });

  it('sends no visitor to a target above its daily cap, in any process', async () => {
    const targets = [
      { url: 'https://t.me/ana', dailyCap: 5 },
      { url: 'https://t.me/ben', dailyCap: 7 },
    ];
    const { id, code } = await world.create({ targets, defaultUrl: 'https://shop.example/later' });
    expect(await sharesOf(alternating(code, 20))).toEqual({ ana: 5, ben: 7, later: 8 });
    expect((await world.get(id)).targets.map(({ takenToday }) => takenToday)).toEqual([5, 7]);
  });

  it('draws a target at random if the database gives no turn in time', async () => {
    const { code } = await world.create();
    await one.sentTo(code);
    const target = await harness.work(async (tx) => {
      await tx.db.execute(sql`lock table ${splitRotations} in access exclusive mode`);
      return one.sentTo(code);
    });
    expect(['ana', 'ben', 'cat']).toContain(target);
  });
});

describe('a bound address', () => {
  const from = (code: string, address: string, at = one) => at.sentTo(code, { address });
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];

  it('keeps an address’s target in every process while that is enabled', async () => {
    const link = await world.create({ bindsAddress: true });
    const first = await Promise.all(addresses.map((address) => from(link.code, address)));
    expect(first.toSorted()).toEqual(['ana', 'ben', 'cat']);
    expect(await Promise.all(addresses.map((address) => from(link.code, address, other)))).toEqual(first);
    const lost = first[0];
    const targets = link.targets.map(({ url }) => ({ url, enabled: !url.endsWith(`/${lost}`) }));
    await world.update(link, { bindsAddress: true, targets });
    const second = await from(link.code, '192.0.2.1');
    expect(second).not.toBe(lost);
    // Takes effect within a second in the other process.
    await expect.poll(() => from(link.code, '192.0.2.1', other), { interval: 20 }).toBe(second);
  });

  it('counts an address as one visitor a day, however often it visits', async () => {
    const { id, code } = await world.create({ bindsAddress: true });
    for (const address of [...addresses, ...addresses]) await from(code, address);
    await world.counted(id, 6);
    const days = await harness.database.db
      .select({ visitors: splitLinkDays.visitors })
      .from(splitLinkDays)
      .where(eq(splitLinkDays.splitLinkId, id));
    expect(days).toEqual([{ visitors: 3 }]);
  });
});

describe('a link that is disabled, deleted or unknown', () => {
  it('leads visitors nowhere, within a second in every process', async () => {
    const nowhere = { url: null, link: null, preview: null };
    const { id, code } = await world.create({ defaultUrl: 'https://shop.example/' });
    await world.enable([id], false);
    expect(await one.visit(code)).toEqual(nowhere);
    expect(await one.visit('zzzzzzzz')).toEqual(nowhere);
    await world.enable([id], true);
    expect(await one.sentTo(code)).toBe('ana');
    await other.visit(code);
    await world.remove([id]);
    expect(await one.visit(code)).toEqual(nowhere);
    await expect.poll(() => other.visit(code), { interval: 20 }).toEqual(nowhere);
  });

  it('leads visitors nowhere while the operator has disabled its owner', async () => {
    const { code } = await world.create({ defaultUrl: 'https://shop.example/' });
    expect((await one.visit(code)).url).not.toBeNull();
    await setOwnerDisabled(harness.database, world.workspaceId, true);
    await expect.poll(async () => (await one.visit(code)).link, { interval: 20 }).toBeNull();
    await setOwnerDisabled(harness.database, world.workspaceId, false);
    await expect.poll(async () => (await one.visit(code)).url, { interval: 20 }).not.toBeNull();
  });
});

describe('a request that is no visit', () => {
  const crawler = { headers: { 'user-agent': 'TelegramBot (like TwitterBot)' } };
  it.each<[string, Visitor]>([
    ['a preview of a link', { headers: { 'user-agent': 'WhatsApp/2.25.1 A' } }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
    ['a HEAD request', { method: 'HEAD' }],
    ['a crawler', crawler],
  ])('leads %s without a turn and a count', async (_what, how) => {
    const { id, code } = await world.create();
    expect(await one.sentTo(code, how)).toBe('ana');
    expect(await one.sentTo(code)).toBe('ana');
    await world.counted(id, 1);
    expect(await visitsOf(id)).toHaveLength(1);
  });

  it('shows the link’s own preview to robots only', async () => {
    const picture = { previewTitle: 'Spring', previewImageUrl: 'https://shop.example/a.png' };
    const { code } = await world.create(picture);
    expect(await one.visit(code, crawler)).toMatchObject({
      url: 'https://t.me/ana',
      preview: { title: 'Spring', imageUrl: 'https://shop.example/a.png' },
    });
    expect(await one.visit(code, { headers: { 'sec-purpose': 'prefetch' } })).toMatchObject({
      preview: null,
    });
    expect(await one.visit(code)).toMatchObject({ preview: null });
    const { code: plain } = await world.create({ targets: ana });
    expect(await one.visit(plain, crawler)).toMatchObject({ preview: null });
  });
});

it('leads a flood from one network without turns and counts', async () => {
  const strict = await harness.startProcess({ rateLimitFactor: 2 / 600 });
  onTestFinished(strict.stop);
  const { id, code } = await world.create();
  const names = [];
  for (let visitor = 0; visitor < 5; visitor += 1) names.push(await strict.sentTo(code));
  expect(names).toEqual(['ana', 'ben', 'ana', 'ana', 'ana']);
  expect(await strict.sentTo(code, { address: '192.0.2.9' })).toBe('cat');
  await world.counted(id, 3);
});

describe('a contact', () => {
  const contact = { name: 'Lucía', contact: '+34600', message: '¿Hola?' };
  const visitor = { address: '8.8.8.8', language: 'es' };
  const leave = (code: string) =>
    one.redirects.leaveContact({ code, host: 'parley.example' }, contact, visitor);

  it('stores a contact at a link that exists, and returns the owner’s text', async () => {
    const { id, code } = await world.create({ pageText: 'Back at nine', targets: disabled });
    expect(await one.redirects.pageOf({ code, host: 'parley.example' })).toEqual({ text: 'Back at nine' });
    expect(await leave(code)).toBe('sent');
    expect((await world.get(id)).contacts).toBe(1);
    expect(one.notified).toContain(world.workspaceId);
  });

  it('refuses a contact once the link is disabled, and at an unknown one', async () => {
    const { id, code } = await world.create({ targets: disabled });
    await world.enable([id], false);
    expect([await leave(code), await leave('zzzzzzzz')]).toEqual(['unknown', 'unknown']);
    expect(await one.redirects.pageOf({ code, host: 'parley.example' })).toBeNull();
  });
});

it('stores and counts the visits of a process that stops', async () => {
  const stopping = await harness.startProcess();
  const { id, code } = await world.create();
  await Promise.all(Array.from({ length: 30 }, () => stopping.sentTo(code)));
  await stopping.stop();
  expect((await world.get(id)).visits).toBe(30);
});
