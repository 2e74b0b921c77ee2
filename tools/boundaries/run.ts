import path from 'node:path';
import { checkBoundaries } from './check.ts';

/** `node tools/boundaries/run.ts`: checks the import boundaries of this tree. */
const { modules, violations } = await checkBoundaries(path.resolve(import.meta.dirname, '../..'));
for (const { rule, cure, from, to } of violations) {
  console.error(`${from}\n  imports ${to}\n  ${rule}: ${cure}\n`);
}
console.log(`${modules} files read, ${violations.length} imports across a boundary`);
if (violations.length > 0) process.exitCode = 1;
