import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { areas, findArea } from './areas.ts';

/**
 * `npm run mutation -- <area>…`, or `<area>/<file>` for one file of an area: mutates each line of the rules in every way that
 * could matter, one at a time, and runs the tests that cover it. Prints the mutants that survived and the share that was
 * detected; fails below 85 %. Without names: every area.
 */
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(areas);
const root = path.resolve(import.meta.dirname, '../..');
process.chdir(root);

for (const name of names) {
  const { area, rules } = findArea(name);
  // Read by the tests' configuration, in the processes that run them.
  process.env.MUTATION_AREA = area;
  await new Stryker({
    mutate: [...rules],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: ['clear-text', 'json'],
    jsonReporter: { fileName: `reports/mutation/${name.replaceAll('/', '-')}.json` },
    clearTextReporter: { allowEmojis: false, reportTests: false },
    tempDirName: 'reports/mutation/tmp',
    ignorePatterns: ['reports', 'apps/*/dist', 'docs'],
    thresholds: { high: 95, low: 85, break: 85 },
  }).runMutationTest();
}
