import { expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { fileLength } from './file-length.ts';

const run = (file: string, lines: number) => fileLength.run(treeOf({ [file]: 'a();\n'.repeat(lines) }));

test('a file of 400 lines passes', () => {
  expect(run('apps/a/src/b.ts', 400)).toEqual([]);
});

test.each(['apps/a/src/b.ts', 'apps/a/src/b.db.test.ts', 'apps/a/src/B.tsx', 'apps/a/src/b.css'])(
  'a longer file is refused: %s',
  (file) => {
    expect(run(file, 401)).toMatchObject([{ file, line: 401, problem: '401 lines, at most 400' }]);
  },
);

test('data may be longer', () => {
  expect(run('packages/ui/src/locales/en-US.json', 401)).toEqual([]);
});
