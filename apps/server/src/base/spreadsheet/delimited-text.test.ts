import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRowSplitter, type TextRow } from './delimited-text.ts';

/** Splits a text that arrives in chunks of `size` characters. */
function rowsOf(text: string, delimiter: string | null = ',', size = text.length): TextRow[] {
  const splitter = createRowSplitter(delimiter);
  const rows: TextRow[] = [];
  for (let at = 0; at < text.length; at += Math.max(1, size))
    rows.push(...splitter.push(text.slice(at, at + size)));
  return [...rows, ...splitter.end()];
}
const cellsOf = (text: string, delimiter?: string | null) =>
  rowsOf(text, delimiter).map(({ cells }) => cells);

describe('delimited text', () => {
  it.each([
    ['line feeds', 'a,b\nc,d\n'],
    ['carriage returns and line feeds', 'a,b\r\nc,d\r\n'],
    ['carriage returns', 'a,b\rc,d\r'],
    ['no line end at last', 'a,b\nc,d'],
  ])('splits rows at %s', (_, text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('keeps delimiters, line ends and doubled quotation marks of quoted cells', () => {
    const rows = rowsOf('"a, b","say ""hi""",c\n"two\nlines",x\nlast,');
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'a, b', 'say "hi"', 'c'],
      [2, 'two\nlines', 'x'],
      [4, 'last', ''],
    ]);
  });

  it('treats each line as one cell without a delimiter', () => {
    expect(cellsOf('a,b\n"c"\n', null)).toEqual([['a,b'], ['c']]);
  });

  it('continues in the next line after a quotation mark that is never closed', () => {
    const rest = Array.from({ length: 2_000 }, (_, at) => `name${at},1`);
    const rows = rowsOf(['ana,1', '"ben,2', ...rest].join('\n'), ',', 1_000);
    expect(rows).toHaveLength(2_002);
    expect(rows[1]).toEqual({ line: 2, cells: ['"ben,2'], fault: 'quote' });
    expect(rows.at(-1)).toEqual({ line: 2_002, cells: ['name1999', '1'], fault: null });
  });

  it('reports text after a closing quotation mark', () => {
    expect(rowsOf('"a"b,c\nd,e').map(({ fault }) => fault)).toEqual(['quote', null]);
  });

  it('treats each line that was scanned for a faulty row as a row', () => {
    const rows = rowsOf('"a,1\nb","2\nc,"3\nd",4\n"e\nf",5\n');
    expect(rows.map(({ line, cells, fault }) => [line, fault, ...cells])).toEqual([
      [1, 'quote', '"a,1'],
      [2, 'quote', 'b","2'],
      [3, null, 'c', '3\nd', '4'],
      [5, null, 'e\nf', '5'],
    ]);
  });

  it('skips a line that is too long, without buffering the rest of it', () => {
    const rows = rowsOf(`a,b\n${'x'.repeat(3_000_000)}\nc,d`, ',', 50_000);
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [1, null],
      [2, 'too-long'],
      [3, null],
    ]);
    expect(rows[1]?.cells[0]).toHaveLength(200);
  });

  it('returns the same rows however the text is cut into chunks', () => {
    const part = fc.constantFrom('a', '"', '""', ',', '\n', '\r', '\r\n', 'é', '"x\ny"');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const text = parts.join('');
        expect(rowsOf(text, ',', size)).toEqual(rowsOf(text));
      }),
    );
  });

  it('parses what was written with quotation marks', () => {
    const cell = fc.string({ maxLength: 30 }).map((text) => text.replace(/\r\n?/g, '\n'));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 20 }), (table) => {
        const text = table
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join('\n');
        expect(cellsOf(text)).toEqual(table);
      }),
    );
  });

  it.each([
    ['quotation marks that are never closed', '"a\n""b""\n'],
    ['open quotation marks in every line', '"\n"""\n'],
    ['quoted texts of which each ends where the next line opens one', 'a","\n'],
    ['nothing but delimiters', ',,,,\n'],
    ['nothing but quotation marks', '"'],
  ])('reads %s in linear time', (_, unit) => {
    const cpuOf = (count: number) => {
      const text = unit.repeat(count);
      const before = process.cpuUsage();
      rowsOf(text, ',', 65_536);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    cpuOf(5_000);
    expect(cpuOf(50_000)).toBeLessThan(2_000);
  });
});
