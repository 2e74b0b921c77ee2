import ts from 'typescript';
import type { ConventionCheck } from '../finding.ts';
import { hasCommentAt, isTypeScript, lineAt, lineOf, nodesOf, sourceOf } from '../source.ts';

const isConst = (type: ts.TypeNode): boolean => ts.isTypeReferenceNode(type) && type.getText() === 'const';

function statementOf(node: ts.Node): ts.Node {
  let current = node;
  while (current.parent !== undefined && !ts.isStatement(current) && !ts.isPropertyAssignment(current)) {
    current = current.parent;
  }
  return current;
}

/** Requires a comment for each `as X`, which disables the compiler's check, on the same line or the one before. */
export const casts: ConventionCheck = {
  name: 'casts',
  run: (tree) =>
    tree.files.filter(isTypeScript).flatMap((file) => {
      const source = sourceOf(tree, file);
      return (
        [...nodesOf(source)]
          .filter((node) => ts.isAsExpression(node) || ts.isTypeAssertionExpression(node))
          // `x as unknown as Y` is one cast.
          .filter((node) => !isConst(node.type) && !ts.isAsExpression(node.parent))
          .filter((node) => {
            const lines = [lineAt(source, node.type.getStart(source)), lineOf(source, statementOf(node))];
            return !lines.some((line) => hasCommentAt(source, line));
          })
          .map((node) => ({
            file,
            line: lineAt(source, node.type.getStart(source)),
            problem: `a cast to ${node.type.getText().slice(0, 40)} without a reason`,
            cure: 'Let a type guard, zod or `satisfies` prove it; if nothing can, say why in a comment above.',
          }))
      );
    }),
};
