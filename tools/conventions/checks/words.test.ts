import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { forbiddenSamples, words } from './words.ts';

const run = (text: string, file = 'docs/guide.md') => words.run(treeOf({ [file]: text }));

describe('words', () => {
  test.each(forbiddenSamples.machine)('the path %s… is refused, with its line', (folder) => {
    expect(run(`first\nrun ${folder}me/start`)).toMatchObject([
      { line: 2, problem: 'a path of one machine' },
    ]);
    expect(run(`const file = '${folder}me';`, 'apps/server/src/app.ts')).toHaveLength(1);
  });

  test.each([...forbiddenSamples.hosts, ...forbiddenSamples.assistants])('"%s" is refused', (word) => {
    expect(run(`Made with ${word.toLowerCase()}.`)).toHaveLength(1);
  });

  test("a tracker's number is refused", () => {
    expect(run(`See issue ${'#'}12.`)).toMatchObject([{ problem: "a tracker's number" }]);
  });

  test('addresses, routes, colors and pictures pass', () => {
    expect(run("'https://a.test/home/x' '/api/work-orders/1' '/homepage' '#165DFF' 'apps/work/x'")).toEqual(
      [],
    );
    expect(run(`${forbiddenSamples.machine[0]}x`, 'docs/screen.png')).toEqual([]);
  });
});
