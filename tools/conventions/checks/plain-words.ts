import ts from 'typescript';
import { type BannedWord, bannedInCode, bannedInEnglish } from '../banned-words.ts';
import type { ConventionCheck } from '../finding.ts';
import { isTest, isTypeScript, lineAt, sourceOf } from '../source.ts';
import { titleOf } from '../titles.ts';

type Range = { start: number; end: number };

const words: readonly BannedWord[] = [...bannedInEnglish, ...bannedInCode];

/** Returns where people read English in a file: comments, titles of tests, and texts of the contract. */
function textsOf(source: ts.SourceFile, file: string): Range[] {
  const texts = new Map<number, Range>();
  const add = (start: number, end: number) => texts.set(start, { start, end });
  const isContract = file.startsWith('packages/contract/src/') && !isTest(file);
  const visit = (node: ts.Node) => {
    // Text between tags has no comments: what looks like one is shown.
    if (!ts.isJsxText(node)) {
      for (const { pos, end } of ts.getLeadingCommentRanges(source.text, node.pos) ?? []) add(pos, end);
      for (const { pos, end } of ts.getTrailingCommentRanges(source.text, node.end) ?? []) add(pos, end);
    }
    const title = isTest(file) ? titleOf(node) : undefined;
    if (title !== undefined) add(title.getStart(source), title.end);
    // A name has no spaces.
    if (isContract && ts.isStringLiteralLike(node) && /\s/.test(node.text))
      add(node.getStart(source), node.end);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...texts.values()];
}

/** Comments, test titles and the contract's texts use the trade's terms, as the interface does. */
export const plainWords: ConventionCheck = {
  name: 'plain-words',
  run: (tree) =>
    tree.files.filter(isTypeScript).flatMap((file) => {
      const banned = words.filter(({ pattern }) => pattern.test(tree.read(file)));
      if (banned.length === 0) return [];
      const source = sourceOf(tree, file);
      return textsOf(source, file).flatMap(({ start, end }) =>
        banned.flatMap(({ pattern, instead }) => {
          const found = pattern.exec(source.text.slice(start, end));
          if (found === null) return [];
          const line = lineAt(source, start + found.index);
          return { file, line, problem: `a text says "${found[0]}"`, cure: `Write: ${instead}.` };
        }),
      );
    }),
};
