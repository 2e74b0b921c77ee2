import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { fileNames } from './file-names.ts';

const home = 'apps/server/src/modules/fans';
const run = (...files: string[]) =>
  fileNames.run(treeOf(Object.fromEntries([`${home}/index.ts`, ...files].map((file) => [file, '']))));

describe('file names', () => {
  test('the vocabulary, domain names, tests and folders of nouns pass', () => {
    const files = [
      'routes.ts',
      'service.ts',
      'store.db.test.ts',
      'store.faults.test.ts',
      'store.fuzz.db.test.ts',
      'fan-verdict.ts',
      'fan-verdict.test.ts',
      'fakes.ts',
    ];
    expect(run(...files.map((file) => `${home}/${file}`), `${home}/imports/store.ts`)).toEqual([]);
  });

  test.each([
    ['store2.ts', 'a second store.ts'],
    ['store-2.ts', 'a second store.ts'],
    ['FanVerdict.ts', 'follows no naming convention'],
    ['screen.tsx', 'TypeScript only'],
    ['helpers.ts', 'says nothing'],
    ['fan-utils.ts', 'says nothing'],
  ])('%s is refused', (file, problem) => {
    const found = run(`${home}/${file}`);
    expect(found.map((finding) => finding.problem).join()).toContain(problem);
    expect(found[0]?.cure).not.toBe('');
  });

  test('empty names are refused in every app and package', () => {
    expect(run('apps/console/src/lib/SessionManager.tsx', 'packages/ui/src/common.ts')).toHaveLength(2);
  });

  test('a module without a door and a file outside of every module are refused', () => {
    const found = fileNames.run(
      treeOf({ 'apps/server/src/modules/orders/service.ts': '', 'apps/server/src/modules/loose.ts': '' }),
    );
    expect(found.map((finding) => finding.problem)).toEqual([
      'a file beside the modules',
      'a module without a door',
    ]);
  });
});
