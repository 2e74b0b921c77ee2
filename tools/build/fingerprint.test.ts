import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

let root = '';
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fingerprint-'));
  write('apps/desk/src/main.tsx', 'one');
  write('packages/ui/src/index.ts', 'shared');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  'apps/desk/src/main.tsx',
  'apps/desk/index.html',
  'packages/ui/src/index.ts',
  'tools/build/compress.ts',
  'package-lock.json',
])('a change of %s requires a new build', (file) => {
  const before = fingerprint(root, 'desk');
  write(file, 'two');
  expect(fingerprint(root, 'desk')).not.toBe(before);
});

test.each(['apps/desk/dist/index.html', 'apps/console/src/main.tsx', 'apps/desk/src/main.test.tsx'])(
  'a change of %s requires none',
  (file) => {
    const before = fingerprint(root, 'desk');
    write(file, 'two');
    expect(fingerprint(root, 'desk')).toBe(before);
  },
);

test('server and pages are each built again for a change of their packages', () => {
  const [server, desk] = [fingerprint(root, 'server'), fingerprint(root, 'desk')];
  write('packages/connectors/src/index.ts', 'two');
  expect(fingerprint(root, 'desk')).toBe(desk);
  expect(fingerprint(root, 'server')).not.toBe(server);
  const again = fingerprint(root, 'server');
  write('packages/ui/src/index.ts', 'two');
  expect(fingerprint(root, 'server')).toBe(again);
});
