/**
 * Creates spreadsheets (.xlsx) of any length in little memory: rows are requested as the client reads, and none are
 * kept.
 */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import yazl from 'yazl';
import * as parts from './parts.ts';
import type { TableColumn, TableRow } from './table.ts';

export type WorkbookOptions = {
  sheetName: string;
  columns: readonly TableColumn[];
  /** Batches of rows, as the database returns them. Its `return` is called when the reader disconnects. */
  batches: AsyncIterable<readonly TableRow[]>;
  /** The creation time stated in the file, in ms since the epoch. */
  now: number;
  /** For tests; left out: the format's limit. */
  rowsPerSheet?: number;
};

/** The format's limit is 1,048,576 rows, one of which has the titles. */
const maxRows = 1_048_575;

/** Returns the file's bytes. Destroying it ends `batches`; a failure of `batches` destroys it. */
export function workbook(options: WorkbookOptions): Readable {
  const zip = new yazl.ZipFile();
  const rows = rowSource(options.batches);
  // yauzl's types name only the interface; the object is a PassThrough.
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  const running = new Set<Readable>();
  output.once('close', () => {
    for (const sheet of running) sheet.destroy();
    rows.end();
  });
  write(zip, rows, running, options).catch(fail);
  return output;
}

async function write(
  zip: yazl.ZipFile,
  rows: RowSource,
  running: Set<Readable>,
  { sheetName, columns, now, rowsPerSheet = maxRows }: WorkbookOptions,
): Promise<void> {
  const mtime = new Date(now);
  let sheets = 0;
  do {
    sheets += 1;
    const sheet = Readable.from(sheetXml(columns, rows, rowsPerSheet), { objectMode: false });
    running.add(sheet);
    const read = once(sheet, 'end');
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, { mtime });
    await read;
    running.delete(sheet);
  } while (await rows.more());
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(xml), name, { mtime });
  add('xl/styles.xml', parts.styles);
  add('xl/workbook.xml', parts.workbookXml(sheetName, sheets));
  add('xl/_rels/workbook.xml.rels', parts.workbookRelations(sheets));
  add('_rels/.rels', parts.rootRelations);
  add('[Content_Types].xml', parts.contentTypes(sheets));
  zip.end();
}

const pieceLength = 32_768;

async function* sheetXml(
  columns: readonly TableColumn[],
  rows: RowSource,
  most: number,
): AsyncGenerator<Buffer> {
  let text = parts.sheetStart(columns);
  let written = 0;
  for (let taken = await rows.take(most); taken.length > 0; taken = await rows.take(most - written)) {
    for (const row of taken) {
      written += 1;
      text += parts.rowXml(columns, row, written + 1);
      if (text.length < pieceLength) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text + parts.sheetEnd);
}

type RowSource = {
  /** Returns up to `most` buffered rows; an empty result means that there are no more, or none were requested. */
  take(most: number): Promise<readonly TableRow[]>;
  more(): Promise<boolean>;
  end(): void;
};

function rowSource(batches: AsyncIterable<readonly TableRow[]>): RowSource {
  const source = batches[Symbol.asyncIterator]();
  let batch: readonly TableRow[] = [];
  async function more(): Promise<boolean> {
    while (batch.length === 0) {
      const next = await source.next();
      if (next.done) return false;
      batch = next.value;
    }
    return true;
  }
  return {
    more,
    async take(most) {
      if (most <= 0 || !(await more())) return [];
      const taken = batch.slice(0, most);
      batch = batch.slice(most);
      return taken;
    },
    end: () => void source.return?.().catch(() => undefined),
  };
}
