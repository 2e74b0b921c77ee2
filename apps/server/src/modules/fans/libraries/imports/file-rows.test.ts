import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  partsOf,
  sharedXml,
  sheetXml,
  writeWorkbook,
} from '../../../../base/spreadsheet/testing/small-workbook.ts';
import { type ImportRow, type Reading, readImportRows } from './file-rows.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-rows-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function rowsOf(path: string, reading: Pick<Reading, 'format' | 'keyColumn'>): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  const { size } = await stat(path);
  const file = { path, size, [Symbol.asyncDispose]: () => Promise.resolve() };
  const whole: Reading = { encoding: 'utf-8', delimiter: 'comma', header: false, ...reading };
  for await (const piece of readImportRows(file, whole, 0)) rows.push(...piece.rows);
  return rows;
}

describe('readImportRows', () => {
  it('truncates the text of a wide row that has no key', async () => {
    const path = join(folder, 'wide.xlsx');
    const cells = '<c t="s"><v>0</v></c>'.repeat(98);
    await writeWorkbook(
      path,
      partsOf(sheetXml(`<row r="1">${cells}</row>`), sharedXml(['\u{1F600}'.repeat(500)])),
    );
    const rows = await rowsOf(path, { format: 'xlsx', keyColumn: 99 });
    expect(rows).toEqual([{ line: 1, text: '\u{1F600}'.repeat(100), fault: 'empty' }]);
  });

  it('replaces what the database refuses in a row that has no key', async () => {
    const path = join(folder, 'odd.csv');
    const long = 'x'.repeat(193);
    await writeFile(path, `,a\u0000b\u0001,${long}\u{1F600}\n`);
    const rows = await rowsOf(path, { format: 'text', keyColumn: 0 });
    expect(rows).toEqual([{ line: 1, text: ` a\uFFFDb\uFFFD ${long}\uFFFD`, fault: 'empty' }]);
  });
});
