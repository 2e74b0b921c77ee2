/**
 * Splits a text at its line breaks, except for those inside quoted cells, as in CSV files and in spreadsheets' clipboard data.
 */

/** A line, including the line breaks of its cells. */
export type WholeLine = {
  /** The line of the text on which it begins, from 1. */
  line: number;
  content: string;
};

const lineBreak = /\r\n?|\n/gu;
/**
 * Matches from the beginning of a cell to its end, for any delimiter; unclosed quotation marks, or those inside words, don't
 * count. The maximum length bounds the search.
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
