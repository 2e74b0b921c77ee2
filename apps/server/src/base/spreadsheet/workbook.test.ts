/** Reads workbooks back with an independent parser of the format. */
import { buffer } from 'node:stream/consumers';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it, vi } from 'vitest';
import { rowXml, sheetStart, styles } from './parts.ts';
import type { TableColumn, TableRow } from './table.ts';
import { type WorkbookOptions, workbook } from './workbook.ts';

const columns: TableColumn[] = [
  { title: 'Name & <title>', kind: 'text', width: 20 },
  { title: 'Count', kind: 'count', width: 10 },
  { title: 'Day', kind: 'day', width: 12 },
  { title: 'Time', kind: 'time', width: 20 },
];
const titles = columns.map(({ title }) => title);
const now = Date.UTC(2026, 0, 5, 8, 30);

async function* batchesOf(...batches: TableRow[][]) {
  yield* batches;
}
const fileOf = (batches: AsyncIterable<readonly TableRow[]>, more: Partial<WorkbookOptions> = {}) =>
  workbook({ sheetName: 'Records', columns, batches, now, ...more });
async function sheetsOf(batches: AsyncIterable<readonly TableRow[]>, more?: Partial<WorkbookOptions>) {
  return readWorkbook(await buffer(fileOf(batches, more)), { trim: false });
}
const namesOf = async (names: string[]) => {
  const [sheet] = await sheetsOf(batchesOf(names.map((name) => [name, 1, null, null])));
  return sheet?.data.slice(1).map(([name]) => name);
};

describe('a workbook', () => {
  it('contains its titles and the values of every kind', async () => {
    const rows: TableRow[] = [
      ['发票 😀', 9_007_199_254_740_991, Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 5, 23, 59, 59)],
      ['', 0, Date.UTC(1970, 0, 1), null],
      ['last', -5, null, Date.UTC(2000, 1, 29, 12)],
    ];
    expect(await sheetsOf(batchesOf(rows.slice(0, 1), [], rows.slice(1)))).toEqual([
      {
        sheet: 'Records',
        data: [
          titles,
          [
            '发票 😀',
            9_007_199_254_740_991,
            new Date('2026-01-05T00:00:00Z'),
            new Date('2026-01-05T23:59:59Z'),
          ],
          [null, 0, new Date('1970-01-01T00:00:00Z'), null],
          ['last', -5, null, new Date('2000-02-29T12:00:00Z')],
        ],
      },
    ]);
  });

  it('contains its titles when there are no rows', async () => {
    expect(await sheetsOf(batchesOf())).toEqual([{ sheet: 'Records', data: [titles] }]);
  });

  it('starts another sheet when one is full and there is a row for it', async () => {
    const rows = Array.from({ length: 6 }, (_, n): TableRow => [`row ${n}`, n, null, null]);
    const sheets = await sheetsOf(batchesOf(rows.slice(0, 2), rows.slice(2)), { rowsPerSheet: 3 });
    expect(sheets.map(({ sheet, data }) => [sheet, data.slice(1).map(([name]) => name)])).toEqual([
      ['Records 1', ['row 0', 'row 1', 'row 2']],
      ['Records 2', ['row 3', 'row 4', 'row 5']],
    ]);
  });

  it('preserves texts, including those that XML or the format would interpret', async () => {
    const names = ['  two  spaces ', 'a\nb\tc', '<b>&amp;"\'', ']]>', '1', 'TRUE', 'x'.repeat(32_767)];
    expect(await namesOf(names)).toEqual(names);
  });

  it('replaces what can’t be written by U+FFFD', async () => {
    expect(await namesOf(['a\0b', '\u0007', '\ud800x', '\uffff', '\u0085'])).toEqual([
      'a\ufffdb',
      '\ufffd',
      '\ufffdx',
      '\ufffd',
      '\ufffd',
    ]);
  });
});

it('escapes text that looks like the format’s own escapes', () => {
  expect(rowXml(columns, ['_x0041_ _xyz_ a\r\nb', null, null, null], 2)).toContain(
    '>_x005F_x0041_ _xyz_ a_x000D_\nb<',
  );
});

describe('a text that resembles a formula', () => {
  const evil = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '=HYPERLINK("http://x.example","y")',
    '=cmd|"/c x"!A1',
  ];

  it('stays a text', async () => {
    expect(await namesOf(evil)).toEqual(evil);
  });

  it('a text that resembles a formula is never written as a formula, and is marked as text for editing', () => {
    const xml =
      sheetStart(columns) + evil.map((text, i) => rowXml(columns, [text, 1, null, null], i + 2)).join('');
    expect(xml).not.toMatch(/<f[\s>]/);
    const formats = [...(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*>/g)];
    const used = [...xml.matchAll(/<c r="A(?:[2-9]|\d\d)" s="(\d+)" t="inlineStr">/g)].map(([, s]) =>
      Number(s),
    );
    expect(used).toHaveLength(evil.length);
    for (const format of used) expect(formats[format]?.[0]).toContain('quotePrefix="1"');
  });
});

describe('the rows', () => {
  function endless() {
    const state = { ended: false, given: 0 };
    async function* batches(): AsyncGenerator<TableRow[]> {
      try {
        for (;;) {
          state.given += 1_000;
          yield Array.from({ length: 1_000 }, () => [crypto.randomUUID().repeat(5), 1, null, null]);
        }
      } finally {
        state.ended = true;
      }
    }
    return { state, batches };
  }

  it('requests rows only as they are read', async () => {
    const { state, batches } = endless();
    const file = fileOf(batches());
    await new Promise((readable) => file.once('readable', readable));
    // A paused reader stops them: a few thousand rows fill the buffers in between.
    let seen = -1;
    await vi.waitFor(() => {
      const before = seen;
      seen = state.given;
      expect(seen).toBe(before);
    });
    expect(state.given).toBeLessThan(20_000);
    file.destroy();
  });

  it('ends the source of the rows when the reader disconnects', async () => {
    const { state, batches } = endless();
    const file = fileOf(batches());
    await new Promise((readable) => file.once('readable', readable));
    file.destroy();
    await vi.waitFor(() => expect(state.ended).toBe(true));
  });

  it('a failing source of rows fails the file', async () => {
    const failing = (async function* (): AsyncGenerator<TableRow[]> {
      yield [['one', 1, null, null]];
      throw new Error('the database went away');
    })();
    await expect(buffer(fileOf(failing))).rejects.toThrow('the database went away');
  });
});
