/** Reads the lines of an uploaded file of split links. */
import { readFile } from 'node:fs/promises';
import { bulkLimits, bulkLineOf, hasLink, wholeLines } from '@parley/contract/split-links';
import { spreadsheetMediaType } from '@parley/contract/values';
import type { FileOnDisk } from '../../../base/files/file-store.ts';
import { readSheet } from '../../../base/spreadsheet/read-workbook.ts';
import { createTextDecoder, encodingOf } from '../../../base/spreadsheet/text-encoding.ts';

export type FileLines = { lines: string[]; more: boolean };

/** Returns the first non-empty lines, without a title row. Throws `UnreadableWorkbook`. */
export async function readFileLines(file: FileOnDisk, contentType: string): Promise<FileLines> {
  const all =
    contentType === spreadsheetMediaType ? await linesOfSheet(file.path) : await linesOfText(file.path);
  const lines = withoutTitles(all);
  return { lines: lines.slice(0, bulkLimits.links), more: lines.length > bulkLimits.links };
}

/** Number of lines to read: the limit, a title row, and one more that shows whether there are others. */
const most = bulkLimits.links + 2;

async function linesOfText(path: string): Promise<string[]> {
  // Read as a whole: an upload for this purpose is small, and a text file has no other limit.
  const bytes = await readFile(path);
  const lines: string[] = [];
  for (const { content } of wholeLines(createTextDecoder(encodingOf(bytes)).decode(bytes))) {
    const line = content
      .replaceAll('\0', '')
      .replaceAll(/[\r\n]+/gu, ' ')
      .trim();
    if (line !== '' && lines.push(line) >= most) break;
  }
  return lines;
}

/** Limit after decompression: far more than the lines need, and parsed in less than a second. */
const maxSheetBytes = 16 * 1024 * 1024;

async function linesOfSheet(path: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const { rows } of readSheet(path, { mostBytes: maxSheetBytes })) {
    for (const { cells } of rows) {
      const line = bulkLineOf(cells);
      if (line !== '' && lines.length < most) lines.push(line);
    }
    if (lines.length >= most) break;
  }
  return lines;
}

const title = /^"?(?:name|link name|名称|分流名称|链接名称)(?=$|[\s,;|"])/iu;

/** Drops a title row: a first line without a link before a line with one, or one that begins with a common title. */
function withoutTitles(lines: string[]): string[] {
  const [first = '', second = ''] = lines;
  return !hasLink(first) && (hasLink(second) || title.test(first)) ? lines.slice(1) : lines;
}
