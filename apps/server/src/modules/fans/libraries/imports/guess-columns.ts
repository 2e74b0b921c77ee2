/** Guesses the owner's choices: the delimiter, whether there is a title row, and the column that identifies people. */
import type { DedupeDelimiter } from '@parley/contract/dedupe-libraries';

export const delimiters: Readonly<Record<DedupeDelimiter, string | null>> = {
  none: null,
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};

/** Returns the delimiter that splits most of the first lines into equally many cells, or `none`. */
export function guessDelimiter(lines: readonly string[]): DedupeDelimiter {
  const filled = lines.filter((line) => line.trim() !== '').slice(0, 20);
  let best: { name: DedupeDelimiter; score: number } = { name: 'none', score: 0 };
  for (const name of ['tab', 'comma', 'semicolon', 'pipe'] as const) {
    const counts = filled.map((line) => line.replace(/"[^"]*"/g, '').split(delimiters[name] ?? '').length);
    const usual = mostFrequent(counts.filter((count) => count > 1));
    const score = counts.filter((count) => count === usual).length;
    if (score > filled.length / 2 && score > best.score) best = { name, score };
  }
  return best.name;
}

function mostFrequent(values: readonly number[]): number {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Titles of columns that identify people, by preference. */
const titles = [
  /phone|mobile|whats\s?app|^tel|手机|电话|号码|微信/i,
  /user\s?name|handle|用户名|账号|帐号|account/i,
  /^(user\s?)?id$|uid|\bid\b|编号/i,
  /e-?mail|邮箱/i,
  /name|contact|姓名|名称|昵称|联系人|客户/i,
];
const isTitle = (cell: string) => titles.some((title) => title.test(cell.trim()));
const isIdentifier = (cell: string) => /^\+?[\d\s().-]{5,}$/.test(cell.trim()) || /^@\S+$/.test(cell.trim());

export function guessColumns(rows: readonly (readonly string[])[]): { header: boolean; keyColumn: number } {
  const [first = [], ...others] = rows;
  const header = first.some(isTitle) && !first.some(isIdentifier);
  const titled = header
    ? titles.map((title) => first.findIndex((cell) => title.test(cell.trim()))).find((at) => at >= 0)
    : undefined;
  return { header, keyColumn: titled ?? fullestColumn(header ? others : rows) };
}

/** Returns the column with the most identifiers. */
function fullestColumn(rows: readonly (readonly string[])[]): number {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const counts = Array.from(
    { length: width },
    (_, column) => rows.filter((row) => isIdentifier(row[column] ?? '')).length,
  );
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}
