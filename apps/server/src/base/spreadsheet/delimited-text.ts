/**
 * Parses rows of delimited text (CSV, TSV, plain lines) from hostile input, chunk by chunk. A faulty row is reported
 * and parsing continues after it: an unclosed quotation mark costs its own line and not the rest of the file. The
 * lines scanned for a faulty row are parsed again, each alone, so that time remains linear.
 */

export type TextRow = {
  /** The line in the file, from 1, at which the row begins. */
  line: number;
  cells: readonly string[];
  /** If set, `cells` has only the row's text. */
  fault: 'quote' | 'too-long' | null;
};

/** Maximum length of a line, in characters. The rest of a longer one is skipped. */
const longestLine = 65_536;
/** Maximum length of a row whose quoted text spans lines, in characters. */
const longestQuoted = 8_192;
/** Characters of a faulty row that are reported. */
const reported = 200;

export type RowSplitter = {
  /** Returns the rows completed so far. Line ends are `\n`, `\r\n` or `\r`. */
  push(text: string): TextRow[];
  /** Returns the remaining rows. */
  end(): TextRow[];
};

/** `delimiter`: one character; null: each line is one cell. */
export function createRowSplitter(delimiter: string | null): RowSplitter {
  let rest = '';
  let line = 1;
  let endsWithReturn = false;
  /** Within a line that is too long. */
  let skipping = false;
  /** Up to this offset in `rest`, each line is a row: a faulty row was scanned this far. */
  let singleUntil = 0;

  function take(last: boolean): TextRow[] {
    const rows: TextRow[] = [];
    let at = 0;
    while (at < rest.length) {
      const end = rest.indexOf('\n', at);
      if (skipping) {
        if (end === -1) {
          at = rest.length;
          break;
        }
        skipping = false;
        at = end + 1;
        line += 1;
        continue;
      }
      const lineEnd = end === -1 ? rest.length : end;
      if (lineEnd - at > longestLine) {
        rows.push({ line, cells: [rest.slice(at, at + reported)], fault: 'too-long' });
        skipping = true;
        continue;
      }
      if (end === -1 && !last) break;
      const row = readRow(rest, { at, end: lineEnd, isSingle: lineEnd < singleUntil }, delimiter, last);
      if (row === 'incomplete') break;
      singleUntil = Math.max(singleUntil, row.reach);
      rows.push({ line, cells: row.cells, fault: row.fault });
      at = row.next;
      line += row.lines;
    }
    rest = rest.slice(at);
    singleUntil -= at;
    return rows;
  }

  return {
    push(text) {
      if (text === '') return [];
      // A carriage return at the end of a chunk may be the first half of a line end.
      const whole = endsWithReturn ? `\r${text}` : text;
      endsWithReturn = whole.endsWith('\r');
      const complete = endsWithReturn ? whole.slice(0, -1) : whole;
      rest += complete.includes('\r') ? complete.replace(/\r\n?/g, '\n') : complete;
      return take(false);
    },
    end() {
      if (endsWithReturn) rest += '\n';
      endsWithReturn = false;
      return take(true);
    },
  };
}

/** `reach`: the offset up to which a faulty row was scanned. */
type ReadRow = {
  cells: readonly string[];
  fault: 'quote' | null;
  next: number;
  lines: number;
  reach: number;
};
/** The offset of a row, the end of its first line, and whether that is its only line. */
type RowPlace = { at: number; end: number; isSingle: boolean };

/** Parses a row. `incomplete`: a quoted text may continue in later chunks. */
function readRow(
  text: string,
  { at, end, isSingle }: RowPlace,
  delimiter: string | null,
  last: boolean,
): ReadRow | 'incomplete' {
  const plain = text.slice(at, end);
  const line = { fault: null, next: Math.min(end + 1, text.length), lines: 1, reach: 0 };
  if (delimiter === null) return { ...line, cells: [unquoted(plain)] };
  if (!plain.includes('"')) return { ...line, cells: plain.split(delimiter) };
  const quoted = isSingle ? readQuoted(plain, 0, delimiter, true) : readQuoted(text, at, delimiter, last);
  if (quoted === 'incomplete') return 'incomplete';
  if ('cells' in quoted) return isSingle ? { ...line, cells: quoted.cells } : { ...line, ...quoted };
  if (quoted.fault === 'open' && !isSingle && !last && text.length - at < longestQuoted) return 'incomplete';
  const reach = isSingle ? 0 : quoted.reach;
  return { ...line, cells: [plain.slice(0, reported)], fault: 'quote', reach };
}

/** In a list of names without columns, each may be quoted. */
const unquoted = (text: string) =>
  /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;

type QuotedRow = { cells: readonly string[]; next: number; lines: number };
/** `open`: a quoted text isn't closed. `faulty`: a quoted text is followed by other characters. */
type UnreadRow = { fault: 'open' | 'faulty'; reach: number };

/** RFC 4180: a cell that begins with a quotation mark ends with one, and doubles those inside it. */
function readQuoted(
  text: string,
  start: number,
  delimiter: string,
  last: boolean,
): QuotedRow | UnreadRow | 'incomplete' {
  const cells: string[] = [];
  const limit = Math.min(text.length, start + longestLine);
  let at = start;
  let lines = 1;
  for (;;) {
    if (text[at] === '"') {
      const end = Math.min(limit, start + longestQuoted);
      const close = closingQuote(text, at + 1, end);
      if (close === -1) return { fault: 'open', reach: end };
      const cell = text.slice(at + 1, close).replaceAll('""', '"');
      for (const character of cell) if (character === '\n') lines += 1;
      cells.push(cell);
      at = close + 1;
    } else {
      const from = at;
      while (at < limit && text[at] !== delimiter && text[at] !== '\n') at += 1;
      cells.push(text.slice(from, at));
    }
    if (text[at] === delimiter) at += 1;
    else if (at >= text.length) return last ? { cells, next: at, lines } : 'incomplete';
    else if (text[at] === '\n') return { cells, next: at + 1, lines };
    else return { fault: 'faulty', reach: at };
  }
}

function closingQuote(text: string, from: number, limit: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1 || at >= limit) return -1;
    if (text[at + 1] !== '"') return at;
  }
}
