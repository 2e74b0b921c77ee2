import { expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { functionLength } from './function-length.ts';

const run = (text: string, file = 'apps/a/src/b.tsx') => functionLength.run(treeOf({ [file]: text }));
const lines = (count: number, line = '  b();') => Array(count).fill(line).join('\n');

test('a function of 60 lines passes, from its first line to its closing brace', () => {
  expect(run(`function a() {\n${lines(58)}\n}`)).toEqual([]);
});

test.each([
  ['a', `function a() {\n${lines(59)}\n}`],
  ['a', `const a = () => {\n${lines(59)}\n};`],
  ['a', `class B {  a() {\n${lines(59)}\n} }`],
  ['a', `const c = { a: () => {\n${lines(59)}\n} };`],
  ['A', `function A() {\n  return (\n    <p>\n${lines(55, '      <br />')}\n    </p>\n  );\n}`],
  ['a', `function a() {\n${lines(59, '')}\n}`],
])('refuses a function %s of 61 lines: %#', (name, text) => {
  expect(run(text)).toMatchObject([{ line: 1, problem: `${name} has 61 lines, at most 60` }]);
});

test('counts a test as a function', () => {
  const text = `it('a', () => {\n${lines(59)}\n});`;
  expect(run(text, 'apps/a/src/b.test.ts')).toMatchObject([
    { problem: 'a function has 61 lines, at most 60' },
  ]);
});

test('allows a chapter of tests to be longer than one of them', () => {
  const one = `it('a', () => {\n${lines(40)}\n});`;
  expect(run(`describe('b', () => {\n${one}\n${one}\n});`, 'apps/a/src/b.test.ts')).toEqual([]);
  expect(run(`export function promises() {\n${one}\n${one}\n}`, 'packages/a/src/conformance/b.ts')).toEqual(
    [],
  );
});
