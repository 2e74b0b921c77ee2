import ts from 'typescript';
import type { ConventionCheck, Finding } from '../finding.ts';
import { hasCommentAt, isTypeScript, lineOf, nodesOf, sourceOf } from '../source.ts';
import type { Tree } from '../tree.ts';

const glossaryFile = 'docs/glossary.md';

/** A word that the glossary rejects, and the one to use instead. */
export type Denied = { word: string; instead: string };

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => cell.trim());

/** Reads the tables with a column `not`, whose words, separated by commas, are denied in favor of the first cell. */
export function deniedWords(markdown: string): Denied[] {
  const denied: Denied[] = [];
  let column = -1;
  for (const row of markdown.split('\n')) {
    if (!row.trim().startsWith('|')) {
      column = -1;
      continue;
    }
    const cells = cellsOf(row);
    const header = cells.findIndex((cell) => cell.toLowerCase() === 'not');
    if (header >= 0) column = header;
    else if (column >= 0 && !/^[-: ]+$/.test(cells[column] ?? '-')) {
      const instead = (cells[0] ?? '').replaceAll(/[`*]/g, '');
      for (const word of (cells[column] ?? '').split(',')) {
        const plain = word.replaceAll(/[`*]/g, '').trim().toLowerCase();
        if (plain !== '') denied.push({ word: plain, instead });
      }
    }
  }
  return denied;
}

/** Normalizes identifiers: `agentAccountId`, `AGENT_ACCOUNT_ID` and `agent-account-id` all become ` agent account id `. */
const spoken = (identifier: string): string =>
  ` ${identifier
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_\-.$]+/g, ' ')
    .toLowerCase()} `;

/** Returns a function that finds the denied words in an identifier, and caches results because most identifiers recur. */
function finderOf(denied: readonly Denied[]): (identifier: string) => readonly Denied[] {
  const known = new Map<string, readonly Denied[]>();
  const plain = denied.map((entry) => ({ entry, word: entry.word.replaceAll('-', ' ') }));
  return (identifier) => {
    const found = known.get(identifier) ?? findIn(identifier);
    known.set(identifier, found);
    return found;
  };
  function findIn(identifier: string): readonly Denied[] {
    const text = spoken(identifier);
    return plain
      .filter(({ word }) => text.includes(` ${word} `) || text.includes(` ${word}s `))
      .map(({ entry }) => entry);
  }
}

type Finder = ReturnType<typeof finderOf>;

const cureFor = ({ instead }: Denied): string =>
  `Say "${instead}" (${glossaryFile}). A name that the specification prints needs a comment that says so.`;

/** Returns a path's words, folder by folder. Below `pages/`, folders follow the addresses, which the specification defines. */
function segmentsOf(file: string): string[] {
  const segments = file
    .replace(/(\.[a-z]+)+$/, '')
    .split('/')
    .slice(2);
  return segments.includes('pages') ? segments.slice(-1) : segments;
}

function inNames(find: Finder, file: string): Finding[] {
  return [...new Set(segmentsOf(file).flatMap(find))].map((entry) => ({
    file,
    line: 1,
    problem: `the path says "${entry.word}"`,
    cure: cureFor(entry),
  }));
}

function inCode(tree: Tree, find: Finder, file: string): Finding[] {
  const source = sourceOf(tree, file);
  const lines = source.text.split('\n');
  const excused = (line: number) =>
    hasCommentAt(source, line) &&
    /specification|spec's/i.test(`${lines[line - 2] ?? ''}${lines[line - 1] ?? ''}`);
  return [...nodesOf(source)]
    .filter((node) => ts.isIdentifier(node))
    .flatMap((node) => {
      const [entry] = find(node.text);
      if (entry === undefined) return [];
      const line = lineOf(source, node);
      if (excused(line)) return [];
      return { file, line, problem: `"${node.text}" says "${entry.word}"`, cure: cureFor(entry) };
    });
}

/** Requires one word per concept: no name uses a word of the glossary's column `not`. */
export const glossary: ConventionCheck = {
  name: 'glossary',
  run: (tree) => {
    const at = { file: glossaryFile, line: 1 };
    if (!tree.files.includes(glossaryFile)) {
      return [
        {
          ...at,
          problem: 'there is no glossary',
          cure: 'Write it: a table with the columns word, means, not.',
        },
      ];
    }
    const denied = deniedWords(tree.read(glossaryFile));
    if (denied.length === 0) {
      return [
        {
          ...at,
          problem: 'no table has a column "not"',
          cure: 'Add the column with the words we do not use.',
        },
      ];
    }
    const code = tree.files.filter((file) => /^(apps|packages|e2e|bench)\//.test(file) && isTypeScript(file));
    const find = finderOf(denied);
    return code.flatMap((file) => [...inNames(find, file), ...inCode(tree, find, file)]);
  },
};
