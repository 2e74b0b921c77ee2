/** Tests that an import continues after the server is killed and restarted, and neither loses nor duplicates a row. */
import * as librariesApi from '@parley/contract/dedupe-libraries';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../base/db/testing/test-database.ts';
import { createServerProcess, type ServerProcess } from '../../../../testing/faults/server-process.ts';
import { createTestClient, type TestClient } from '../../../../testing/test-client.ts';
import { createTestPeople } from '../../../../testing/test-people.ts';
import { createUploads } from '../../../../testing/test-uploads.ts';

/** Every tenth repeats the one before, and every fiftieth has no number. */
const rows = 80_000;
function lineOf(row: number): string {
  if (row % 50 === 49) return `Ana ${row},`;
  return `Ana ${row},${13_800_000_000 + (row % 10 === 1 ? row - 1 : row)}`;
}

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

/** Uploads the list and starts its import into a new library. */
async function startImport(token: string): Promise<{ libraryId: string; importId: string }> {
  const form: librariesApi.DedupeLibraryForm = {
    name: 'Old',
    platform: 'telegram',
    range: 'all',
    subAccountIds: [],
  };
  const library = await client.call(librariesApi.createDedupeLibrary, { body: form }, token);
  const lines = Array.from({ length: rows }, (_, row) => lineOf(row));
  const fileId = await createUploads(() => ({ ...client, url: server.url })).upload(
    token,
    { purpose: 'dedupe-import', contentType: 'text/csv', fileName: 'people.csv' },
    Buffer.from(lines.join('\n')),
  );
  const body = {
    libraryId: library.id,
    fileId,
    encoding: 'utf-8',
    delimiter: 'comma',
    header: false,
    keyColumn: 1,
  } as const;
  const { id: importId } = await client.call(librariesApi.startDedupeImport, { body }, token);
  return { libraryId: library.id, importId };
}

it('continues after each kill, until every row is counted once', async () => {
  const owner = await createTestPeople(client).registerOwner();
  const { libraryId, importId } = await startImport(owner.token);
  const get = () => client.call(librariesApi.getDedupeImport, { query: { importId } }, owner.token);
  let before = 0;
  for (const kill of ['first', 'second', 'third']) {
    await until(
      `rows to be read before the ${kill} kill`,
      async () => (await get()).rowsRead > before,
      120_000,
    );
    await server.kill();
    await server.start();
    const { state, rowsRead } = await get();
    expect(state, `it was killed in the middle (${kill})`).toBe('running');
    before = rowsRead;
  }
  const item = await until(
    'the import to end',
    async () => {
      const now = await get();
      return now.state === 'running' ? null : now;
    },
    300_000,
  );
  const faulty = rows / 50;
  const existing = rows / 10;
  expect(item).toMatchObject({
    state: 'done',
    rowsRead: rows,
    faulty,
    existing,
    added: rows - faulty - existing,
  });
  const query = { libraryId };
  expect(await client.call(librariesApi.getDedupeLibrary, { query }, owner.token)).toMatchObject({
    entries: item.added,
  });
  const { total } = await client.call(librariesApi.dedupeFaultPage, { query: { importId } }, owner.token);
  expect(total).toBe(librariesApi.keptFaultLimit);
}, 900_000);
