import { expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { spreadLiterals } from './spread-literals.ts';

const run = (text: string) => spreadLiterals.run(treeOf({ 'apps/a/src/B.tsx': text }));

test.each([
  ['an object in an object', 'export const a = {\n  ...{ b, c },\n  d,\n};'],
  ['an object in parentheses', 'export const a = {\n  ...({ b, c }),\n};'],
  ['an object as attributes', 'export const A = () =>\n  <B {...{ c, d }} />;'],
  ['an array in an array', 'export const a = [\n  ...[b, c], d];'],
  ['an array as arguments', 'a(\n  ...[b, c], d);'],
])('refuses to spread %s', (_, text) => {
  expect(run(text)).toMatchObject([{ file: 'apps/a/src/B.tsx', line: 2 }]);
});

test.each([
  'export const a = { ...b, c };',
  'export const a = { ...(b === undefined ? {} : { b }), c };',
  'export const A = () => <B {...c} {...(d === undefined ? {} : { d })} />;',
  'export const a = [...[b].flat(), ...c];',
])('allows to spread what is computed: %s', (text) => {
  expect(run(text)).toEqual([]);
});
