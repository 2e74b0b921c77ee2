/** Tests the limits of anonymous visitors in the website chat: per address, per visitor and per site. */
import { randomUUID } from 'node:crypto';
import * as visitorApi from '@parley/contract/visitor';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import type { TestVisitor } from '../../testing/test-people.ts';

let clock: TestClock;
/** Creates people and sites without the limits. */
let unlimited: TestApp;
let newSite: () => Promise<string>;
beforeAll(async () => {
  clock = testClock();
  unlimited = await startTestApp({ clock });
  const owner = await unlimited.registerOwner();
  // One sub-account per site, because the sixth site of a sub-account would get no port.
  newSite = async () => unlimited.addWebchat(owner, (await unlimited.createSubAccount(owner)).subAccountId);
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => unlimited.close());

/** Starts a server on the same database whose limits are multiplied by `factor`. */
async function limitedBy(factor: number): Promise<TestApp> {
  const config = { RATE_LIMIT_FACTOR: String(factor), TRUST_PROXY: '127.0.0.1' };
  const app = await startTestApp({ clock, databaseUrl: unlimited.databaseUrl, config });
  closing.push(() => app.close());
  return app;
}

let addresses = 0;
const newAddress = () => `198.18.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('texts', () => {
  const say = async (app: TestApp, visitor: TestVisitor, address: string, text = 'Hola') => {
    const body = { id: randomUUID(), text };
    return (await app.send(visitorApi.visitorSend, { body }, visitor.token, from(address))).status;
  };
  const newVisitors = async (site: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => unlimited.startVisitor(site)));

  it('texts of new visitors from one address are limited to sixty an hour at a site', async () => {
    // Three with this factor.
    const app = await limitedBy(0.05);
    const [site, address] = [await newSite(), newAddress()];
    const visitors = await newVisitors(site, 4);
    const [first, , , last] = visitors;
    if (!first || !last) throw new Error('four visitors were made');
    const statuses: number[] = [];
    for (const visitor of visitors) statuses.push(await say(app, visitor, address));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await say(app, first, address)).toBe(200);
    expect(await say(app, last, newAddress())).toBe(200);
    const [elsewhere] = await newVisitors(await newSite(), 1);
    expect(elsewhere && (await say(app, elsewhere, address))).toBe(200);
  });

  it('limits an address to 120,000 characters in ten minutes at a site', async () => {
    // 6,000 with this factor.
    const app = await limitedBy(0.05);
    const [site, address] = [await newSite(), newAddress()];
    const [one, two, three] = await newVisitors(site, 3);
    if (!one || !two || !three) throw new Error('three visitors were made');
    const long = 'x'.repeat(3_000);
    expect([await say(app, one, address, long), await say(app, two, address, long)]).toEqual([200, 200]);
    expect(await say(app, one, address, 'x')).toBe(429);
    expect(await say(app, two, newAddress(), 'x')).toBe(200);
    clock.advance(600_000);
    expect(await say(app, three, address, 'x')).toBe(200);
  });

  it('texts of one visitor are limited to sixty a minute, from any number of addresses', async () => {
    const app = await limitedBy(0.05);
    const [visitor] = await newVisitors(await newSite(), 1);
    if (!visitor) throw new Error('a visitor was made');
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push(await say(app, visitor, newAddress()));
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

it('a site opens 1,200 chats a minute, from any number of addresses and in any spelling of its id', async () => {
  // Twelve with this factor.
  const app = await limitedBy(0.01);
  const site = await newSite();
  const start = async (id: string) =>
    (await app.send(visitorApi.visitorStart, { body: { site: id } }, undefined, from(newAddress()))).status;
  const statuses: number[] = [];
  for (let n = 0; n < 14; n += 1) statuses.push(await start(n % 2 === 0 ? site : site.toUpperCase()));
  expect(statuses).toEqual([...Array(12).fill(200), 429, 429]);
  expect(await start(await newSite())).toBe(200);
});

describe('open streams', () => {
  const held: Response[] = [];
  afterEach(() => {
    held.length = 0;
  });

  async function openStream(app: TestApp, { token }: TestVisitor, address = newAddress()) {
    const gone = new AbortController();
    const response = await fetch(`${app.url}${visitorApi.visitorStreamPath}`, {
      headers: { authorization: `Bearer ${token}`, ...from(address) },
      signal: gone.signal,
    });
    // Kept, because fetch closes the stream of a response that is garbage-collected.
    held.push(response);
    closing.push(() => gone.abort());
    return { status: response.status, close: () => gone.abort() };
  }

  it('open streams of one visitor are limited to twenty, and a closed one frees its place', async () => {
    const app = await limitedBy(1);
    const visitor = await unlimited.startVisitor(await newSite());
    const streams = [];
    for (let n = 0; n < 20; n += 1) streams.push(await openStream(app, visitor));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await openStream(app, visitor)).status).toBe(429);
    streams[0]?.close();
    await expect.poll(async () => (await openStream(app, visitor)).status).toBe(200);
  });

  it('open streams of one address and of one site are limited', async () => {
    // With this factor, one stream per address and ten per site.
    const app = await limitedBy(0.002);
    const [site, address] = [await newSite(), newAddress()];
    const open = async (at = newAddress()) => openStream(app, await unlimited.startVisitor(site), at);
    expect((await open(address)).status).toBe(200);
    expect((await open(address)).status).toBe(429);
    const others = [];
    for (let n = 0; n < 9; n += 1) others.push(await open());
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await open()).status).toBe(429);
    others[0]?.close();
    await expect.poll(async () => (await open()).status).toBe(200);
    const elsewhere = await unlimited.startVisitor(await newSite());
    expect((await openStream(app, elsewhere)).status).toBe(200);
  });
});
