/** Files of people to import: unordered phone numbers, as in owners' files. */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  partsOf,
  sharedXml,
  sheetXml,
  writeWorkbook,
} from '../../apps/server/src/base/spreadsheet/testing/small-workbook.ts';

/** Returns a unique number for each row; 7,919 has no factor in common with the count of the numbers. */
export const phoneOf = (row: number): string =>
  `86138${String((row * 7_919) % 100_000_000).padStart(8, '0')}`;

const atOnce = 10_000;

function* pieces(rows: number, lineOf: (row: number) => string): Generator<string> {
  for (let from = 0; from < rows; from += atOnce) {
    let piece = '';
    for (let row = from; row < Math.min(rows, from + atOnce); row += 1) piece += lineOf(row);
    yield piece;
  }
}

export async function writeCsv(path: string, rows: number): Promise<void> {
  const lines = pieces(rows, (row) => `Customer ${row},+${phoneOf(row)},2025-11-0${row % 9}\r\n`);
  await writeFile(path, 'Name,Phone,Since\r\n');
  await pipeline(Readable.from(lines), createWriteStream(path, { flags: 'a' }));
}

/** Writes a workbook as a spreadsheet program saves it: names and numbers are in the table of shared strings. */
export async function writeXlsx(path: string, rows: number): Promise<void> {
  const [sheetHead = '', sheetTail = ''] = sheetXml('|').split('|');
  const [sharedHead = '', sharedTail = ''] = sharedXml(['|']).split('<si><t>|</t></si>');
  const cell = (column: string, row: number, text: number) =>
    `<c r="${column}${row + 1}" t="s"><v>${text}</v></c>`;
  const sheet = pieces(
    rows,
    (row) => `<row r="${row + 1}">${cell('A', row, 2 * row)}${cell('B', row, 2 * row + 1)}</row>`,
  );
  const shared = pieces(rows, (row) => `<si><t>Customer ${row}</t></si><si><t>+${phoneOf(row)}</t></si>`);
  const around = (head: string, body: Iterable<string>, tail: string) =>
    Readable.from(
      (function* () {
        yield Buffer.from(head);
        for (const piece of body) yield Buffer.from(piece);
        yield Buffer.from(tail);
      })(),
      { objectMode: false },
    );
  await writeWorkbook(
    path,
    partsOf(around(sheetHead, sheet, sheetTail), around(sharedHead, shared, sharedTail)),
  );
}
