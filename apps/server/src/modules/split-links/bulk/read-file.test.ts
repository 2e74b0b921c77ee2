import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spreadsheetMediaType } from '@parley/contract/values';
import { expect, it, onTestFinished } from 'vitest';
import { UnreadableWorkbook } from '../../../base/spreadsheet/read-workbook.ts';
import { workbook } from '../../../base/spreadsheet/workbook.ts';
import { readFileLines } from './read-file.ts';

/** Reads the lines of an uploaded file with this content. */
async function read(content: string | Uint8Array, contentType = 'text/csv') {
  const folder = await mkdtemp(join(tmpdir(), 'split-links-'));
  const remove = () => rm(folder, { recursive: true });
  onTestFinished(remove);
  const path = join(folder, 'upload');
  await writeFile(path, content);
  const { size } = await stat(path);
  return readFileLines({ path, size, [Symbol.asyncDispose]: remove }, contentType);
}

async function workbookOf(rows: string[][]): Promise<Buffer> {
  async function* batches() {
    for (const row of rows) yield [row];
  }
  const columns = ['名称', '链接'].map((title) => ({ title, kind: 'text' as const, width: 20 }));
  const pieces: Buffer[] = [];
  for await (const piece of workbook({ sheetName: 'Links', columns, batches: batches(), now: 0 }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

it('reads the lines of a text without its titles', async () => {
  const text = 'Name,Link\r\nLeaflet 1,https://t.me/ana\r\n\r\nLeaflet 2,https://t.me/ben';
  const lines = ['Leaflet 1,https://t.me/ana', 'Leaflet 2,https://t.me/ben'];
  expect(await read(text)).toEqual({ lines, more: false });
});

it('reads a cell with line breaks as one line', async () => {
  const broken = 'Name,Link\r\n"Leaflet\r\n1","https://t.me/ana\nhttps://t.me/ben"\r\n';
  expect((await read(broken)).lines).toEqual(['"Leaflet 1","https://t.me/ana https://t.me/ben"']);
});

it('reads no more lines of a text than one request takes', async () => {
  const long = Array.from({ length: 205 }, (_, at) => `Leaflet ${at} https://t.me/ana`);
  expect(await read(long.join('\n'), 'text/plain')).toEqual({ lines: long.slice(0, 200), more: true });
  expect(await read(long.slice(0, 200).join('\n'), 'text/plain')).toMatchObject({ more: false });
});

it('reads the lines of a workbook', async () => {
  const rows = [
    ['Leaflet 1', 'https://t.me/ana'],
    ['Leaflet 2', 'https://t.me/ben'],
  ];
  const lines = ['Leaflet 1\thttps://t.me/ana', 'Leaflet 2\thttps://t.me/ben'];
  expect(await read(await workbookOf(rows), spreadsheetMediaType)).toEqual({ lines, more: false });
});

it('refuses a file that is no workbook, or that decompresses to too much', async () => {
  const broken = read('PK\x03\x04 and nothing more', spreadsheetMediaType);
  await expect(broken).rejects.toThrow(UnreadableWorkbook);
  // It decompresses to 20 MB, without the ratio of a zip bomb; a real workbook of this kind has 200 rows.
  const large = await workbookOf(
    Array.from({ length: 60_000 }, (_, at) => [' '.repeat(300 + ((at * at) % 97))]),
  );
  await expect(read(large, spreadsheetMediaType)).rejects.toThrow(UnreadableWorkbook);
});
