import path from 'node:path';
import ts from 'typescript';
import type { ConventionCheck, Finding } from '../finding.ts';
import { isForTests, isTypeScript, lineAt, lineOf, nodesOf, sourceOf } from '../source.ts';
import type { Tree } from '../tree.ts';

const server = 'apps/server/src/';
const schemaFile = /^apps\/server\/src\/schema\/([a-z-]+)\.ts$/;
/** Base's own mechanisms keep their tables beside them: base sees nothing of the modules. */
const isSchema = (file: string) =>
  schemaFile.test(file) || /^apps\/server\/src\/base\/.+\/tables\.ts$/.test(file);

/** Returns the names of all declared tables, as in the database. */
function tableNames(tree: Tree): string[] {
  return tree.files
    .filter(isSchema)
    .flatMap((file) => [...tree.read(file).matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name = '']) => name));
}

/** The module that owns what a file imports from `schema/`, by the name that it has in the file. */
function ownersIn(source: ts.SourceFile, file: string): Map<string, string> {
  const owners = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const target = path.posix.join(path.posix.dirname(file), statement.moduleSpecifier.text);
    const owner = schemaFile.exec(target)?.[1];
    const bindings = statement.importClause?.namedBindings;
    if (owner === undefined || bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const element of bindings.elements) owners.set(element.name.text, owner);
  }
  return owners;
}

const isSql = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && /(^|\.)sql$/.test(node.tag.getText());

/** Each literal part of a template with its place, and the expression that follows it. */
function partsOf({ template }: ts.TaggedTemplateExpression) {
  if (ts.isNoSubstitutionTemplateLiteral(template))
    return [{ text: template.text, at: template.getStart() + 1, next: undefined }];
  const { head, templateSpans } = template;
  return [head, ...templateSpans.map(({ literal }) => literal)].map((part, i) => ({
    text: part.rawText ?? part.text,
    at: part.getStart() + 1,
    next: templateSpans[i]?.expression,
  }));
}

/** The tables that a node writes, as they are called in the file. */
function writtenBy(node: ts.Node): string[] {
  if (isSql(node)) {
    return partsOf(node).flatMap(({ text, next }) =>
      next !== undefined &&
      ts.isIdentifier(next) &&
      /\b(insert\s+into|update|delete\s+from)\s+(only\s+)?$/i.test(text)
        ? [next.text]
        : [],
    );
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const [table] = node.arguments;
  return ['insert', 'update', 'delete'].includes(node.expression.name.text) && table && ts.isIdentifier(table)
    ? [table.text]
    : [];
}

function namedByText(source: ts.SourceFile, file: string, names: readonly string[]): Finding[] {
  const name = `(${names.join('|')})\\b`;
  // A name before a parenthesis is a function, except before the columns of an insert.
  const named = new RegExp(
    String.raw`\b(?:from|join|update|using)\s+(?:only\s+)?${name}(?!\s*\()|\binto\s+${name}|(?<![\w."])${name}\.\w`,
    'g',
  );
  return [...nodesOf(source)].filter(isSql).flatMap((node) =>
    partsOf(node).flatMap(({ text, at }) =>
      [...text.matchAll(named)].map((match) => ({
        file,
        line: lineAt(source, at + match.index),
        problem: `the table ${match.slice(1).find(Boolean)} is named by text`,
        cure: `Write \${…} with its definition from schema/, which the compiler and readers can follow.`,
      })),
    ),
  );
}

function writtenByOthers(source: ts.SourceFile, file: string): Finding[] {
  const module = /^apps\/server\/src\/modules\/([^/]+)\//.exec(file)?.[1];
  const owners = ownersIn(source, file);
  return [...nodesOf(source)].flatMap((node) =>
    writtenBy(node).flatMap((table) => {
      const owner = owners.get(table);
      if (owner === undefined || owner === module) return [];
      const cure = `Call modules/${owner}, which owns it; reading is free to all.`;
      return [{ file, line: lineOf(source, node), problem: `${table} is written by a stranger`, cure }];
    }),
  );
}

/** Tables are named through their definitions, and written by the module alone whose file in `schema/` defines them. */
export const tableOwners: ConventionCheck = {
  name: 'table owners',
  run(tree) {
    const names = tableNames(tree);
    if (names.length === 0) return [];
    return tree.files
      .filter((file) => file.startsWith(server) && isTypeScript(file) && !isForTests(file) && !isSchema(file))
      .flatMap((file) => {
        const source = sourceOf(tree, file);
        return [...namedByText(source, file, names), ...writtenByOthers(source, file)];
      });
  },
};
