import ts from 'typescript';
import type { ConventionCheck, Finding } from '../finding.ts';
import { isTypeScript, lineAt, lineOf, nodesOf, sourceOf } from '../source.ts';
import type { Tree } from '../tree.ts';

const longest = 60;

type FunctionWithBody = ts.FunctionLikeDeclaration & { body: ts.Node };

const hasBody = (node: ts.Node): node is FunctionWithBody =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

const declaresTest = /^(?:describe|it|test)\b/;

/** Returns whether a function's own statements declare tests: a section of a test file, such as a callback of `describe`. */
function isChapterOfTests({ body }: FunctionWithBody): boolean {
  if (!ts.isBlock(body)) return false;
  return body.statements.some(
    (statement) => ts.isExpressionStatement(statement) && declaresTest.test(statement.expression.getText()),
  );
}

function nameOf(node: FunctionWithBody): string {
  const { name, parent } = node;
  if (name !== undefined) return name.getText();
  const named = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return named ? parent.name.getText() : 'a function';
}

function findingsIn(tree: Tree, file: string): Finding[] {
  const source = sourceOf(tree, file);
  return [...nodesOf(source)].filter(hasBody).flatMap((node): Finding[] => {
    const line = lineOf(source, node);
    const lines = lineAt(source, node.end) - line + 1;
    if (lines <= longest || isChapterOfTests(node)) return [];
    const problem = `${nameOf(node)} has ${lines} lines, at most ${longest}`;
    return [{ file, line, problem, cure: 'Give a rule, a hook or a component in it a name of its own.' }];
  });
}

/**
 * Limits the length of functions to what a reader takes in at once, from the first line to the closing brace, including blank
 * lines and nested functions. Tests are functions too; only a section that declares several tests may be as long as its file.
 */
export const functionLength: ConventionCheck = {
  name: 'function-length',
  run: (tree) => tree.files.filter(isTypeScript).flatMap((file) => findingsIn(tree, file)),
};
