/** Dedupe libraries over HTTP, with an import that a job runs. */
import * as librariesApi from '@parley/contract/dedupe-libraries';
import { until } from '@parley/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../base/files/temporary-folder.ts';
import { dedupeEntries } from '../../../schema/fans.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUploads } from '../../../testing/test-uploads.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let app: TestApp;
beforeAll(async () => {
  folder = await temporaryFolder();
  app = await startTestApp({ config: { DATA_DIR: folder.path } });
});
afterAll(async () => {
  await app.close();
  await folder[Symbol.asyncDispose]();
});

it('imports a file, lists and downloads its faulty rows, finds entries, and deletes a library with them', async () => {
  const { token } = await app.registerOwner({ characters: 0 });
  const form = { name: 'Old', platform: 'telegram' as const, range: 'all' as const, subAccountIds: [] };
  const { id: libraryId } = await app.call(librariesApi.createDedupeLibrary, { body: form }, token);
  const wanted = { purpose: 'dedupe-import', contentType: 'text/csv', fileName: '客户.csv' } as const;
  const uploads = createUploads(() => app);
  const fileId = await uploads.upload(token, wanted, Buffer.from('name\nana\n=1+1\u0000\nben'));
  expect((await uploads.get(fileId, token)).status).toBe(404);
  const preview = await app.call(librariesApi.previewDedupeImport, { body: { fileId } }, token);
  expect(preview.format).toBe('text');
  const reading = { encoding: 'utf-8', delimiter: 'none', header: true, keyColumn: 0 } as const;
  const body = { libraryId, fileId, ...reading };
  const { id: importId } = await app.call(librariesApi.startDedupeImport, { body }, token);
  const get = () => app.call(librariesApi.getDedupeImport, { query: { importId } }, token);
  await until('the import to end', async () => (await get()).state !== 'running');
  expect(await get()).toMatchObject({ state: 'done', added: 2, faulty: 1, libraryName: 'Old' });
  const faults = await app.call(librariesApi.dedupeFaultPage, { query: { importId } }, token);
  expect(faults.list).toMatchObject([{ line: 3, fault: 'unprintable' }]);
  const download = await app.send(librariesApi.exportDedupeFaults, { query: { importId } }, token);
  expect(download.headers.get('content-type')).toContain('text/csv');
  expect(download.body.msg).toContain('3,unprintable,"\'=1+1\uFFFD"');
  const texts = { libraryId, texts: ['@Cara', '@'] };
  expect(await app.call(librariesApi.addDedupeEntries, { body: texts }, token)).toEqual({
    added: 1,
    existing: 0,
    refused: 1,
  });
  const found = await app.call(librariesApi.findDedupeEntry, { query: { text: 'CARA' } }, token);
  expect(found).toMatchObject({ key: 'cara', libraries: [{ id: libraryId, name: 'Old' }] });
  const library = await app.call(librariesApi.getDedupeLibrary, { query: { libraryId } }, token);
  expect(await app.call(librariesApi.dedupeLibraryPage, { query: {} }, token)).toEqual({
    list: [library],
    total: 1,
  });
  expect(library.entries).toBe(3);
  const deletion = { body: { ids: [libraryId] } };
  expect(await app.call(librariesApi.deleteDedupeLibraries, deletion, token)).toEqual({ changed: 1 });
  const ofLibrary = eq(dedupeEntries.libraryId, libraryId);
  await until(
    'the entries to be gone',
    async () => (await app.app.database.db.$count(dedupeEntries, ofLibrary)) === 0,
  );
});
