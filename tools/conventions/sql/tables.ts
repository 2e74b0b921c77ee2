import path from 'node:path';
import ts from 'typescript';
import { nodesOf, sourceOf } from '../source.ts';
import type { Tree } from '../tree.ts';

/** The columns of a table: their names in the definition, by their names in the database. */
export type Columns = ReadonlyMap<string, string>;
/** Tables by the local names of their definitions. */
export type Tables = ReadonlyMap<string, Columns>;

/** Returns whether a file declares tables. */
export const declaresTables = (file: string): boolean =>
  /^apps\/server\/src\/(schema\/.+|base\/.+\/tables)\.ts$/.test(file);

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function initialValue(source: ts.SourceFile, name: string): ts.Expression | undefined {
  const declared = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations]);
  return declared.find((variable) => variable.name.getText() === name)?.initializer;
}

/** Returns the name that a column's builder is given, as in `text('chat_id').notNull()`. */
function nameIn(builder: ts.Expression): string | undefined {
  let call = builder;
  while (ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression))
    call = call.expression.expression;
  const name = ts.isCallExpression(call) ? call.arguments[0] : undefined;
  return name && ts.isStringLiteral(name) ? name.text : undefined;
}

/** Returns the columns in the second argument of `pgTable`, including those of the objects that it spreads. */
function columnsOf(columns: ts.Expression | undefined, source: ts.SourceFile): [string, string][] {
  if (columns === undefined) return [];
  if (ts.isIdentifier(columns)) return columnsOf(initialValue(source, columns.text), source);
  if (ts.isCallExpression(columns)) return columnsOf(columns.expression, source);
  if (ts.isParenthesizedExpression(columns)) return columnsOf(columns.expression, source);
  if (ts.isArrowFunction(columns) && !ts.isBlock(columns.body)) return columnsOf(columns.body, source);
  if (!ts.isObjectLiteralExpression(columns)) return [];
  return columns.properties.flatMap((property): [string, string][] => {
    if (ts.isSpreadAssignment(property)) return columnsOf(property.expression, source);
    if (!ts.isPropertyAssignment(property)) return [];
    const key = property.name.getText();
    return [[nameIn(property.initializer) ?? snakeCase(key), key]];
  });
}

function declaredIn(source: ts.SourceFile): Map<string, Columns> {
  const tables = new Map<string, Columns>();
  for (const node of nodesOf(source)) {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isCallExpression(node.initializer))
      continue;
    const { expression, arguments: given } = node.initializer;
    if (expression.getText() === 'pgTable')
      tables.set(node.name.getText(), new Map(columnsOf(given[1], source)));
  }
  return tables;
}

/** Returns the tables that a file imports. */
export function importedTables(tree: Tree, file: string): Tables {
  const tables = new Map<string, Columns>();
  for (const statement of sourceOf(tree, file).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const from = path.posix.join(path.posix.dirname(file), statement.moduleSpecifier.text);
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings) || !declaresTables(from) || !tree.files.includes(from))
      continue;
    const declared = declaredIn(sourceOf(tree, from));
    for (const { name, propertyName } of bindings.elements) {
      const columns = declared.get((propertyName ?? name).text);
      if (columns) tables.set(name.text, columns);
    }
  }
  return tables;
}
