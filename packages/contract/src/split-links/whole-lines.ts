/**
 * Cuts a text at its line breaks, but for those within a cell in quotation marks, as CSV files have them and spreadsheets put
 * them on the clipboard.
 */

/** A line with the breaks of its cells in it. */
export type WholeLine = {
  /** Of the text, from 1: where the line begins. */
  line: number;
  content: string;
};

const lineBreak = /\r\n?|\n/gu;
/**
 * Begins and ends where a cell does, whichever the delimiter: a mark that is never closed, or is a part of words, is none. The length
 * keeps the search short.
 */
const cell = '"(?<=(?:^|[\\r\\n\\t,;|]) *")(?:[^"]|""){0,8192}"(?= *(?:[\\r\\n\\t,;|]|$))';
const breakOrCell = new RegExp(`${lineBreak.source}|${cell}`, 'gu');

export function* wholeLines(text: string): Generator<WholeLine, void, undefined> {
  let start = 0;
  let line = 1;
  let breaks = 0;
  for (const { 0: found, index } of text.matchAll(breakOrCell)) {
    if (found.startsWith('"')) {
      breaks += found.match(lineBreak)?.length ?? 0;
    } else {
      yield { line, content: text.slice(start, index) };
      start = index + found.length;
      line += breaks + 1;
      breaks = 0;
    }
  }
  yield { line, content: text.slice(start) };
}
