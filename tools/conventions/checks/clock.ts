import ts from 'typescript';
import type { ConventionCheck } from '../finding.ts';
import { isForTests, isTypeScript, lineOf, nodesOf, sourceOf } from '../source.ts';

const clockedFolders = /^(apps\/server\/src\/modules|packages\/(chat-core|connectors|engines)\/src)\//;

/** The package's own system clock, which is passed to its users. */
const systemClock = 'packages/chat-core/src/clock.ts';

function ambientIn(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node)) {
    const callee = node.expression.getText();
    return /^(Date\.now|Math\.random|performance\.now)$/.test(callee) ? `${callee}()` : undefined;
  }
  const now =
    ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments ?? []).length === 0;
  return now ? 'new Date()' : undefined;
}

/**
 * Requires time and randomness as parameters, so that rules can be tested at any time. A default such as `now = Date.now` is
 * fine.
 */
export const clock: ConventionCheck = {
  name: 'clock',
  run: (tree) =>
    tree.files
      .filter(
        (file) =>
          clockedFolders.test(file) && file !== systemClock && isTypeScript(file) && !isForTests(file),
      )
      .flatMap((file) => {
        const source = sourceOf(tree, file);
        return [...nodesOf(source)].flatMap((node) => {
          const found = ambientIn(node);
          if (found === undefined) return [];
          const cure = 'Take the clock or the source of chance as a parameter; app.ts hands in the real one.';
          return { file, line: lineOf(source, node), problem: `${found} inside a rule`, cure };
        });
      }),
};
