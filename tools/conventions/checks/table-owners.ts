import path from 'node:path';
import ts from 'typescript';
import type { ConventionCheck, Finding } from '../finding.ts';
import { isForTests, isTypeScript, lineAt, lineOf, nodesOf, sourceOf } from '../source.ts';
import { isSql } from '../sql/tokens.ts';
import type { Tree } from '../tree.ts';

const server = 'apps/server/src/';
/** A module's tables are declared in a file with its name, or in several files of a folder with its name. */
const schemaFile = /^apps\/server\/src\/schema\/([a-z-]+)(?:\/[a-z-]+)?\.ts$/;
/** Base's own mechanisms declare their tables next to them: base must not depend on modules. */
const baseTables = /^apps\/server\/src\/(base\/.+)\/tables\.ts$/;
const isSchema = (file: string) => schemaFile.test(file) || baseTables.test(file);

/**
 * Returns the folder whose files may write to the tables that a file declares, relative to the server's; undefined if it
 * declares none.
 */
function ownerOf(file: string): string | undefined {
  const module = schemaFile.exec(file)?.[1];
  return module === undefined ? baseTables.exec(file)?.[1] : `modules/${module}`;
}

/** Returns the names of all declared tables, as in the database. */
function tableNames(tree: Tree): string[] {
  return tree.files
    .filter(isSchema)
    .flatMap((file) => [...tree.read(file).matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name = '']) => name));
}

/** Returns the folders that own the tables to which an expression may refer. */
type Owners = (expression: ts.Expression) => string[];

/** Returns the owners of a file's imports by local name; a namespace import has those of all its tables. */
function importedOwners(source: ts.SourceFile, file: string): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const owner = ownerOf(path.posix.join(path.posix.dirname(file), statement.moduleSpecifier.text));
    const bindings = statement.importClause?.namedBindings;
    if (owner === undefined || bindings === undefined) continue;
    const names = ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name) : [bindings.name];
    for (const name of names) owners.set(name.text, [owner]);
  }
  return owners;
}

/**
 * Follows a table through imports, namespaces and local names: `const t = subAccounts`, `const { subAccounts: t } = schema`,
 * `for (const t of [subAccounts, fans])`. Parameters are not followed: a table passed as an argument is checked at the caller.
 */
function ownersIn(source: ts.SourceFile, file: string): Owners {
  const owners = importedOwners(source, file);
  const of: Owners = (expression) => {
    if (ts.isIdentifier(expression)) return owners.get(expression.text) ?? [];
    if (ts.isPropertyAccessExpression(expression))
      return ts.isIdentifier(expression.expression) && isNamespace(source, expression.expression.text)
        ? of(expression.expression)
        : [];
    if (isWrapper(expression)) return of(expression.expression);
    if (ts.isConditionalExpression(expression))
      return [...of(expression.whenTrue), ...of(expression.whenFalse)];
    if (ts.isBinaryExpression(expression)) return [...of(expression.left), ...of(expression.right)];
    // `alias(table, 'a')`: a call that takes a table first returns it under another name.
    if (ts.isCallExpression(expression) && expression.expression.getText() === 'alias')
      return expression.arguments.slice(0, 1).flatMap(of);
    return ts.isArrayLiteralExpression(expression) ? expression.elements.flatMap(of) : [];
  };
  for (const node of nodesOf(source)) {
    if (!ts.isVariableDeclaration(node)) continue;
    const loop = node.parent.parent;
    const from = node.initializer ?? (ts.isForOfStatement(loop) ? loop.expression : undefined);
    const found = from === undefined ? [] : of(from);
    if (found.length === 0) continue;
    const names: readonly ts.ArrayBindingElement[] | [ts.VariableDeclaration] = ts.isIdentifier(node.name)
      ? [node]
      : node.name.elements;
    for (const one of names)
      if (!ts.isOmittedExpression(one) && ts.isIdentifier(one.name))
        owners.set(one.name.text, [...(owners.get(one.name.text) ?? []), ...found]);
  }
  return of;
}

const isWrapper = (node: ts.Expression) =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node);

const isNamespace = (source: ts.SourceFile, name: string) =>
  source.statements.some((statement) => {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    return bindings !== undefined && ts.isNamespaceImport(bindings) && bindings.name.text === name;
  });

type Part = { text: string; at: number; next?: ts.Expression | undefined };

/** Returns each literal part of a template with its position, and the expression that follows it. */
function partsOf(template: ts.TemplateLiteral): Part[] {
  if (ts.isNoSubstitutionTemplateLiteral(template))
    return [{ text: template.text, at: template.getStart() + 1 }];
  const { head, templateSpans } = template;
  return [head, ...templateSpans.map(({ literal }) => literal)].map((part, i) => ({
    text: part.rawText ?? part.text,
    at: part.getStart() + 1,
    next: templateSpans[i]?.expression,
  }));
}

/** Matches a text for the driver: a plain string or template that begins like a statement. */
const beginsAsStatement =
  /^\s*(select\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|merge\s+into\s|with\s+\w+\s+as\s|truncate\s|copy\s|lock\s+table\s)/i;

/** Returns the literal parts of a statement, of sql`…` or of a text for the driver; none for anything else. */
function statementParts(node: ts.Node): Part[] {
  if (isSql(node)) return partsOf(node.template);
  if (ts.isStringLiteral(node))
    return beginsAsStatement.test(node.text) ? [{ text: node.text, at: node.getStart() + 1 }] : [];
  if (!ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTemplateExpression(node)) return [];
  if (ts.isTaggedTemplateExpression(node.parent)) return [];
  const parts = partsOf(node);
  return beginsAsStatement.test(parts[0]?.text ?? '') ? parts : [];
}

/** Returns the expressions that refer to a table to which a node writes. */
function writtenBy(node: ts.Node): ts.Expression[] {
  if (isSql(node)) {
    return partsOf(node.template).flatMap(({ text, next }) =>
      next !== undefined &&
      /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(\s+table)?)\s+(only\s+)?$/i.test(text)
        ? [next]
        : [],
    );
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const [table] = node.arguments;
  return ['insert', 'update', 'delete'].includes(node.expression.name.text) && table ? [table] : [];
}

/** Matches the names of tables: a whole text, and where a statement names one. */
type TablePatterns = { name: RegExp; named: RegExp };

function patternsOf(names: readonly string[]): TablePatterns {
  const name = `"?(${names.join('|')})\\b`;
  // A name before a parenthesis is a function, except before an insert's column list.
  const named = new RegExp(
    [
      String.raw`\b(?:from|join|update|using|truncate|table|copy)\s+(?:only\s+)?(?:public\.)?${name}(?!\s*\()`,
      String.raw`\binto\s+(?:public\.)?${name}`,
      String.raw`(?<![\w."])${name}\.\w`,
      String.raw`\bfrom\s(?:(?!\b(?:where|group|order|having|limit)\b)[\w\s,${gap}])+,\s*${name}(?!\s*[.(])`,
    ].join('|'),
    'gi',
  );
  return { name: new RegExp(`^(${names.join('|')})$`), named };
}

function namedByText(source: ts.SourceFile, file: string, { name, named }: TablePatterns): Finding[] {
  const finding = (table: string, at: number): Finding => ({
    file,
    line: lineAt(source, at),
    problem: `the table ${table} is named by text`,
    cure: `Write \${…} with its definition from schema/, which the compiler and readers can follow.`,
  });
  return [...nodesOf(source)].flatMap((node) => {
    const given = literalName(node);
    if (given !== undefined && name.test(given.text)) return [finding(given.text, given.getStart())];
    const parts = statementParts(node);
    if (parts.length === 0) return [];
    const { text, place } = joined(parts);
    return [...text.matchAll(named)].map((match) => {
      const table = match.slice(1).find(Boolean) ?? '';
      return finding(table, place(match.index + match[0].lastIndexOf(table)));
    });
  });
}

/** Takes the place of an expression in a statement. */
const gap = '¤';

/** Returns a statement's text with a mark for each expression, and where in the file a place of it is. */
function joined(parts: readonly Part[]): { text: string; place: (index: number) => number } {
  const text = parts.map((part) => part.text).join(gap);
  return {
    text,
    place(index) {
      let before = 0;
      for (const part of parts) {
        if (index <= before + part.text.length) return part.at + index - before;
        before += part.text.length + gap.length;
      }
      return 0;
    },
  };
}

/** Returns the name that `sql.identifier('…')` or `sql.raw('…')` puts into a statement. */
function literalName(node: ts.Node): ts.StringLiteralLike | undefined {
  if (!ts.isCallExpression(node) || !/(^|\.)sql\.(identifier|raw)$/.test(node.expression.getText()))
    return undefined;
  const [name] = node.arguments;
  return name && ts.isStringLiteralLike(name) ? name : undefined;
}

/** A table that a module exports could be written by each file that imports it from there. */
function exportedAgain(source: ts.SourceFile, file: string): Finding[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return [];
    const from = statement.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from)) return [];
    if (ownerOf(path.posix.join(path.posix.dirname(file), from.text)) === undefined) return [];
    const cure = 'Import it from schema/ where it is needed.';
    return [{ file, line: lineOf(source, statement), problem: 'a table is exported again', cure }];
  });
}

function writtenByOthers(source: ts.SourceFile, file: string): Finding[] {
  const ownersOf = ownersIn(source, file);
  return [...nodesOf(source)].flatMap((node) =>
    writtenBy(node).flatMap((table) => {
      const owner = ownersOf(table).find((folder) => !file.startsWith(`${server}${folder}/`));
      if (owner === undefined) return [];
      const cure = `Call ${owner}, which owns it; reading is free to all.`;
      const problem = `${table.getText()} is written outside of its owner`;
      return [{ file, line: lineOf(source, node), problem, cure }];
    }),
  );
}

/**
 * Requires that tables are named through their definitions, and that only their owner writes to them: the module whose file in
 * `schema/` declares them, or their folder of base.
 */
export const tableOwners: ConventionCheck = {
  name: 'table owners',
  run(tree) {
    const names = tableNames(tree);
    if (names.length === 0) return [];
    const patterns = patternsOf(names);
    return tree.files
      .filter((file) => file.startsWith(server) && isTypeScript(file) && !isForTests(file) && !isSchema(file))
      .flatMap((file) => {
        const source = sourceOf(tree, file);
        return [
          ...namedByText(source, file, patterns),
          ...writtenByOthers(source, file),
          ...exportedAgain(source, file),
        ];
      });
  },
};
