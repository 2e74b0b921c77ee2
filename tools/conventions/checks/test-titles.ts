import type { ConventionCheck } from '../finding.ts';
import { isTest, lineOf, nodesOf, sourceOf } from '../source.ts';
import { titleOf } from '../titles.ts';

const fragment = /^(?:that|and|of|with|is|was|also|not|by|at|from|no more than|never (?:for|to|was))\b/i;

/** A test's title is a sentence that can be understood in a report without the block around it. */
export const testTitles: ConventionCheck = {
  name: 'test-titles',
  run: (tree) =>
    tree.files.filter(isTest).flatMap((file) => {
      const source = sourceOf(tree, file);
      return [...nodesOf(source)].flatMap((node) => {
        const title = titleOf(node);
        const word = title === undefined ? null : fragment.exec(title.getText().slice(1));
        if (title === undefined || word === null) return [];
        return {
          file,
          line: lineOf(source, title),
          problem: `a title begins with "${word[0]}" and can't be read alone`,
          cure: 'Name subject, verb and outcome: "marks a mail as failed after the last refusal".',
        };
      });
    }),
};
