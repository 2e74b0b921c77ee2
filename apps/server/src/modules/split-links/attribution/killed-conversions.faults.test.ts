/**
 * Kills the server while the first messages of split links' visitors arrive: each visit becomes one conversion and counts once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as api from '@parley/contract/split-links';
import { visitorSend } from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServerProcess, type ServerProcess } from '../../../testing/faults/server-process.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';
import { createTestPeople, type TestOwner, type TestPeople } from '../../../testing/test-people.ts';
import { checkCounters } from './counters/queries.ts';

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const customersOfKill = 40;
const kills = 3;
/** Grows with each kill: on a slow machine, which answers late, a kill should interrupt some requests but not all. */
const answersBeforeKill = 4;

let server: ServerProcess;
let client: TestClient;
let people: TestPeople;
let owner: TestOwner;
let shop: string;
let link: api.SplitLink;
beforeAll(async () => {
  server = await createServerProcess({});
  await server.start();
  client = createTestClient(server.url);
  people = createTestPeople(client);
  owner = await people.registerOwner();
  const { subAccountId } = await people.createSubAccount(owner);
  shop = await people.addWebchat(owner, subAccountId);
  const form = { name: 'Spring', platform: 'webchat', eligibility: 'full', mode: 'sequential' } as const;
  const rest = { bindsAddress: false, tracksFans: true, defaultUrl: null, pageText: '', remark: '' };
  const targets = [{ url: 'https://shop.example/chat', socialAccountId: shop }];
  const body = { ...form, ...rest, expiresAt: null, targets };
  link = await client.call(api.createSplitLink, { body }, owner.token);
}, 180_000);
afterAll(() => server.close());

type Customer = { token: string; message: { id: string; text: string; visit: string } };
async function comeByLink(): Promise<Customer> {
  const [{ token }, answer] = await Promise.all([
    people.startVisitor(shop),
    fetch(`${server.url}/s/${link.code}`, { redirect: 'manual', headers: { 'user-agent': browser } }),
  ]);
  const visit = new URL(answer.headers.get('location') ?? '').searchParams.get(api.visitParameter) ?? '';
  return { token, message: { id: randomUUID(), text: 'Hola', visit } };
}
/** False once the server is down, or too busy to answer. */
const write = ({ token, message }: Customer): Promise<boolean> =>
  client.call(visitorSend, { body: message }, token).then(
    () => true,
    () => false,
  );

const numberOf = (query: string) =>
  server.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${query}`);
    return rows[0]?.count;
  });

it('links each visit with its first message once, whether that was stored before the kill or sent again', async () => {
  let cutOff = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const customers = await Promise.all(Array.from({ length: customersOfKill }, comeByLink));
    await until('the visits to be stored', async () => {
      const stored = await numberOf('split_visit_tokens');
      return stored === kill * customersOfKill || undefined;
    });
    let answered = 0;
    const written = customers.map(async (customer, at) => {
      await pause(at * 10);
      const isStored = await write(customer);
      answered += Number(isStored);
      return isStored;
    });
    const early = answersBeforeKill * kill;
    await until('some to be answered', () => answered >= early, undefined, 2);
    await server.kill();
    cutOff += (await Promise.all(written)).filter((isStored) => !isStored).length;
    await server.start();
    // Clients retry what wasn't answered, and a platform delivers twice.
    await Promise.all(customers.map((customer) => until('the message to be stored', () => write(customer))));
  }
  const all = kills * customersOfKill;
  expect(cutOff).toBeGreaterThan(0);
  expect(cutOff).toBeLessThan(all);
  expect(await numberOf("messages where direction = 'in'")).toBe(all);
  expect(await numberOf('split_conversions')).toBe(all);
  const read = await client.call(api.getSplitLink, { query: { splitLinkId: link.id } }, owner.token);
  expect([read.conversions, read.newFans]).toEqual([all, all]);
  expect(await server.withDatabase(checkCounters)).toEqual([]);
}, 180_000);
