import ts from 'typescript';
import type { ConventionCheck, Finding } from '../finding.ts';
import { type Catalogue, cataloguesOf, withoutPlural } from '../locales.ts';
import { isTest, isTypeScript, lineOf, nodesOf, sourceOf } from '../source.ts';
import type { Tree } from '../tree.ts';

/** A key in the code; `prefix` if the rest is only known at run time. */
type Use = { file: string; line: number; key: string; prefix: boolean };

const shared = 'packages/ui';
const declaration = /\/\/\s*i18n-keys:\s*([\w.,* \t-]+)/g;

const isT = (node: ts.CallExpression): boolean =>
  /(^|\.)t$/.test(node.expression.getText()) && node.arguments.length > 0;

/** Returns the key without the namespace: `common:send` names one. */
const plain = (key: string): string => key.replace(/^[\w-]+:/, '');

type Usage = { uses: Use[]; undeclared: Finding[] };

function declaredIn(tree: Tree, file: string): Use[] {
  return [...tree.read(file).matchAll(declaration)]
    .flatMap((match) => (match[1] ?? '').split(/[\s,]+/))
    .filter((key) => key !== '')
    .map((key) => ({ file, line: 1, key: key.replace(/\*$/, ''), prefix: key.endsWith('*') }));
}

function usageIn(tree: Tree, file: string): Usage {
  const source = sourceOf(tree, file);
  const declared = declaredIn(tree, file);
  const usage: Usage = { uses: [...declared], undeclared: [] };
  for (const node of nodesOf(source)) {
    const at = { file, line: lineOf(source, node) };
    const written = keyExpressionOf(node);
    if (written === undefined) continue;
    for (const choice of choicesOf(written)) {
      if (ts.isStringLiteralLike(choice)) usage.uses.push({ ...at, key: plain(choice.text), prefix: false });
      else if (declared.length === 0) {
        const cure = 'Declare the keys that it may take: `// i18n-keys: prefix.*` in this file.';
        usage.undeclared.push({ ...at, problem: 'a key that is only known while running', cure });
      }
    }
  }
  return usage;
}

/** Returns the expression of a key: the argument of `t(…)`, the value of `i18nKey=`. */
function keyExpressionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isCallExpression(node) && isT(node)) return node.arguments[0];
  if (!ts.isJsxAttribute(node) || node.name.getText() !== 'i18nKey') return undefined;
  const value = node.initializer;
  return value !== undefined && ts.isJsxExpression(value) ? value.expression : value;
}

/** Returns the possible expressions: `open ? 'a' : 'b'` uses two keys. */
function choicesOf(node: ts.Expression): ts.Expression[] {
  if (ts.isConditionalExpression(node)) return [...choicesOf(node.whenTrue), ...choicesOf(node.whenFalse)];
  return ts.isParenthesizedExpression(node) ? choicesOf(node.expression) : [node];
}

const codeOf = (tree: Tree, workspace: string): string[] =>
  tree.files.filter(
    (file) =>
      file.startsWith(`${workspace}/src/`) &&
      isTypeScript(file) &&
      !isTest(file) &&
      !file.includes('/locales/'),
  );

function absent(uses: readonly Use[], keys: readonly string[]): Finding[] {
  const known = new Set(keys);
  return uses
    .filter(({ key, prefix }) => (prefix ? !keys.some((other) => other.startsWith(key)) : !known.has(key)))
    .map(({ file, line, key, prefix }) => ({
      file,
      line,
      problem: `"${key}${prefix ? '*' : ''}" is in no catalogue`,
      cure: 'Add it to zh-CN and en-US, or correct the key.',
    }));
}

function unused({ zh, zhFile }: Catalogue, uses: readonly Use[]): Finding[] {
  const exact = new Set(uses.filter((use) => !use.prefix).map((use) => use.key));
  const prefixes = uses.filter((use) => use.prefix).map((use) => use.key);
  return [...new Set([...zh.keys()].map(withoutPlural))]
    .filter((key) => !exact.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
    .map((key) => ({
      file: zhFile,
      line: 1,
      problem: `"${key}" is used nowhere`,
      cure: 'Delete it from both languages; a key made while running is declared by `// i18n-keys: prefix.*`.',
    }));
}

/** Requires that every key in the code is in the catalogues, and that code uses every key of the catalogues. */
export const localeKeys: ConventionCheck = {
  name: 'locale keys',
  run: (tree) => {
    const { catalogues } = cataloguesOf(tree);
    const keysOf = (workspace: string) =>
      catalogues
        .filter((one) => one.workspace === workspace)
        .flatMap((one) => [...one.zh.keys()].map(withoutPlural));
    const workspaces = [...new Set(catalogues.map((one) => one.workspace))];
    const usages = new Map(
      workspaces.map((workspace) => [workspace, codeOf(tree, workspace).map((file) => usageIn(tree, file))]),
    );
    const usesOf = (workspace: string) => (usages.get(workspace) ?? []).flatMap((usage) => usage.uses);
    const everywhere = workspaces.flatMap(usesOf);
    return [
      ...[...usages.values()].flat().flatMap((usage) => usage.undeclared),
      ...workspaces.flatMap((one) => absent(usesOf(one), [...keysOf(one), ...keysOf(shared)])),
      // Apps may use the texts of the shared packages; an app's texts are its own.
      ...catalogues.flatMap((one) =>
        unused(one, one.workspace === shared ? everywhere : usesOf(one.workspace)),
      ),
    ];
  },
};
