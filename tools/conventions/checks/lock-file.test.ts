import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { lockFileComplete } from './lock-file.ts';

const run = (packages: object) =>
  lockFileComplete.run(treeOf({ 'package-lock.json': JSON.stringify({ packages }) }));
const linter = { optionalDependencies: { '@lint/linux': '1.0.0', '@lint/darwin': '1.0.0' } };

describe('lock file', () => {
  test('accepts a lock file that holds every package for every platform', () => {
    const packages = {
      '': { dependencies: { lint: '1.0.0' } },
      'node_modules/lint': linter,
      'node_modules/lint/node_modules/@lint/linux': {},
      'node_modules/@lint/darwin': {},
      'apps/desk': { dependencies: { lint: '1.0.0', react: '1.0.0' } },
      'apps/desk/node_modules/react': {},
    };
    expect(run(packages)).toEqual([]);
  });

  test('refuses a lock file without the package of a platform', () => {
    const found = run({ '': {}, 'node_modules/lint': linter, 'node_modules/@lint/linux': {} });
    expect(found).toMatchObject([{ problem: '@lint/darwin, needed by node_modules/lint, is not in it' }]);
  });

  test("a package that lies in another workspace's folder is not found", () => {
    const packages = {
      'apps/desk': { dependencies: { react: '1.0.0' } },
      'apps/console/node_modules/react': {},
    };
    expect(run(packages)).toHaveLength(1);
  });

  test('a tree without a lock file is left alone', () => {
    expect(lockFileComplete.run(treeOf({}))).toEqual([]);
  });
});
