/** Imports into dedupe libraries, whole and interrupted, in a real database. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spreadsheetMediaType } from '@parley/contract/values';
import { and, asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../../base/db/database.ts';
import {
  partsOf,
  sharedXml,
  sheetXml,
  writeWorkbook,
} from '../../../../base/spreadsheet/testing/small-workbook.ts';
import { auditEntries } from '../../../../schema/audit.ts';
import { dedupeEntries } from '../../../../schema/fans.ts';
import { files } from '../../../../schema/files.ts';
import { insertEntries } from '../store.ts';
import { librariesHarness } from '../testing/libraries-harness.ts';
import { batchRows } from './run-import.ts';
import * as store from './store.ts';

const harness = librariesHarness();
const { addFile, preview, run, cancel, faults } = harness;
const get = harness.getImport;
let libraryId: string;
beforeEach(async () => {
  const form = { name: 'Old', platform: 'telegram', range: 'all', subAccountIds: [] } as const;
  libraryId = (await harness.create({ ...form, subAccountIds: [] })).id;
});

const plain = { encoding: 'utf-8', delimiter: 'none', header: false, keyColumn: 0 } as const;
const start = (fileId: string, over: object = {}) => harness.start({ libraryId, fileId, ...plain, ...over });
/** Starts an import and runs it to its end. */
async function complete(fileId: string, over: object = {}) {
  const id = await start(fileId, over);
  await run(id);
  return { id, ...(await get(id)) };
}
const entries = async () => {
  const found = await harness.database.db
    .select()
    .from(dedupeEntries)
    .where(eq(dedupeEntries.libraryId, libraryId))
    .orderBy(asc(dedupeEntries.key));
  return found.map(({ key }) => key);
};
const counted = async () => (await harness.get(libraryId))?.entries;
const refusal = (error: string) => expect.objectContaining({ error });
const workbook = { contentType: spreadsheetMediaType };
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => 13_800_000_000 + from + at).join('\n');

describe('an import', () => {
  it('proposes how to read a file, and reads it that way', async () => {
    const fileId = await addFile(
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
    const done = await complete(fileId, { encoding, delimiter, header, keyColumn });
    expect(done).toMatchObject({
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
    expect(await faults(done.id)).toEqual([{ line: 3, text: 'Ben ', fault: 'empty' }]);
    const [file] = await harness.database.db.select().from(files).where(eq(files.id, fileId));
    expect(file?.state).toBe('released');
  });

  it('reads a workbook', async () => {
    const path = join(harness.folder, 'people.xlsx');
    const rows = [0, 1, 2].map(
      (at) => `<row><c t="s"><v>${at}</v></c>${at === 0 ? '' : '<c><v>1.3800138E10</v></c>'}</row>`,
    );
    await writeWorkbook(path, partsOf(sheetXml(rows.join('')), sharedXml(['用户名', '@ana', 'ben'])));
    const fileId = await addFile(await readFile(path), workbook);
    expect(await preview(fileId)).toMatchObject({
      format: 'xlsx',
      header: true,
      keyColumn: 0,
      rows: [['用户名'], ['@ana', '13800138000'], ['ben', '13800138000']],
    });
    expect(await complete(fileId, { header: true })).toMatchObject({ state: 'done', added: 2, faulty: 0 });
    expect(await entries()).toEqual(['ana', 'ben']);
  });

  it('fails as unreadable when a workbook is damaged', async () => {
    const fileId = await addFile('PK\x03\x04 and nothing more', workbook);
    await expect(preview(fileId)).rejects.toEqual(refusal('dedupe-import.unreadable'));
    expect(await complete(fileId)).toMatchObject({ state: 'failed', failure: 'unreadable', added: 0 });
  });

  it('counts existing entries, and lists faulty rows by line', async () => {
    const fileId = await addFile(`ana\nana\n${'x'.repeat(201)}\n=1+1\u0000\nben`);
    const done = await complete(fileId);
    expect(done).toMatchObject({ rowsRead: 5, added: 2, existing: 1, faulty: 2 });
    expect(await counted()).toBe(2);
    expect((await faults(done.id)).map(({ line, fault }) => [line, fault])).toEqual([
      [3, 'too-long'],
      [4, 'unprintable'],
    ]);
  });

  it('runs one import at a time in a workspace', async () => {
    const fileId = await addFile('ana');
    const running = await start(fileId);
    const another = await addFile('ben');
    await expect(start(another)).rejects.toEqual(refusal('dedupe-import.running'));
    await cancel(running);
    expect(await get(running)).toMatchObject({ state: 'cancelled' });
    expect(await complete(another)).toMatchObject({ state: 'done' });
  });

  it('accepts no file of another workspace or purpose', async () => {
    const theirs = await addFile('ana');
    await harness.openWorkspace();
    for (const fileId of [theirs, await addFile('ana', { purpose: 'avatar' })]) {
      await expect(preview(fileId)).rejects.toEqual(refusal('resource.not-found'));
      await expect(start(fileId)).rejects.toEqual(refusal('resource.not-found'));
    }
  });
});

describe('an import that is interrupted', () => {
  it('continues after its position, and counts nothing twice', async () => {
    const id = await start(await addFile(numbers(2 * batchRows + 10)));
    // As if a process had died after the first batch.
    await transaction(harness.database, async (tx) => {
      const keys = numbers(batchRows).split('\n');
      const { workspaceId } = harness;
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
    const id = await start(await addFile(numbers(3 * batchRows)));
    await Promise.all([run(id), run(id)]);
    // Each stops once the other has advanced the position; the job remains until one has finished.
    await run(id);
    expect(await get(id)).toMatchObject({ state: 'done', rowsRead: 3 * batchRows, added: 3 * batchRows });
    expect(await counted()).toBe(3 * batchRows);
  });

  it('stops with its process and continues with the next', async () => {
    const id = await start(await addFile(numbers(batchRows + 1)));
    await expect(run(id, AbortSignal.abort())).rejects.toThrow();
    expect(await get(id)).toMatchObject({ state: 'running' });
    await run(id);
    expect(await get(id)).toMatchObject({ state: 'done', added: batchRows + 1 });
  });

  it('ends when its library is deleted', async () => {
    const id = await start(await addFile(numbers(10)));
    await harness.remove([libraryId]);
    await run(id);
    expect(await get(id)).toMatchObject({ state: 'cancelled', added: 0 });
  });

  it('remains cancelled, which is recorded once', async () => {
    const id = await start(await addFile(numbers(10)));
    await cancel(id);
    await run(id);
    expect(await get(id)).toMatchObject({ state: 'cancelled', added: 0 });
    const cancelled = and(
      eq(auditEntries.workspaceId, harness.workspaceId),
      eq(auditEntries.action, 'dedupe-library.import-cancelled'),
    );
    await cancel(id);
    expect(await harness.database.db.$count(auditEntries, cancelled)).toBe(1);
  });
});
