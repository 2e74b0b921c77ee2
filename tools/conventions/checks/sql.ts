import ts from 'typescript';
import type { ConventionCheck } from '../finding.ts';
import { isForTests, isTypeScript, lineOf, nodesOf, sourceOf } from '../source.ts';
import { isSql } from '../sql/tokens.ts';

const cure = 'Move it to store.ts (writes) or queries.ts (reads for screens) and call that.';
const mayHoldSql =
  /^apps\/server\/src\/(base\/(db|queue)\/|backup\/database\.ts$|schema\/|base\/.+\/tables\.ts$|(base|modules)\/.+\/(store|queries)\.ts$)/;

/** The methods that follow a query builder's first call: `insert(…).values(…)` is SQL, `map.delete(…)` alone is not. */
const builders: Record<string, readonly string[]> = {
  select: ['from'],
  selectDistinct: ['from'],
  selectDistinctOn: ['from'],
  insert: ['values', 'select'],
  update: ['set'],
  delete: ['where', 'returning'],
};

function sqlIn(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const drizzle = /^drizzle-orm(\/|$)/.test(node.moduleSpecifier.text);
    const clause = node.importClause;
    const typeOnly = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return drizzle && !typeOnly ? `an import of ${node.moduleSpecifier.text}` : undefined;
  }
  if (ts.isTaggedTemplateExpression(node)) return isSql(node) ? 'a sql`…` text' : undefined;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  if (name.text === 'execute') return 'a call of .execute()';
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression))
    return undefined;
  const opening = expression.expression.name.text;
  return Object.hasOwn(builders, opening) && builders[opening]?.includes(name.text)
    ? `.${opening}(…).${name.text}(…)`
    : undefined;
}

/** Restricts SQL to `store.ts` and `queries.ts` (and base's database and queue). */
export const sql: ConventionCheck = {
  name: 'sql',
  run: (tree) =>
    tree.files
      .filter((file) => file.startsWith('apps/server/src/') && isTypeScript(file))
      .filter((file) => !isForTests(file) && !mayHoldSql.test(file))
      .flatMap((file) => {
        const source = sourceOf(tree, file);
        return [...nodesOf(source)].flatMap((node) => {
          const found = sqlIn(node);
          return found === undefined ? [] : { file, line: lineOf(source, node), problem: found, cure };
        });
      }),
};
