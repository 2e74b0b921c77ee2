import ts from 'typescript';
import type { ConventionCheck, Finding } from '../finding.ts';
import { isTypeScript, lineOf, nodesOf, sourceOf } from '../source.ts';
import type { Tree } from '../tree.ts';

const withoutParentheses = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node;

/** Returns whether a node spreads a literal whose members could be written directly. */
function spreadsLiteral(node: ts.Node): boolean {
  if (ts.isJsxSpreadAttribute(node) || ts.isSpreadAssignment(node)) {
    return ts.isObjectLiteralExpression(withoutParentheses(node.expression));
  }
  return ts.isSpreadElement(node) && ts.isArrayLiteralExpression(withoutParentheses(node.expression));
}

function findingsIn(tree: Tree, file: string): Finding[] {
  const source = sourceOf(tree, file);
  return [...nodesOf(source)].filter(spreadsLiteral).map((node) => ({
    file,
    line: lineOf(source, node),
    problem: 'spreads a literal, which only packs several entries into a line',
    cure: 'Write each property, attribute or element on its own, without the spread.',
  }));
}

/**
 * Forbids spreading a literal in place: `{ ...{ a, b }, c }` is the same as `{ a, b, c }`. A conditional spread (`...(a ===
 * undefined ? {} : { a })`) is permitted: where a property must be absent rather than undefined, there is no alternative.
 */
export const spreadLiterals: ConventionCheck = {
  name: 'spread-literals',
  run: (tree) => tree.files.filter(isTypeScript).flatMap((file) => findingsIn(tree, file)),
};
