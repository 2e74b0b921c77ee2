import path from 'node:path';
import { checkConventions, conventionChecks } from './checks.ts';
import { commitsSince } from './commits.ts';
import { treeAt } from './tree.ts';

/** `node tools/conventions/run.ts`: checks the project's conventions on this tree. */
const root = path.resolve(import.meta.dirname, '../..');
const tree = { ...treeAt(root), commits: commitsSince(root, 'tools/conventions/checks/commit-subjects.ts') };
const findings = checkConventions(tree);
for (const { check, file, line, problem, cure } of findings) {
  console.error(`${file}:${line}\n  ${check}: ${problem}\n  ${cure}\n`);
}
console.log(`${tree.files.length} files, ${conventionChecks.length} checks, ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
