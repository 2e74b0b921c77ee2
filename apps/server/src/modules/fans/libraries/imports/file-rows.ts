/** Streams the rows of an uploaded file, text or workbook. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { DedupeDelimiter, DedupeEncoding, DedupeRowFault } from '@parley/contract/dedupe-libraries';
import type { FileOnDisk } from '../../../../base/files/file-store.ts';
import { createRowSplitter, type TextRow } from '../../../../base/spreadsheet/delimited-text.ts';
import { readSheet, type SheetRow } from '../../../../base/spreadsheet/read-workbook.ts';
import { createTextDecoder, encodingOf } from '../../../../base/spreadsheet/text-encoding.ts';
import { delimiters, guessColumns, guessDelimiter } from './guess-columns.ts';
import { readKey } from './row-key.ts';

export type FileFormat = 'text' | 'xlsx';
/** The settings for reading a file; encoding and delimiter apply to text files. */
export type Reading = {
  format: FileFormat;
  encoding: DedupeEncoding;
  delimiter: DedupeDelimiter;
  header: boolean;
  keyColumn: number;
};

/** `line`: line number in the file, from 1. `text`: the beginning of a row without a key, in storable form. */
export type ImportRow = { line: number; key: string } | { line: number; text: string; fault: DedupeRowFault };
/** `progress`: the share of the file read so far, from 0 to 1. */
export type ImportPiece = { rows: ImportRow[]; progress: number };

type FileRow = TextRow | (SheetRow & { fault?: null });
type FilePiece = { rows: readonly FileRow[]; progress: number };

const headBytes = 262_144;

/**
 * Yields the rows after the first `skipped`, without titles and blank rows. The same file always yields the same rows, so that
 * their number serves as a position. Throws `UnreadableWorkbook`.
 */
export async function* readImportRows(
  file: FileOnDisk,
  reading: Reading,
  skipped: number,
): AsyncGenerator<ImportPiece> {
  let left = skipped;
  let awaitsTitles = reading.header;
  for await (const { rows, progress } of readFileRows(file, reading)) {
    const read: ImportRow[] = [];
    for (const row of rows) {
      if (isBlank(row)) continue;
      if (awaitsTitles) awaitsTitles = false;
      else if (left > 0) left -= 1;
      else read.push(importRow(row, reading.keyColumn));
    }
    yield { rows: read, progress };
  }
}

const isBlank = (row: FileRow) => !row.fault && row.cells.every((cell) => cell.trim() === '');

function importRow(row: FileRow, keyColumn: number): ImportRow {
  const { line, cells } = row;
  if (row.fault) return { line, text: keptText(cells[0] ?? ''), fault: row.fault };
  const cell = cells[keyColumn] ?? '';
  const isRounded = 'rounded' in row && row.rounded.includes(keyColumn);
  const read = readKey(cell, isRounded);
  if ('key' in read) return { line, key: read.key };
  return { line, text: keptText(cell.trim() === '' ? cells.join(' ') : cell), fault: read.fault };
}

const longestText = 200;

/**
 * Truncates a text, and replaces what PostgreSQL can't store. Copies the bytes, because a slice would keep the whole text in
 * memory: a workbook row can be a thousand times as long, and thousands of rows wait to be stored.
 */
const keptText = (text: string) =>
  Buffer.from(text.slice(0, longestText))
    .toString()
    .replaceAll(/\p{Cc}/gu, '\uFFFD');

async function* readFileRows(file: FileOnDisk, reading: Reading): AsyncGenerator<FilePiece> {
  if (reading.format === 'xlsx') {
    yield* readSheet(file.path);
    return;
  }
  const decoder = createTextDecoder(reading.encoding);
  const splitter = createRowSplitter(delimiters[reading.delimiter]);
  let bytes = 0;
  // No encoding is set, so chunks are buffers.
  for await (const piece of createReadStream(file.path) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    yield { rows: splitter.push(decoder.decode(piece, { stream: true })), progress: bytes / file.size };
  }
  yield { rows: [...splitter.push(decoder.decode()), ...splitter.end()], progress: 1 };
}

type Preview = Reading & { rows: string[][] };

const previewRows = 20;
const previewColumns = 30;
const previewCell = 60;

/** Reads the first rows, and guesses what isn't `given` from them. Throws `UnreadableWorkbook`. */
export async function previewFile(
  file: FileOnDisk,
  format: FileFormat,
  given: { encoding?: DedupeEncoding | undefined; delimiter?: DedupeDelimiter | undefined },
): Promise<Preview> {
  const head = format === 'text' ? await headOf(file) : Buffer.alloc(0);
  const encoding = given.encoding ?? (format === 'text' ? encodingOf(head) : 'utf-8');
  const lines = createTextDecoder(encoding)
    .decode(head)
    .split(/\r\n?|\n/);
  const delimiter = given.delimiter ?? guessDelimiter(lines);
  const reading = { format, encoding, delimiter, header: false, keyColumn: 0 };
  const rows: string[][] = [];
  for await (const piece of readFileRows(file, reading)) {
    for (const row of piece.rows) {
      if (isBlank(row) || rows.length >= previewRows) continue;
      rows.push(row.cells.slice(0, previewColumns).map((cell) => cell.trim().slice(0, previewCell)));
    }
    if (rows.length >= previewRows) break;
  }
  return { ...reading, ...guessColumns(rows), rows };
}

async function headOf(file: FileOnDisk): Promise<Buffer> {
  await using handle = await open(file.path, 'r');
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.subarray(0, bytesRead);
}
