import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { testsWait } from './tests-wait.ts';

const run = (text: string, file = 'apps/server/src/app.test.ts') => testsWait.run(treeOf({ [file]: text }));

describe('tests wait for something', () => {
  test.each([
    'await new Promise((done) => setTimeout(done, 200));',
    'await sleep(200);',
    'await delay(200);',
    'await setTimeout(200);',
  ])('%s is refused', (text) => {
    expect(run(`test('x', async () => {\n  ${text}\n});`)).toMatchObject([{ line: 2 }]);
    expect(run(`async () => { ${text} };`, 'e2e/main-job.journey.ts')).toHaveLength(1);
  });

  test.each([
    'while (!ready()) await sleep(20);',
    'for (let i = 0; i < 50; i += 1) { await new Promise((done) => setTimeout(done, 20)); }',
    'await vi.waitFor(() => expect(ready()).toBe(true));',
    'const late = new Promise((done) => setTimeout(done, 200));',
    'await new Promise((done) => server.once("close", done));',
  ])('accepts %s', (text) => {
    expect(run(`test('x', async () => {\n  ${text}\n});`)).toEqual([]);
  });

  test('production code is not its business', () => {
    expect(run('await sleep(200);', 'apps/server/src/app.ts')).toEqual([]);
  });
});
