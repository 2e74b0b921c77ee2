/**
 * Reads the first sheet of a workbook (.xlsx) as a stream. The file may be hostile: sizes are limited after
 * decompression, documents with a document type are refused, and memory has only the shared texts (compactly) and one
 * chunk of the sheet. The format: ECMA-376 part 1, 12 (packaging) and 18 (SpreadsheetML).
 */
import yauzl from 'yauzl';
import { StringTable } from './string-table.ts';
import { createXmlPieces, type XmlEvents } from './xml-pieces.ts';

/** Thrown for a file that is damaged, encrypted, not a workbook, or beyond a limit. */
export class UnreadableWorkbook extends Error {
  override name = 'UnreadableWorkbook';
}

export type SheetRow = {
  /** The row's number in the sheet, from 1. */
  line: number;
  /** Empty cells are ''. Texts are truncated to `longestCell` characters. */
  cells: string[];
  /** Indexes of the cells with a number of more than 15 digits, which spreadsheets round. */
  rounded: readonly number[];
};

/** Rows in chunks, each with the part of the sheet read so far, from 0 to 1. */
export type SheetPiece = { rows: SheetRow[]; progress: number };

const MiB = 1024 * 1024;
const limits = {
  entries: 2_000,
  /** For the parts that locate the sheet. */
  directoryBytes: MiB,
  sheetBytes: 1024 * MiB,
  sharedBytes: 256 * MiB,
  /** Memory that the shared texts may occupy. */
  tableBytes: 64 * MiB,
  tableTexts: 2_000_000,
  /**
   * Ratio of decompressed to compressed size: a part larger than a MiB above it is a zip bomb. Sheets are at 10 to
   * 60.
   */
  ratio: 400,
};
const longestCell = 1_000;
/** The format's limit is 1,048,576. */
const lastLine = 2_000_000;
/** Columns after this one are ignored. */
const columns = 100;

/**
 * Throws `UnreadableWorkbook`. Closes the file when the reader stops.
 *
 * @param mostBytes limit for the sheet and the shared texts each, for files that are expected to be small
 */
export async function* readSheet(
  path: string,
  { mostBytes = limits.sheetBytes }: { mostBytes?: number } = {},
): AsyncGenerator<SheetPiece> {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(unreadable);
  try {
    const parts = await partsOf(zip).catch(unreadable);
    const shared = await readShared(zip, parts.shared, Math.min(mostBytes, limits.sharedBytes)).catch(
      unreadable,
    );
    yield* readRows(zip, parts.sheet, { shared, mostBytes });
  } finally {
    zip.close();
  }
}

function unreadable(cause: unknown): never {
  if (cause instanceof UnreadableWorkbook) throw cause;
  throw new UnreadableWorkbook(cause instanceof Error ? cause.message : String(cause), { cause });
}

type Parts = { sheet: yauzl.Entry; shared: yauzl.Entry | null };

async function partsOf(zip: yauzl.ZipFile): Promise<Parts> {
  if (zip.entryCount > limits.entries) throw new UnreadableWorkbook('it has too many parts');
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new UnreadableWorkbook('it is encrypted');
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  const relations = await readRelations(zip, entries.get('xl/_rels/workbook.xml.rels'));
  const firstSheet = await readFirstSheet(zip, entries.get('xl/workbook.xml'));
  const sheet = entries.get(partName(relations.get(firstSheet)?.target ?? ''));
  if (sheet === undefined) throw new UnreadableWorkbook('it has no sheet');
  const shared = [...relations.values()].find(({ type }) => type.endsWith('/sharedStrings'));
  return { sheet, shared: (shared && entries.get(partName(shared.target))) ?? null };
}

/** Returns the name of a part by its target, which is relative to the workbook's folder, or absolute. */
const partName = (target: string) =>
  (target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`).toLowerCase();

type Relations = ReadonlyMap<string, { target: string; type: string }>;

async function readRelations(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<Relations> {
  const relations = new Map<string, { target: string; type: string }>();
  await readAll(zip, entry, limits.directoryBytes, {
    open(name, { Id, Target, Type }) {
      if (name === 'Relationship' && Id && Target) relations.set(Id, { target: Target, type: Type ?? '' });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return relations;
}

async function readFirstSheet(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<string> {
  let first: string | undefined;
  await readAll(zip, entry, limits.directoryBytes, {
    open(name, attributes) {
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([attribute]) => /(^|:)id$/.test(attribute));
      first ??= id?.[1];
    },
    close: () => undefined,
    text: () => undefined,
  });
  return first ?? '';
}

async function readShared(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | null,
  mostBytes: number,
): Promise<StringTable> {
  const table = new StringTable();
  if (entry === null) return table;
  const texts = textCollector('si', (text) => {
    table.add(text);
    if (table.bytes > limits.tableBytes || table.count > limits.tableTexts)
      throw new UnreadableWorkbook('it has too many texts');
  });
  await readAll(zip, entry, mostBytes, texts);
  return table;
}

/** Emits the text of each `item`: of its `t` elements, without phonetic readings of Chinese characters (`rPh`). */
function textCollector(item: string, done: (text: string) => void): XmlEvents {
  let text = '';
  let inText = false;
  let inReading = false;
  return {
    open(name) {
      if (name === item) text = '';
      else if (name === 'rPh') inReading = true;
      else if (name === 't') inText = !inReading;
    },
    close(name) {
      if (name === item) done(text);
      else if (name === 'rPh') inReading = false;
      else if (name === 't') inText = false;
    },
    text(piece) {
      if (inText && text.length < longestCell) text = (text + piece).slice(0, longestCell);
    },
  };
}

async function readAll(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  maxBytes: number,
  events: XmlEvents,
): Promise<void> {
  if (entry === undefined) throw new UnreadableWorkbook('a part is missing');
  const xml = createXmlPieces(events);
  for await (const text of piecesOf(zip, entry, maxBytes)) xml.write(text);
  xml.end();
}

/** Checking the size in the directory is enough: yauzl ends the stream with an error after more bytes than that. */
async function* piecesOf(zip: yauzl.ZipFile, entry: yauzl.Entry, maxBytes: number): AsyncGenerator<string> {
  const { uncompressedSize, compressedSize } = entry;
  const isBomb = uncompressedSize > MiB && uncompressedSize > compressedSize * limits.ratio;
  if (uncompressedSize > maxBytes || isBomb) throw new UnreadableWorkbook('a part is too large');
  const stream = await zip.openReadStreamPromise(entry);
  const decoder = new TextDecoder('utf-8');
  try {
    // Chunks are buffers, since no encoding is set.
    for await (const piece of stream as AsyncIterable<Buffer>) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } finally {
    stream.destroy();
  }
}

async function* readRows(
  zip: yauzl.ZipFile,
  sheet: yauzl.Entry,
  { shared, mostBytes }: { shared: StringTable; mostBytes: number },
): AsyncGenerator<SheetPiece> {
  const reader = createSheetReader(shared);
  const xml = createXmlPieces(reader.events);
  let characters = 0;
  const pieces = piecesOf(zip, sheet, mostBytes);
  try {
    for (;;) {
      const { value: text, done } = await pieces.next().catch(unreadable);
      if (done) break;
      try {
        xml.write(text);
      } catch (error) {
        unreadable(error);
      }
      characters += text.length;
      const rows = reader.takeRows();
      if (rows.length > 0) yield { rows, progress: Math.min(1, characters / sheet.uncompressedSize) };
    }
    try {
      xml.end();
    } catch (error) {
      unreadable(error);
    }
  } finally {
    await pieces.return(undefined);
  }
}

/** Collects the rows of a sheet from XML events. */
function createSheetReader(shared: StringTable): { events: XmlEvents; takeRows(): SheetRow[] } {
  let rows: SheetRow[] = [];
  let row: { line: number; cells: string[]; rounded: number[] } = { line: 0, cells: [], rounded: [] };
  let column = 0;
  let type = 'n';
  let value = '';
  let reads: 'nothing' | 'value' | 'text' = 'nothing';

  function endCell(): void {
    if (column >= columns || value === '') return;
    const cell = cellText(type, value, shared);
    while (row.cells.length < column) row.cells.push('');
    row.cells[column] = cell.text;
    if (cell.isRounded) row.rounded.push(column);
  }

  const events: XmlEvents = {
    open(name, attributes) {
      if (name === 'row') {
        const given = Number(attributes.r);
        const line = Number.isInteger(given) && given > row.line && given <= lastLine ? given : row.line + 1;
        row = { line, cells: [], rounded: [] };
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1;
        type = attributes.t ?? 'n';
        value = '';
      } else if (name === 'v') reads = 'value';
      else if (name === 't') reads = 'text';
    },
    close(name) {
      if (name === 'v' || name === 't') reads = 'nothing';
      else if (name === 'c') endCell();
      else if (name === 'row') rows.push(row);
    },
    text(piece) {
      if (reads === 'nothing' || value.length >= longestCell) return;
      if (reads === 'text' && type !== 'inlineStr') return;
      value = (value + piece).slice(0, longestCell);
    },
  };
  return {
    events,
    takeRows() {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

/** Returns the column's index from 0: `AB12` is column 27. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Numbers are stored with up to 17 digits, of which a spreadsheet shows 15; large ones as `8.613800138E12`. */
function cellText(type: string, value: string, shared: StringTable): { text: string; isRounded: boolean } {
  if (type === 's') return { text: shared.get(Number(value)) ?? '', isRounded: false };
  if (type !== 'n') return { text: value, isRounded: false };
  const number = Number(value);
  const isWhole = Number.isInteger(number) && Math.abs(number) < 1e21;
  const text = isWhole ? BigInt(number).toString() : value;
  return { text, isRounded: isWhole && Math.abs(number) >= 1e15 };
}
