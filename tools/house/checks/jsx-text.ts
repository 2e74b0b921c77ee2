import ts from 'typescript';
import type { HouseCheck } from '../finding.ts';
import { readsTheSame } from '../locales.ts';
import { isForTests, lineOf, nodesOf, sourceOf } from '../source.ts';

/** Properties whose value a person reads or hears. */
const seen = new Set(
  'alt,aria-description,aria-label,cancelText,content,description,emptyText,extra,help,label,message,okText,placeholder,subTitle,title,tooltip'.split(
    ',',
  ),
);

function textIn(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text;
  if (ts.isJsxAttribute(node)) {
    const value = node.initializer;
    return seen.has(node.name.getText()) && value !== undefined ? literalOf(value) : undefined;
  }
  const child = ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent));
  return child ? literalOf(node) : undefined;
}

function literalOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isJsxExpression(node) && node.expression !== undefined ? literalOf(node.expression) : undefined;
}

/** What a person reads comes from a catalogue, so that it exists in both languages. */
export const jsxText: HouseCheck = {
  name: 'text in screens',
  run: (tree) =>
    tree.files
      .filter((file) => /^(apps|packages)\/[^/]+\/src\/.+\.tsx$/.test(file) && !isForTests(file))
      .flatMap((file) => {
        const source = sourceOf(tree, file);
        return [...nodesOf(source)].flatMap((node) => {
          const text = textIn(node)?.trim();
          if (text === undefined || readsTheSame(text)) return [];
          const problem = `"${text.slice(0, 40)}" is written into the screen`;
          const cure = "Put it into both catalogues and show it with t('…').";
          return { file, line: lineOf(source, node), problem, cure };
        });
      }),
};
