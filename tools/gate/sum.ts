import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { add, nothing, readSummary, sentenceOf } from './count.ts';

/**
 * `node tools/gate/sum.ts check test faults`: repeats the failures of these runs and adds up their counts; a run without a
 * summary counts as failed.
 */
const reports = path.resolve(import.meta.dirname, '../../reports');
const summaries = process.argv.slice(2).map((mode) => {
  const file = path.join(reports, `${mode}.json`);
  return { mode, ...readSummary(existsSync(file) ? readFileSync(file, 'utf8') : undefined) };
});
for (const { mode, failures } of summaries)
  for (const failure of failures) console.log(`${mode}: ${failure}`);
const total = summaries.reduce(add, nothing);
console.log(sentenceOf(total));
if (total.failed > 0) process.exitCode = 1;
