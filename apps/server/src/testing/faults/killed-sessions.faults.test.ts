/** Tests ports across SIGKILL: none leaks, none is doubled, and a session outlives its process for a while. */

import * as channelsApi from '@parley/contract/channels';
import * as portsApi from '@parley/contract/ports';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClient, type TestClient } from '../test-client.ts';
import { createTestPeople, type TestOwner } from '../test-people.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

let server: ServerProcess;
let client: TestClient;
let owner: TestOwner;
let sites: string[];
beforeAll(async () => {
  server = await createServerProcess({});
  client = createTestClient(server.url);
  await server.start();
  const people = createTestPeople(client);
  owner = await people.registerOwner();
  await people.setPorts(owner, 2);
  const { subAccountId } = await people.createSubAccount(owner);
  sites = [];
  for (const name of ['Shoes', 'Hats', 'Gloves']) {
    sites.push(await people.addWebchat(owner, subAccountId, { name }));
  }
});
afterAll(() => server.close(), 60_000);

const ports = async () => (await client.call(portsApi.heldPortPage, { query: {} }, owner.token)).list;
const past = async () =>
  (await client.call(portsApi.pastSessionPage, { query: {} }, owner.token)).list.map((it) => it.end);
const ids = (held: readonly { id: string }[]) => held.map(({ id }) => id).sort();
const states = async () => {
  const { list } = await client.call(channelsApi.socialAccountPage, { query: {} }, owner.token);
  return sites.map((id) => list.find((it) => it.id === id)?.stateReason ?? null);
};
const allSettled = () =>
  until('two sessions and one that waits', async () => {
    const now = JSON.stringify(await states());
    return (await ports()).length === 2 && now === JSON.stringify([null, null, 'port-pool 2']);
  });

it('continues the same sessions when the process is back, however often it is killed', async () => {
  await allSettled();
  const before = ids(await ports());
  for (let round = 0; round < 3; round += 1) {
    await server.kill();
    await server.start();
    await allSettled();
    expect(ids(await ports())).toEqual(before);
  }
  expect(await past()).toEqual([]);
});

it('ends sessions that no process has taken over for 90 seconds', async () => {
  const before = ids(await ports());
  await server.kill();
  await server.withDatabase((database) =>
    database.db.execute(sql`update port_leases set taken_at = taken_at - interval '91 s',
      leased_until = leased_until - interval '91 s'`),
  );
  await server.start();
  await allSettled();
  const after = ids(await ports());
  expect(after.filter((id) => before.includes(id))).toEqual([]);
  expect(await past()).toEqual(['lost', 'lost']);
});
