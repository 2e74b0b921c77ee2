/** Tests that a tagging continues after the server is killed and restarted, and tags each fan once. */
import * as fanTagsApi from '@parley/contract/fan-tags';
import * as fansApi from '@parley/contract/fans';
import { until } from '@parley/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, transaction } from '../../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../../../base/ids.ts';
import { createServerProcess, type ServerProcess } from '../../../../testing/faults/server-process.ts';
import { createTestClient, type TestClient } from '../../../../testing/test-client.ts';
import { createTestPeople, type TestAgent, type TestOwner } from '../../../../testing/test-people.ts';
import { resolveFans } from '../../fakes.ts';

const fans = 6_000;
const atOnce = 1_000;

let testing: TestDatabase;
let server: ServerProcess;
let client: TestClient;
beforeAll(async () => {
  testing = await testDatabase();
  server = await createServerProcess({
    DATABASE_URL: testing.url,
    APP_SECRET: 'a secret for tests that is long enough to be taken',
  });
  client = createTestClient(server.url);
  await server.start();
});
afterAll(async () => {
  await server.close();
  await testing.drop();
});

async function makeFans(owner: TestOwner, agent: TestAgent): Promise<void> {
  const database = connectDatabase(testing.url, pino({ level: 'silent' }), 2);
  const place = {
    workspaceId: trustWorkspaceId(owner.workspaceId),
    platform: 'telegram',
    socialAccountId: newId(),
    subAccountId: agent.subAccountId,
    displayName: null,
    history: false,
  } as const;
  const encounterOf = (n: number) => ({
    ...place,
    platformUserId: String(n),
    platformMessageId: newId(),
    at: Date.UTC(2026, 4, 3) + n,
  });
  for (let from = 0; from < fans; from += atOnce) {
    const encounters = Array.from({ length: atOnce }, (_, n) => encounterOf(from + n));
    await transaction(database, (tx) => resolveFans(tx, encounters), { unlimited: true });
  }
  await database.close();
}

it('continues after each kill, until every fan is tagged once', async () => {
  const people = createTestPeople(client);
  const owner = await people.registerOwner();
  await makeFans(owner, await people.createSubAccount(owner));
  const form = { name: 'VIP', colour: 'gold' } as const;
  const tag = await client.call(fanTagsApi.createFanTag, { body: form }, owner.token);
  const body = { requestId: newId(), filters: {}, add: [tag.id], remove: [] };
  await client.call(fanTagsApi.startFanTagging, { body }, owner.token);
  const latest = async () => {
    const tagging = await client.call(fanTagsApi.latestFanTagging, {}, owner.token);
    if (tagging === null) throw new Error('there is no tagging');
    return tagging;
  };
  let before = 0;
  for (const kill of ['first', 'second']) {
    await until(
      `fans to be tagged before the ${kill} kill`,
      async () => (await latest()).checked > before,
      120_000,
    );
    await server.kill();
    await server.start();
    const { state, checked } = await latest();
    expect(state, `it was killed in the middle (${kill})`).toBe('running');
    before = checked;
  }
  const ended = await until(
    'the tagging to end',
    async () => {
      const now = await latest();
      return now.state === 'running' ? null : now;
    },
    300_000,
  );
  expect(ended).toMatchObject({ state: 'done', checked: fans, changed: fans, skipped: 0 });
  const { list } = await client.call(fanTagsApi.listFanTags, {}, owner.token);
  expect(list).toMatchObject([{ id: tag.id, uses: fans }]);
  const counted = await client.call(fansApi.countFans, { query: { tagIds: tag.id } }, owner.token);
  expect(counted).toEqual({ count: fans, more: false });
}, 900_000);
