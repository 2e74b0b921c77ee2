import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { add, nothing, readCount, sentenceOf } from './count.ts';

/** `node tools/gate/sum.ts check test faults`: adds up the counts that these runs left; a run without one has failed. */
const reports = path.resolve(import.meta.dirname, '../../reports');
const counts = process.argv.slice(2).map((mode) => {
  const file = path.join(reports, `${mode}.json`);
  return readCount(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
});
const total = counts.reduce(add, nothing);
console.log(sentenceOf(total));
if (total.failed > 0) process.exitCode = 1;
