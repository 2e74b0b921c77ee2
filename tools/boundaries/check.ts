import { existsSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { type BoundaryRule, boundaryRules } from './rules.ts';

/** One import that a rule forbids. Paths are relative to the tree's root. */
export type BoundaryViolation = { rule: string; cure: string; from: string; to: string };

export type BoundaryReport = { modules: number; violations: BoundaryViolation[] };

const workspaces = ['apps', 'packages', 'e2e', 'bench', 'tools'];

/**
 * Returns the imports of a tree that violate a rule.
 *
 * @param root the tree's root: contains `apps/`, `packages/` and a `node_modules/` with links to the workspaces
 * @param folders checks these and what they import; all workspaces if left out
 */
export async function checkBoundaries(
  root: string,
  rules: readonly BoundaryRule[] = boundaryRules,
  folders: readonly string[] = workspaces,
): Promise<BoundaryReport> {
  const forbidden: IForbiddenRuleType[] = [...rules];
  const { output } = await cruise(
    folders.filter((folder) => existsSync(path.join(root, folder))),
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden },
      doNotFollow: { path: 'node_modules' },
      exclude: { path: ['/violations/', '^tools/new-module/template/', '^(apps|packages)/[^/]+/dist/'] },
      // Type imports count too: they couple folders as much as values do.
      tsPreCompilationDeps: true,
      parser: 'tsc',
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
  );
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`);
  return { modules: output.modules.length, violations: violationsOf(output, rules) };
}

function violationsOf(result: ICruiseResult, rules: readonly BoundaryRule[]): BoundaryViolation[] {
  const cures = new Map(rules.map((rule) => [rule.name, rule.comment]));
  return result.summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    cure: cures.get(rule.name) ?? '',
    from,
    to: cycle === undefined ? to : cycle.map((step) => step.name).join(' → '),
  }));
}
