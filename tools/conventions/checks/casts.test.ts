import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { casts } from './casts.ts';

const run = (text: string) => casts.run(treeOf({ 'apps/server/src/app.ts': text }));

describe('casts', () => {
  test.each([
    ['a bare cast', 'const fan = row as Fan;'],
    ['a double cast', 'const fan = row as unknown as Fan;'],
    ['the old notation', 'const fan = <Fan>row;'],
    ['an address in a string, which is no comment', "const fan = load('https://a.test') as Fan;"],
    ['a comment further up', '// Because.\n\nconst fan = row as Fan;'],
  ])('%s is refused', (_, text) => {
    const found = run(text);
    expect(found).toHaveLength(1);
    expect(found[0]?.cure).toContain('say why');
  });

  test.each([
    ['a reason on the same line', 'const fan = row as Fan; // The schema above proved it.'],
    ['a reason on the line before', '// The schema above proved it.\nconst fan = row as Fan;'],
    [
      'a reason before a statement of several lines',
      '// Proved above.\nconst fan = call(\n  one,\n  row as Fan,\n);',
    ],
    ['a reason in a block', '/* Proved above. */\nconst fan = row as Fan;'],
    ['a const assertion', "const sizes = ['s', 'm'] as const;"],
    ['satisfies', 'const fan = { id } satisfies Fan;'],
    ['a renamed import', "import { a as b } from './a.ts';"],
  ])('%s passes', (_, text) => {
    expect(run(text)).toEqual([]);
  });
});
