import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { add, type Count, countReport, failuresOf, sentenceOf } from './count.ts';
import { reasonsOf, runStep, runSteps, type Step, type StepResult, tableOf } from './step.ts';
import { builtSteps, faultRunners, needSteps, type Runner, runners, staticSteps } from './steps.ts';

/**
 * `node tools/gate/run.ts check|test|faults|ready`
 *
 * - `check`: the static checks, two at once.
 * - `test`: installs the tests' prerequisites, measures the build, then runs all tests but the faults.
 * - `faults`: installs the tests' prerequisites, then runs the faults.
 * - `ready`: everything; the one gate.
 *
 * The last line is always `N passed, N failed`; a static check or a measurement counts as one. The counts and the failures are
 * also written to `reports/<mode>.json`, so that a caller can add up several runs.
 */
const root = path.resolve(import.meta.dirname, '../..');

const countOf = (results: readonly StepResult[]): Count => ({
  passed: results.filter((result) => result.ok).length,
  failed: results.filter((result) => !result.ok).length,
});

/** Prints the output of a failed step, unless it was shown live. */
function showFailure(steps: readonly Step[], { name, ok, output }: StepResult): void {
  if (ok || steps.some((step) => step.name === name && step.live === true)) return;
  console.log(`\n--- ${name} failed ---\n${output}`);
}

/** `failures`: a line for each failed test, and a few for each other failed step. */
type Outcome = { results: StepResult[]; count: Count; failures: string[] };

const runAll = (steps: readonly Step[], width: number) =>
  runSteps(steps, { cwd: root, width, onResult: (result) => showFailure(steps, result) });

async function check(): Promise<Outcome> {
  const results = await runAll(staticSteps, 2);
  return { results, count: countOf(results), failures: results.flatMap(reasonsOf) };
}

/** Runs the checks in `steps` on the build, then the tests. */
async function run(steps: readonly Step[], tests: readonly Runner[]): Promise<Outcome> {
  const results = await runAll(needSteps, 2);
  // Without their prerequisites the tests would only fail many times, with worse messages.
  if (results.some(({ ok }) => !ok)) {
    return { results, count: { passed: 0, failed: 1 }, failures: results.flatMap(reasonsOf) };
  }
  const built = await runAll(steps, 1);
  results.push(...built);
  let count = countOf(built);
  const failures = built.flatMap(reasonsOf);
  for (const { step, report } of tests) {
    const file = path.join(root, report);
    rmSync(file, { force: true });
    const result = await runStep(step, root);
    results.push(result);
    const written = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    count = add(count, countReport(written, result.ok));
    const named = failuresOf(written);
    failures.push(...(named.length > 0 ? named : reasonsOf(result)));
  }
  return { results, count, failures };
}

const modes: Record<string, () => Promise<Outcome>> = {
  check,
  test: () => run(builtSteps, runners),
  faults: () => run([], faultRunners),
  ready: async () => {
    const checked = await check();
    const tested = await run(builtSteps, [...runners, ...faultRunners]);
    return {
      results: [...checked.results, ...tested.results],
      count: add(checked.count, tested.count),
      failures: [...checked.failures, ...tested.failures],
    };
  },
};

const mode = process.argv[2] ?? 'ready';
const chosen = modes[mode];
if (chosen === undefined)
  throw new Error(`There is no mode "${mode}": take ${Object.keys(modes).join(', ')}.`);
mkdirSync(path.join(root, 'reports'), { recursive: true });
// Finds the workspace's commands even when run without npm.
process.env.PATH = `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`;
const { results, count, failures } = await chosen();
writeFileSync(path.join(root, `reports/${mode}.json`), `${JSON.stringify({ ...count, failures })}\n`);
console.log(`\n${tableOf(results)}\n\n${[...failures, sentenceOf(count)].join('\n')}`);
if (count.failed > 0 || results.some((result) => !result.ok)) process.exitCode = 1;
