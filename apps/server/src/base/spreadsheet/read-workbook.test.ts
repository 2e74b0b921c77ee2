import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readSheet, type SheetRow, UnreadableWorkbook } from './read-workbook.ts';
import { partsOf, sharedXml, sheetXml, type WorkbookParts, writeWorkbook } from './testing/small-workbook.ts';
import { workbook } from './workbook.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-workbook-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
function newPath(): string {
  count += 1;
  return join(folder, `${count}.xlsx`);
}

async function read(path: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const piece of readSheet(path)) rows.push(...piece.rows);
  return rows;
}
async function rowsOf(parts: WorkbookParts): Promise<SheetRow[]> {
  const path = newPath();
  await writeWorkbook(path, parts);
  return read(path);
}

describe('the first sheet of a workbook', () => {
  it('has shared, inline, calculated and numeric cells as texts', async () => {
    const rows = await rowsOf(
      partsOf(
        sheetXml(
          '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
            '<row r="3"><c r="A3" t="inlineStr"><is><t>Ana &amp; </t><r><t>Ben</t></r></is></c>' +
            '<c r="B3"><v>8.613800138E12</v></c><c r="C3" t="str"><f>A1</f><v>sum</v></c><c r="D3" t="b"><v>1</v></c></row>',
        ),
        sharedXml(['Name', '手机']),
      ),
    );
    expect(rows).toEqual([
      { line: 1, cells: ['Name', '', '手机'], rounded: [] },
      { line: 3, cells: ['Ana & Ben', '8613800138000', 'sum', '1'], rounded: [] },
    ]);
  });

  it('marks numbers that the spreadsheet has rounded', async () => {
    const [row] = await rowsOf(
      partsOf(sheetXml('<row><c><v>123456789012345</v></c><c><v>1.2345678901234567E18</v></c></row>')),
    );
    expect(row).toMatchObject({ line: 1, cells: ['123456789012345', expect.any(String)], rounded: [1] });
  });

  it('reads what Parley itself exports', async () => {
    const columns = [{ title: 'Name', kind: 'text', width: 20 } as const];
    async function* batches() {
      yield [['Ana'], ['手机']];
    }
    const path = newPath();
    await pipeline(
      workbook({ sheetName: 'A', columns, batches: batches(), now: 0 }),
      createWriteStream(path),
    );
    expect((await read(path)).map(({ cells }) => cells)).toEqual([['Name'], ['Ana'], ['手机']]);
  });

  it('omits the phonetic readings of Chinese characters', async () => {
    const shared = sharedXml([]).replace('</sst>', '<si><t>東京</t><rPh><t>とうきょう</t></rPh></si></sst>');
    const [row] = await rowsOf(partsOf(sheetXml('<row><c t="s"><v>0</v></c></row>'), shared));
    expect(row?.cells).toEqual(['東京']);
  });
});

describe('a hostile workbook', () => {
  const sheet = sheetXml('<row><c t="inlineStr"><is><t>a</t></is></c></row>');
  const bomb = (bytes: number) => sheetXml(`<row><c><v>${'0'.repeat(bytes)}</v></c></row>`);
  it.each<[string, WorkbookParts]>([
    ['a decompression bomb', partsOf(sheet, bomb(20_000_000))],
    ['an entity', partsOf(`<!DOCTYPE a [<!ENTITY b "c">]>${sheet.replace('>a<', '>&b;<')}`)],
    ['an external entity', partsOf(`<!DOCTYPE a SYSTEM "file:///etc/passwd">${sheet}`)],
    ['a text of megabytes', partsOf(sheetXml(`<row><c><v>${'ab1'.repeat(500_000)}</v></c></row>`))],
    ['a nesting of a hundred levels', partsOf(sheetXml('<a>'.repeat(100) + '</a>'.repeat(100)))],
    ['an unfinished sheet', partsOf(sheet.slice(0, -20))],
    ['no sheet', { 'xl/workbook.xml': '<a/>', 'xl/_rels/workbook.xml.rels': '<a/>' }],
    ['no parts', {}],
    ['too many parts', Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`p${at}`, '']))],
  ])('refuses a workbook with %s', async (_, parts) => {
    await expect(rowsOf(parts)).rejects.toThrow(UnreadableWorkbook);
  });

  it('refuses a workbook that is no zip file', async () => {
    const path = newPath();
    await writeFile(path, 'PK\x03\x04 and nothing more');
    await expect(read(path)).rejects.toThrow(UnreadableWorkbook);
  });

  it('ends with rows or a refusal, whatever bytes are changed', async () => {
    const path = newPath();
    const rows = Array.from({ length: 50 }, (_, at) => `<row><c t="s"><v>${at}</v></c></row>`).join('');
    const texts = Array.from({ length: 50 }, (_, at) => `text ${at}`);
    await writeWorkbook(path, partsOf(sheetXml(rows), sharedXml(texts)));
    const honest = await readFile(path);
    const { cases, seed } = inject('fuzz');
    let state = seed;
    const next = (max: number) => {
      // A linear congruential generator: the same cases for the same seed.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % max;
    };
    for (let at = 0; at < cases; at += 1) {
      const bytes = Buffer.from(honest);
      for (let changed = 0; changed <= next(4); changed += 1) bytes[next(bytes.length)] = next(256);
      await writeFile(path, next(5) === 0 ? bytes.subarray(0, next(bytes.length)) : bytes);
      const outcome = await read(path).catch((error: unknown) => error);
      if (!Array.isArray(outcome)) expect(outcome).toBeInstanceOf(UnreadableWorkbook);
    }
  });
});
