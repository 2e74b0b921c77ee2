import ts from 'typescript';
import type { ConventionCheck } from '../finding.ts';
import { isForTests, isTypeScript, lineAt, nodesOf, sourceOf } from '../source.ts';
import { isQuery, type NamedColumn, readQuery, readTokens } from '../sql/columns.ts';
import { emptyScope, type Scope } from '../sql/scope.ts';
import { declaresTables, importedTables, type Tables } from '../sql/tables.ts';
import { isSql, tokensOf } from '../sql/tokens.ts';

/** Returns the scope of the builder’s statement around a template; undefined without one. */
function builderScope(template: ts.Node, tables: Tables): Scope | undefined {
  const scope = emptyScope();
  for (let node = template; !ts.isStatement(node); node = node.parent) {
    let call = node;
    while (ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression)) {
      const name = call.arguments[0]?.getText() ?? '';
      const columns = tables.get(name);
      const isSource = /^(from|update|delete|insert|\w+Join)$/.test(call.expression.name.text);
      if (isSource && columns && !scope.tables.some((table) => table.name === name))
        scope.tables.push({ name, columns });
      call = call.expression.expression;
    }
  }
  return scope.tables.length === 0 ? undefined : scope;
}

/** Returns the name of the variable or function that a template's value gets. */
function nameOf(template: ts.Node): string | undefined {
  for (let node = template; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isVariableDeclaration(node)) return node.name.getText();
    if (ts.isFunctionDeclaration(node)) return node.name?.text;
  }
  return undefined;
}

type Use = { scope: Scope; clause: string };

const describe = ({ scope: { tables, aliased, unknown } }: Use) =>
  [...tables.map(({ name }) => name), aliased.length, unknown].join();

/** Returns the columns that a file's statements name by text. */
function columnsNamedByText(source: ts.SourceFile, tables: Tables): NamedColumn[] {
  const found: NamedColumn[] = [];
  const read = new Set<ts.Node>();
  /** The scopes in which statements use a variable or function, by its name. */
  const uses = new Map<string, Use[]>();
  const gap = (expression: ts.Expression, scope: Scope, clause: string) => {
    for (const node of nodesOf(expression)) {
      if (isSql(node) && !read.has(node)) readTemplate(node, { scope, clause });
      if (ts.isIdentifier(node)) uses.set(node.text, [...(uses.get(node.text) ?? []), { scope, clause }]);
    }
  };
  const readTemplate = (template: ts.TaggedTemplateExpression, use: Use | undefined) => {
    read.add(template);
    const tokens = tokensOf(template.template);
    const reader = { tables, gap, found: (column: NamedColumn) => found.push(column) };
    if (isQuery(tokens)) readQuery(tokens, use?.scope, reader);
    else readTokens(tokens, use?.scope ?? emptyScope(), reader, use?.clause === 'set' ? 'set' : '');
  };
  const templates = [...nodesOf(source)].filter(isSql);
  const inBuilders = templates.filter((template) => builderScope(template, tables) !== undefined);
  for (const template of templates)
    if (!inBuilders.includes(template) && !read.has(template) && isQuery(tokensOf(template.template)))
      readTemplate(template, undefined);
  // A part of a statement is read where all statements that use it have the same tables.
  for (let size = -1; size < read.size; ) {
    size = read.size;
    for (const template of templates) {
      const used = uses.get(nameOf(template) ?? '') ?? [];
      if (!read.has(template) && new Set(used.map(describe)).size === 1) readTemplate(template, used[0]);
    }
  }
  return found;
}

/**
 * Requires that raw statements name the columns of tables without an alias through the tables' definitions. Excepted are
 * the places where PostgreSQL wants a bare name (an insert's columns, the left side of an assignment, an upsert's target).
 * Not seen are parts of statements that no statement of their file uses, or several do on different tables; words that may
 * also be a column of a query, a function or an aliased table beside the table; and templates within a builder's
 * statement, because Drizzle writes the columns in its fields without their table.
 */
export const tableColumns: ConventionCheck = {
  name: 'table columns',
  run: (tree) =>
    tree.files
      .filter((file) => file.startsWith('apps/server/src/') && isTypeScript(file))
      .filter((file) => !isForTests(file) && !declaresTables(file))
      .flatMap((file) => {
        const tables = importedTables(tree, file);
        const source = sourceOf(tree, file);
        if (tables.size === 0) return [];
        return columnsNamedByText(source, tables).map(({ at, table, key }) => ({
          file,
          line: lineAt(source, at),
          problem: `the column ${table}.${key} is named by text`,
          cure: `Write \${${table}.${key}}, which the compiler and readers can follow.`,
        }));
      }),
};
