import ts from 'typescript';
import { type BannedWord, bannedInCode, bannedInEnglish, bannedInNames } from '../banned-words.ts';
import type { ConventionCheck, Finding } from '../finding.ts';
import { isStringPart, isTest, isTypeScript, nodesOf, sourceOf } from '../source.ts';
import { titleOf } from '../titles.ts';
import type { Tree } from '../tree.ts';

const contract = 'packages/contract/src/';

type Range = { start: number; end: number };

const words: readonly BannedWord[] = [...bannedInEnglish, ...bannedInCode];

/** Returns the texts of a log call, as in `log.warn({ err }, 'a state was not stored yet')`. */
function loggedTexts(node: ts.Node): ts.Node[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression, name } = node.expression;
  if (!/(^|\.)#?log$/.test(expression.getText())) return [];
  if (!/^(trace|debug|info|warn|error|fatal)$/.test(name.text)) return [];
  return node.arguments.filter((one) => ts.isStringLiteralLike(one) || ts.isTemplateExpression(one));
}

/** Returns the texts with which an error is created: `throw new Ended('…')`, `new SomeError('…')`, or `super('…')` in its class. */
function errorTexts(node: ts.Node): ts.Node[] {
  const isCreated =
    ts.isNewExpression(node) &&
    (ts.isThrowStatement(node.parent) || /Error$/.test(node.expression.getText()));
  const isSuper =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword && isInError(node);
  if (!isCreated && !isSuper) return [];
  return (node.arguments ?? []).flatMap((one) => [...nodesOf(one)].filter(isStringPart));
}

function isInError(node: ts.Node): boolean {
  const owner = ts.findAncestor(node, ts.isClassLike);
  return (owner?.heritageClauses ?? []).some(({ types }) =>
    types.some(({ expression }) => /Error$/.test(expression.getText())),
  );
}

/** Returns the ranges of English texts in a file: comments, test titles, log and error messages, texts of the contract. */
function textsOf(source: ts.SourceFile, file: string): Range[] {
  const texts = new Map<number, Range>();
  const add = (start: number, end: number) => texts.set(start, { start, end });
  const isContract = file.startsWith(contract) && !isTest(file);
  const visit = (node: ts.Node) => {
    // JSX text has no comments: what looks like one is displayed.
    if (!ts.isJsxText(node)) {
      for (const { pos, end } of ts.getLeadingCommentRanges(source.text, node.pos) ?? []) add(pos, end);
      for (const { pos, end } of ts.getTrailingCommentRanges(source.text, node.end) ?? []) add(pos, end);
    }
    const title = isTest(file) ? titleOf(node) : undefined;
    if (title !== undefined) add(title.getStart(source), title.end);
    for (const text of [...loggedTexts(node), ...errorTexts(node)]) add(text.getStart(source), text.end);
    // Names have no spaces.
    if (isContract && isStringPart(node) && /\s/.test(node.text)) add(node.getStart(source), node.end);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...texts.values()];
}

type Place = { file: string; text: string; start: number };

function bannedAt(
  { file, text, start }: Place,
  banned: readonly BannedWord[],
  whole: string,
  what: string,
): Finding[] {
  return banned.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    const line = whole.slice(0, start + found.index).split('\n').length;
    return { file, line, problem: `${what} says "${found[0]}"`, cure: `Write: ${instead}.` };
  });
}

function inCode(tree: Tree, file: string): Finding[] {
  const whole = tree.read(file);
  const banned = words.filter(({ pattern }) => pattern.test(whole));
  if (banned.length === 0) return [];
  return textsOf(sourceOf(tree, file), file).flatMap(({ start, end }) =>
    bannedAt({ file, text: whole.slice(start, end), start }, banned, whole, 'a text'),
  );
}

/** Returns the names that a file declares and exports. */
function exportedNames(source: ts.SourceFile): ts.Identifier[] {
  const names = source.statements.flatMap((statement): ts.Node[] => {
    if (!ts.canHaveModifiers(statement)) return [];
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name);
    const isNamed =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isEnumDeclaration(statement);
    return isNamed && statement.name ? [statement.name] : [];
  });
  return names.filter(ts.isIdentifier);
}

/** Returns the words of a name: `letGone` and `LET_GONE` become "let gone". */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

function inNames(tree: Tree, file: string): Finding[] {
  const whole = tree.read(file);
  return exportedNames(sourceOf(tree, file)).flatMap((name) =>
    bannedAt(
      { file, text: wordsOf(name.text), start: name.end },
      bannedInNames,
      whole,
      `the name ${name.text}`,
    ),
  );
}

/** Blanks out code and link targets in a document; lines and columns remain the same. */
const proseOf = (markdown: string) =>
  markdown.replaceAll(/```[\s\S]*?```|`[^`\n]+`|\]\([^)]*\)/g, (code) => code.replaceAll(/[^\n]/g, ' '));

const isDocument = (file: string) =>
  /^(README|CONTRIBUTING)\.md$|^docs\/(?!user-guide\/zh\/).+\.md$/.test(file);

function inDocument(tree: Tree, file: string): Finding[] {
  const prose = proseOf(tree.read(file));
  return prose.split('\n').flatMap((text, index) =>
    bannedAt({ file, text, start: 0 }, bannedInEnglish, '', 'a text').map((one) => ({
      ...one,
      line: index + 1,
    })),
  );
}

/** Requires the trade's terms in comments, test titles, logs, errors, exported names, documents and the contract's texts. */
export const plainWords: ConventionCheck = {
  name: 'plain-words',
  run: (tree) => [
    ...tree.files.filter(isTypeScript).flatMap((file) => [...inCode(tree, file), ...inNames(tree, file)]),
    ...tree.files.filter(isDocument).flatMap((file) => inDocument(tree, file)),
  ],
};
