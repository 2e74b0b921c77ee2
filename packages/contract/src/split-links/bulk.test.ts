import { describe, expect, it } from 'vitest';
import { bulkLineOf, createSplitLinks, hasLink, readBulkLines } from './bulk.ts';
import { examples } from './examples.ts';

const read = (text: string, hasSources = false) =>
  readBulkLines('telegram', text, hasSources).map(({ line, name, urls, problem }) => [
    line,
    name,
    urls,
    problem,
  ]);
const [ana, ben] = ['https://t.me/ana', 'https://t.me/ben'];

describe('lines of many split links', () => {
  it.each([
    ['spaces', `Leaflet one ${ana} ${ben}`],
    ['tabs', `Leaflet one\t${ana}\t${ben}`],
    ['commas', `Leaflet one,${ana},${ben}`],
    ['semicolons and spaces', `Leaflet one; ${ana}; ${ben}`],
    ['quotation marks of a CSV file', `"Leaflet one","${ana}","${ben}"`],
    ['bars', `Leaflet one | ${ana} | ${ben}`],
  ])('splits name and links at %s', (_what, line) => {
    expect(read(line)).toEqual([[1, 'Leaflet one', [ana, ben], null]]);
  });

  it('keeps commas inside names and links', () => {
    expect(read(`Spring, big ${ana}?text=a,b`)).toEqual([[1, 'Spring, big', [`${ana}?text=a,b`], null]]);
  });

  it('skips blank lines, but counts them', () => {
    expect(read(`\r\n  \nA ${ana}\r\nB ${ben}`).map(([line]) => line)).toEqual([3, 4]);
  });

  it.each([
    ['a spreadsheet', `"Leaflet\none"\t${ana}`],
    ['a CSV file', `"Leaflet\r\none", "${ana}"`],
    ['a cell that is the last one', `Leaflet one,"${ana}\n"`],
  ])('keeps a cell with a line break in its line: %s', (_what, line) => {
    expect(read(`A ${ben}\n${line}\nB ${ben}`)).toEqual([
      [1, 'A', [ben], null],
      [2, 'Leaflet one', [ana], null],
      [4, 'B', [ben], null],
    ]);
  });

  it('reads the links of a multi-line cell as those of one line', () => {
    expect(read(`Spring;"${ana}\n${ben}"`)).toEqual([[1, 'Spring', [ana, ben], null]]);
  });

  it.each([
    ['is never closed', `"Spring ${ana}\nAutumn ${ben}`],
    ['closes within a cell', `"Spring ${ana}\nAutumn" leaflet ${ben}`],
    ['opens within a cell', `Spring 5" ${ana}\nAutumn 5" ${ben}`],
  ])('separates lines if a quotation mark %s', (_what, text) => {
    expect(read(text).map(([line, , urls]) => [line, urls])).toEqual([
      [1, [ana]],
      [2, [ben]],
    ]);
  });

  it.each([
    ['no-name', ana],
    ['wrong-name', `${'a'.repeat(41)} ${ana}`],
    ['no-links', 'Spring'],
    ['wrong-link', 'Spring t.me/ana'],
    ['wrong-link', 'Spring https://wa.me/1'],
    ['link-twice', `Spring ${ana} ${ana}`],
    ['too-many-links', `Spring ${Array.from({ length: 201 }, (_, at) => `${ana}${at}`).join(' ')}`],
  ])('reports the problem %s of %s', (problem, line) => {
    expect(read(line)[0]?.[3]).toBe(problem);
  });

  it('reports a name that an earlier line has, ignoring case', () => {
    expect(read(`Spring ${ana}\nSPRING ${ben}`).map(([, , , problem]) => problem)).toEqual([
      null,
      'name-twice',
    ]);
  });

  it('accepts a name alone if a source provides the targets', () => {
    expect(read('Spring', true)).toEqual([[1, 'Spring', [], null]]);
  });

  it('parses hostile lines in linear time', () => {
    const began = performance.now();
    for (const piece of ['a.', 'x:', ',', 'a|', '://', '"', ',"', ',"a""', '" ', 'mailto:'])
      readBulkLines('email', `${piece.repeat(20_000)}\n`.repeat(10), false);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it.each([
    ['empty cells after a link', `A,${ana}${','.repeat(16_000)}b`],
    ['empty cells after a name', `A${','.repeat(16_000)}b`],
    ['spaces', `A${' '.repeat(16_000)}b ${ana}`],
  ])('parses twenty lines with thousands of %s quickly', (_what, line) => {
    const began = performance.now();
    expect(read(`${line}\n`.repeat(20))).toHaveLength(20);
    // In milliseconds; a quadratic search takes seconds.
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('ends a link at the comma before the next one, and a line at its empty cells', () => {
    expect(read(`A,,${ana},,${ben},,,`)).toEqual([[1, 'A', [ana, ben], null]]);
  });

  it('formats a row of a table as a line', () => {
    expect(read(bulkLineOf([' Leaflet\none ', '', ana, ben]))).toEqual([
      [1, 'Leaflet one', [ana, ben], null],
    ]);
    expect([hasLink(`x,${ana}`), hasLink('Name,Links')]).toEqual([true, false]);
  });
});

it.each([
  [
    'a name twice',
    {
      links: [
        { name: 'A', urls: [ana] },
        { name: 'a', urls: [ben] },
      ],
    },
  ],
  ['a link of another platform', { links: [{ name: 'A', urls: ['https://wa.me/1'] }] }],
  ['no link and no source', { links: [{ name: 'A', urls: [] }] }],
  [
    'more links than are taken',
    { links: Array.from({ length: 201 }, (_, at) => ({ name: `A${at}`, urls: [ana] })) },
  ],
])('refuses a request with %s', (_what, changes) => {
  const body = { ...examples.createSplitLinks.body, sources: [], ...changes };
  expect(createSplitLinks.body.safeParse(body).success).toBe(false);
  const right = { ...body, links: [{ name: 'A', urls: [ana] }] };
  expect(createSplitLinks.body.safeParse(right).success).toBe(true);
});
