import { casts } from './checks/casts.ts';
import { clock } from './checks/clock.ts';
import { commitSubjects } from './checks/commit-subjects.ts';
import { docs } from './checks/docs.ts';
import { fileLength } from './checks/file-length.ts';
import { fileNames } from './checks/file-names.ts';
import { functionLength } from './checks/function-length.ts';
import { glossary } from './checks/glossary.ts';
import { guides } from './checks/guides.ts';
import { interfaceWords } from './checks/interface-words.ts';
import { jsxText } from './checks/jsx-text.ts';
import { localeKeys } from './checks/locale-keys.ts';
import { locales } from './checks/locales.ts';
import { lockFileComplete } from './checks/lock-file.ts';
import { migrations } from './checks/migrations.ts';
import { plainWords } from './checks/plain-words.ts';
import { secureContext } from './checks/secure-context.ts';
import { spreadLiterals } from './checks/spread-literals.ts';
import { sql } from './checks/sql.ts';
import { tableColumns } from './checks/table-columns.ts';
import { tableOwners } from './checks/table-owners.ts';
import { testTitles } from './checks/test-titles.ts';
import { testsWait } from './checks/tests-wait.ts';
import { typeNames } from './checks/type-names.ts';
import { words } from './checks/words.ts';
import type { ConventionCheck, Finding } from './finding.ts';
import type { Tree } from './tree.ts';

/** Conventions that no third-party tool checks. Each has its own test with a good and a violating tree. */
export const conventionChecks: readonly ConventionCheck[] = [
  fileNames,
  fileLength,
  functionLength,
  spreadLiterals,
  sql,
  tableOwners,
  tableColumns,
  casts,
  typeNames,
  clock,
  secureContext,
  testsWait,
  testTitles,
  commitSubjects,
  migrations,
  lockFileComplete,
  words,
  docs,
  guides,
  glossary,
  locales,
  interfaceWords,
  plainWords,
  localeKeys,
  jsxText,
];

/** Runs all checks over a tree. */
export function checkConventions(tree: Tree): (Finding & { check: string })[] {
  return conventionChecks.flatMap((check) =>
    check.run(tree).map((finding) => ({ check: check.name, ...finding })),
  );
}
