import path from 'node:path';
import { checkHouse, houseChecks } from './checks.ts';
import { commitsSince } from './commits.ts';
import { treeAt } from './tree.ts';

/** `node tools/house/run.ts`: the house's own rules on this tree. */
const root = path.resolve(import.meta.dirname, '../..');
const tree = { ...treeAt(root), commits: commitsSince(root, 'tools/house/checks/commit-subjects.ts') };
const findings = checkHouse(tree);
for (const { check, file, line, problem, cure } of findings) {
  console.error(`${file}:${line}\n  ${check}: ${problem}\n  ${cure}\n`);
}
console.log(`${tree.files.length} files, ${houseChecks.length} checks, ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
