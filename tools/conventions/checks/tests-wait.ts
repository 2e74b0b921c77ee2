import ts from 'typescript';
import type { ConventionCheck } from '../finding.ts';
import { isTest, lineOf, nodesOf, sourceOf } from '../source.ts';

const isLoop = (node: ts.Node): boolean =>
  ts.isWhileStatement(node) || ts.isDoStatement(node) || ts.isForStatement(node) || ts.isForOfStatement(node);

function insideLoop(node: ts.Node): boolean {
  for (let current = node.parent; current !== undefined; current = current.parent) {
    if (isLoop(current)) return true;
  }
  return false;
}

/** Matches `await new Promise((done) => setTimeout(done, …))`, `await sleep(…)` and the like. */
function isSleep(node: ts.Node): boolean {
  if (!ts.isAwaitExpression(node)) return false;
  const awaited = node.expression;
  if (ts.isNewExpression(awaited) && awaited.expression.getText() === 'Promise') {
    const executor = awaited.arguments?.[0];
    if (executor === undefined || !ts.isArrowFunction(executor)) return false;
    const resolve = executor.parameters[0]?.name.getText();
    const { body } = executor;
    return (
      ts.isCallExpression(body) &&
      body.expression.getText() === 'setTimeout' &&
      body.arguments[0]?.getText() === resolve
    );
  }
  return ts.isCallExpression(awaited) && /^(sleep|delay|setTimeout|wait)$/.test(awaited.expression.getText());
}

/**
 * Forbids sleeping in tests, which is slow on a good day and fails on a bad one. Waiting inside a loop with a limit is
 * polling.
 */
export const testsWait: ConventionCheck = {
  name: 'tests wait for something',
  run: (tree) =>
    tree.files.filter(isTest).flatMap((file) => {
      const source = sourceOf(tree, file);
      return [...nodesOf(source)]
        .filter((node) => isSleep(node) && !insideLoop(node))
        .map((node) => ({
          file,
          line: lineOf(source, node),
          problem: 'a test sleeps for a fixed time and hopes',
          cure: 'Poll for the outcome with a limit (vi.waitFor, expect.poll), or hand in a clock that the test moves.',
        }));
    }),
};
