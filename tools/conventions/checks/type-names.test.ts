import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { typeNames } from './type-names.ts';

const service = 'apps/server/src/modules/fans/service.ts';
const spec = 'packages/engines/src/spec.ts';

describe('type-names', () => {
  test.each([
    ['export type Line = string;', 'export type Line = number;'],
    ['export interface Line {}', 'export type Line = number;'],
    ['export class Line {}', 'export interface Line {}'],
  ])('refuses two exported types of one name: %s %s', (one, other) => {
    expect(typeNames.run(treeOf({ [service]: one, [spec]: `\n${other}` }))).toMatchObject([
      { file: spec, line: 2, problem: `Line is also an exported type of ${service}` },
    ]);
  });

  test.each([
    ['export type Line = string;', 'export type EngineLine = string;'],
    ['export type Line = string;', 'type Line = string;'],
    ['export type Line = string;', "export type { Line } from './line.ts';"],
    ['export type Line = string;', 'export const Line = 1;'],
  ])('accepts %s %s', (one, other) => {
    expect(typeNames.run(treeOf({ [service]: one, [spec]: other }))).toEqual([]);
  });

  test('overlooks tests, fakes, benchmarks and journeys', () => {
    const text = 'export type Line = string;';
    const others = ['apps/server/src/modules/fans/fakes.ts', 'bench/kit/line.ts', 'e2e/harness/line.ts'];
    expect(
      typeNames.run(treeOf(Object.fromEntries([service, ...others].map((file) => [file, text])))),
    ).toEqual([]);
  });
});
