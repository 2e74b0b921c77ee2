import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as librariesApi from '@parley/contract/dedupe-libraries';
import { spreadsheetMediaType } from '@parley/contract/values';
import { until } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../../base/db/database.ts';
import {
  partsOf,
  sharedXml,
  sheetXml,
  writeWorkbook,
} from '../../../../base/spreadsheet/testing/small-workbook.ts';
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts';
import type { TestOwner } from '../../../../testing/test-people.ts';
import { createUploads } from '../../../../testing/test-uploads.ts';
import { insertEntries } from '../store.ts';
import { batchRows, runImport } from './run-import.ts';
import * as store from './store.ts';

let folder: string;
let app: TestApp;
let owner: TestOwner;
let libraryId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-imports-'));
  app = await startTestApp({ config: { DATA_DIR: folder } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
  const body: librariesApi.DedupeLibraryForm = {
    name: 'Old',
    platform: 'telegram',
    range: 'all',
    subAccountIds: [],
  };
  libraryId = (await app.call(librariesApi.createDedupeLibrary, { body }, owner.token)).id;
});

const uploads = createUploads(() => app);
const upload = (content: string | Buffer, contentType = 'text/csv') =>
  uploads.upload(
    owner.token,
    { purpose: 'dedupe-import', contentType, fileName: '客户.csv' },
    Buffer.from(content),
  );
const preview = (fileId: string, over: object = {}) =>
  app.call(librariesApi.previewDedupeImport, { body: { fileId, ...over } }, owner.token);
const plain = { encoding: 'utf-8', delimiter: 'none', header: false, keyColumn: 0 } as const;
const start = (fileId: string, over: object = {}) =>
  app.call(librariesApi.startDedupeImport, { body: { libraryId, fileId, ...plain, ...over } }, owner.token);
const get = (importId: string) =>
  app.call(librariesApi.getDedupeImport, { query: { importId } }, owner.token);
const cancel = (importId: string) =>
  app.call(librariesApi.cancelDedupeImport, { body: { importId } }, owner.token);
const faults = async (importId: string) =>
  (await app.call(librariesApi.dedupeFaultPage, { query: { importId } }, owner.token)).list;
const entries = async () => {
  const query = 'select key from dedupe_entries where library_id = $1 order by key';
  return (await app.app.database.pool.query<{ key: string }>(query, [libraryId])).rows.map(({ key }) => key);
};
const counted = async () => {
  const query = { libraryId };
  return (await app.call(librariesApi.getDedupeLibrary, { query }, owner.token)).entries;
};
const ended = (importId: string) =>
  until('the import to end', async () => {
    const item = await get(importId);
    return item.state === 'running' ? null : item;
  });
/** A running import whose job isn't executed. */
async function withoutJob(fileId: string): Promise<string> {
  const id = crypto.randomUUID();
  await transaction(app.app.database, (tx) =>
    store.insertImport(tx, {
      workspaceId: owner.workspaceId,
      id,
      libraryId,
      fileId,
      fileName: 'a.csv',
      format: 'text',
      ...plain,
    }),
  );
  return id;
}
const run = (importId: string, signal = new AbortController().signal) =>
  runImport(app.app.services, owner.workspaceId, importId, { last: false, signal });
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => 13_800_000_000 + from + at).join('\n');

describe('an import', () => {
  it('proposes how to read a file, and reads it that way', async () => {
    const fileId = await upload(
      '\uFEFFName;Phone\r\n"Ana; B";+86 138-0013-8000\r\nBen;\r\n;008613800138000\r\n',
    );
    const { rows, ...proposed } = await preview(fileId);
    expect(proposed).toEqual({
      format: 'text',
      encoding: 'utf-8',
      delimiter: 'semicolon',
      header: true,
      keyColumn: 1,
    });
    expect(rows[1]).toEqual(['Ana; B', '+86 138-0013-8000']);
    const { encoding, delimiter, header, keyColumn } = proposed;
    const { id } = await start(fileId, { encoding, delimiter, header, keyColumn });
    expect(await ended(id)).toMatchObject({
      state: 'done',
      rowsRead: 3,
      added: 1,
      existing: 1,
      faulty: 1,
      progress: 1,
      libraryName: 'Old',
      fileName: '客户.csv',
    });
    expect(await entries()).toEqual(['8613800138000']);
    expect(await faults(id)).toEqual([{ line: 3, text: 'Ben ', fault: 'empty' }]);
  });

  it('reads a workbook', async () => {
    const path = join(folder, 'people.xlsx');
    const rows = [0, 1, 2].map(
      (at) => `<row><c t="s"><v>${at}</v></c>${at === 0 ? '' : '<c><v>1.3800138E10</v></c>'}</row>`,
    );
    await writeWorkbook(path, partsOf(sheetXml(rows.join('')), sharedXml(['用户名', '@ana', 'ben'])));
    const fileId = await upload(await readFile(path), spreadsheetMediaType);
    expect(await preview(fileId)).toMatchObject({
      format: 'xlsx',
      header: true,
      keyColumn: 0,
      rows: [['用户名'], ['@ana', '13800138000'], ['ben', '13800138000']],
    });
    const { id } = await start(fileId, { header: true });
    expect(await ended(id)).toMatchObject({ state: 'done', added: 2, faulty: 0 });
    expect(await entries()).toEqual(['ana', 'ben']);
  });

  it('fails as unreadable when a workbook is damaged', async () => {
    const fileId = await upload('PK\x03\x04 and nothing more', spreadsheetMediaType);
    await expect(preview(fileId)).rejects.toMatchObject({ error: 'dedupe-import.unreadable' });
    const { id } = await start(fileId);
    expect(await ended(id)).toMatchObject({ state: 'failed', failure: 'unreadable', added: 0 });
  });

  it('counts existing entries, and lists faulty rows by line, without formulas in the download', async () => {
    const fileId = await upload(`ana\nana\n${'x'.repeat(201)}\n=1+1\u0000\nben`);
    const { id } = await start(fileId);
    expect(await ended(id)).toMatchObject({ rowsRead: 5, added: 2, existing: 1, faulty: 2 });
    expect(await counted()).toBe(2);
    expect((await faults(id)).map(({ line, fault }) => [line, fault])).toEqual([
      [3, 'too-long'],
      [4, 'unprintable'],
    ]);
    const { headers, body } = await app.send(
      librariesApi.exportDedupeFaults,
      { query: { importId: id } },
      owner.token,
    );
    expect(headers.get('content-type')).toContain('text/csv');
    expect(body.msg).toContain('4,unprintable,"\'=1+1\uFFFD"');
  });

  it('runs one import at a time in a workspace', async () => {
    const fileId = await upload('ana');
    const running = await withoutJob(fileId);
    await expect(start(fileId)).rejects.toMatchObject({ error: 'dedupe-import.running' });
    expect(await cancel(running)).toMatchObject({ state: 'cancelled' });
    expect(await ended((await start(fileId)).id)).toMatchObject({ state: 'done' });
  });

  it('accepts no file of another workspace or purpose', async () => {
    const other = await app.registerOwner({ characters: 0 });
    const picture = await uploads.upload(owner.token);
    const theirs = await uploads.upload(
      other.token,
      { purpose: 'dedupe-import', contentType: 'text/plain', fileName: 'a.txt' },
      Buffer.from('ana'),
    );
    for (const fileId of [picture, theirs]) {
      await expect(preview(fileId)).rejects.toMatchObject({ error: 'resource.not-found' });
      await expect(start(fileId)).rejects.toMatchObject({ error: 'resource.not-found' });
    }
    expect((await uploads.get(await upload('ana'), owner.token)).status).toBe(404);
  });
});

describe('an import that is interrupted', () => {
  it('continues after its position, and counts nothing twice', async () => {
    const id = await withoutJob(await upload(numbers(2 * batchRows + 10)));
    // As if a process had died after the first batch.
    await transaction(app.app.database, async (tx) => {
      const keys = numbers(batchRows).split('\n');
      const { workspaceId } = owner;
      await insertEntries(tx, { workspaceId, id: libraryId, platform: 'telegram' }, keys);
      const by = { rows: batchRows, added: batchRows, existing: 0, faulty: 0, progress: 0.5 };
      await store.advance(tx, { workspaceId, id }, by);
    });
    await run(id);
    expect(await get(id)).toMatchObject({
      state: 'done',
      rowsRead: 2 * batchRows + 10,
      added: 2 * batchRows + 10,
      existing: 0,
    });
    expect(await counted()).toBe(2 * batchRows + 10);
  });

  it('counts each row once when two processes import at the same time', async () => {
    const id = await withoutJob(await upload(numbers(3 * batchRows)));
    await Promise.all([run(id), run(id)]);
    // Each stops once the other has advanced the position; the job remains until one has finished.
    await run(id);
    expect(await get(id)).toMatchObject({ state: 'done', rowsRead: 3 * batchRows, added: 3 * batchRows });
    expect(await counted()).toBe(3 * batchRows);
  });

  it('stops with its process and continues with the next', async () => {
    const id = await withoutJob(await upload(numbers(batchRows + 1)));
    await expect(run(id, AbortSignal.abort())).rejects.toThrow();
    expect(await get(id)).toMatchObject({ state: 'running' });
    await run(id);
    expect(await get(id)).toMatchObject({ state: 'done', added: batchRows + 1 });
  });

  it('ends when its library is deleted', async () => {
    const id = await withoutJob(await upload(numbers(10)));
    await app.call(librariesApi.deleteDedupeLibraries, { body: { ids: [libraryId] } }, owner.token);
    await run(id);
    expect(await get(id)).toMatchObject({ state: 'cancelled', added: 0 });
  });

  it('remains cancelled, and records that', async () => {
    const id = await withoutJob(await upload(numbers(10)));
    await cancel(id);
    await run(id);
    expect(await get(id)).toMatchObject({ state: 'cancelled', added: 0 });
    const { rows } = await app.app.database.pool.query(
      `select action from audit_entries where workspace_id = $1 and action = 'dedupe-library.import-cancelled'`,
      [owner.workspaceId],
    );
    expect(rows).toHaveLength(1);
  });
});
