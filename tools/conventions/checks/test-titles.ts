import type ts from 'typescript';
import type { ConventionCheck } from '../finding.ts';
import { isTest, lineOf, nodesOf, sourceOf } from '../source.ts';
import { openingsOf, titleOf } from '../titles.ts';

/** Openings of an incomplete block title. */
const blockFragment =
  /^(?:that|and|of|with|is|was|are|were|whose|also|not|by|at|from|says|tells|no more than|never (?:for|to|was))(?![\w’'-])/i;

/**
 * Openings of a test title that lack a subject or continue the title of the enclosing block, and verbs of speaking and
 * knowing, whose subject is no person. Plural verbs are permitted in blocks named after things.
 */
const testFragment = new RegExp(
  `${blockFragment.source}|^(?:${[
    'about|after|as|before|behind|beside|either|elsewhere|for|in|on|over|through|to|under|whether|while',
    "can|cannot|can[’']t|may|must|do|don[’']t|have|isn[’']t",
    'it|nothing|one|they|what|whatever|when|where|who',
    'knows|learns|still',
    'come|end|go|keep|leave|make|receive|stay|survive',
  ].join('|')})(?![\\w’'-])`,
  'i',
);

/** Requires test titles that can be understood in a report without the enclosing block. */
export const testTitles: ConventionCheck = {
  name: 'test-titles',
  run: (tree) =>
    tree.files
      .filter((file) => isTest(file))
      .flatMap((file) => {
        const source = sourceOf(tree, file);
        return [...nodesOf(source)].flatMap((node) =>
          fragmentsOf(node).map(({ at, word }) => ({
            file,
            line: lineOf(source, at),
            problem: `a title begins with "${word}" and can't be read alone`,
            cure: 'Name subject, verb and outcome: "marks a mail as failed after the last refusal".',
          })),
        );
      }),
};

type Fragment = { at: ts.Node; word: string };

function fragmentsOf(node: ts.Node): Fragment[] {
  const title = titleOf(node);
  if (title === undefined) return [];
  const fragment = node.getText().startsWith('describe') ? blockFragment : testFragment;
  return [title, ...openingsOf(node)].flatMap((at) => {
    const [word] = fragment.exec(at.getText().slice(1)) ?? [];
    return word === undefined ? [] : [{ at, word }];
  });
}
