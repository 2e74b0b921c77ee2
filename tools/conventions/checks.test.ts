import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkConventions, conventionChecks } from './checks.ts';
import { treeAt, treeOf } from './tree.ts';

const root = mkdtempSync(path.join(tmpdir(), 'conventions-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('every check file is run and has a test', () => {
  const files = readdirSync(path.join(import.meta.dirname, 'checks'));
  const checks = files.filter((file) => !file.endsWith('.test.ts'));
  expect(conventionChecks).toHaveLength(checks.length);
  expect(files).toEqual(expect.arrayContaining(checks.map((file) => file.replace('.ts', '.test.ts'))));
});

test('a finding names its check', () => {
  const tree = treeOf({ 'apps/server/migrations/1.sql': '', 'package.json': '{}', 'docs/glossary.md': '' });
  expect(checkConventions(tree).map((finding) => finding.check)).toEqual(['migrations', 'glossary']);
});

test('a tree on disk contains what people wrote', () => {
  for (const file of ['apps/a/b.ts', 'node_modules/x/y.js', 'apps/a/dist/z.js', '.ci/run', '.git/HEAD']) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), file);
  }
  const tree = treeAt(root);
  expect(tree.files).toEqual(['.ci/run', 'apps/a/b.ts']);
  expect(tree.read('apps/a/b.ts')).toBe('apps/a/b.ts');
});
