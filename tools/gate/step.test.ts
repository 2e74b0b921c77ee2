import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { reasonsOf, runStep, runSteps, type Step, tableOf } from './step.ts';

const cwd = mkdtempSync(path.join(tmpdir(), 'step-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const node = (name: string, script: string): Step => ({ name, command: [process.execPath, '-e', script] });

describe('steps', () => {
  test('a step that ends with 0 is ok, and its output is kept', async () => {
    const result = await runStep(node('good one', 'console.log("fine")'), cwd);
    expect(result).toMatchObject({ name: 'good one', ok: true, output: 'fine\n' });
    expect(readFileSync(path.join(cwd, 'reports/good-one.log'), 'utf8')).toBe('fine\n');
  });

  test.each([
    ['an exit code', node('bad', 'process.exit(3)')],
    ['a signal', node('killed', 'process.kill(process.pid, "SIGKILL")')],
    ['a program that does not exist', { name: 'absent', command: ['no-such-program-here'] } satisfies Step],
  ])('a step that ends with %s has failed', async (_, step) => {
    expect((await runStep(step, cwd)).ok).toBe(false);
  });

  test('runs the others after a failure, and returns results in the order of the steps', async () => {
    const steps = [
      node('slow', 'setTimeout(() => {}, 150)'),
      node('bad', 'process.exit(1)'),
      node('last', ''),
    ];
    const told: string[] = [];
    const results = await runSteps(steps, { cwd, width: 2, onResult: (result) => told.push(result.name) });
    expect(results.map((result) => [result.name, result.ok])).toEqual([
      ['slow', true],
      ['bad', false],
      ['last', true],
    ]);
    expect(told.sort()).toEqual(['bad', 'last', 'slow']);
  });

  test('the table names each step with its seconds and result', () => {
    const rows = [
      { name: 'types', ok: true, ms: 1234, output: '' },
      { name: 'build', ok: false, ms: 80, output: '' },
    ];
    expect(tableOf(rows)).toBe(
      ['step       time  result', 'types     1.2 s  ok', 'build     0.1 s  FAILED'].join('\n'),
    );
  });

  test('the reasons of a failed step are its name and the end of its output, without escape codes', () => {
    const output = ['first', '', ...Array.from({ length: 6 }, (_, i) => `\u001b[31mline ${i}\u001b[0m`)].join(
      '\n',
    );
    const reasons = ['pages failed:', ...Array.from({ length: 6 }, (_, i) => `  line ${i}`)];
    expect(reasonsOf({ name: 'pages', ok: false, ms: 1, output })).toEqual(reasons);
    expect(reasonsOf({ name: 'pages', ok: true, ms: 1, output })).toEqual([]);
  });
});
