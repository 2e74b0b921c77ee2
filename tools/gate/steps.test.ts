import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import { faultRunners, type Runner, runners } from './steps.ts';

/** The projects that these runners name. */
const named = (all: readonly Runner[]): string[] =>
  all.flatMap(({ step: { command } }) => command.filter((_, at) => command[at - 1] === '--project'));

const names = (config.test?.projects ?? []).map((project) =>
  typeof project === 'object' && 'test' in project ? project.test?.name : undefined,
);

test('the gate runs each project once, and faults apart from the others', () => {
  expect(named(runners)).not.toContain('faults');
  expect(named(faultRunners)).toEqual(['faults']);
  expect([...named(runners), ...named(faultRunners)].toSorted()).toEqual(names.toSorted());
});

test('runners leave reports of different names', () => {
  const reports = [...runners, ...faultRunners].map(({ report }) => report);
  expect(new Set(reports).size).toBe(reports.length);
});

test('a clean checkout is judged by all three runs', () => {
  const script = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8');
  for (const line of ['npm run check', 'npm test', 'npm run faults']) expect(script).toContain(`\n${line}\n`);
  expect(script.trim().endsWith('sum.ts check test faults')).toBe(true);
});
