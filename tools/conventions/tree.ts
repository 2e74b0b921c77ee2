import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Commit } from './commits.ts';

/** The files for a check. Paths are relative to the root and use `/`. */
export type Tree = {
  files: readonly string[];
  read: (file: string) => string;
  /** The commits to check; absent: none. */
  commits?: readonly Commit[];
};

/** Folders without code written by hand, or with code that is wrong on purpose. */
const skippedFolders = new Set(['.git', 'node_modules', 'dist', 'violations']);
/** Folders at the root that the product or its tests create. */
const skippedAtRoot = new Set(['coverage', 'data', 'reports', 'test-results', 'playwright-report']);

function* walk(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const skipped = skippedFolders.has(entry.name) || skippedAtRoot.has(relative);
      if (!skipped) yield* walk(root, relative);
    } else if (entry.isFile()) {
      yield relative;
    }
  }
}

/** Reads the tree below a folder of this machine; each file once. */
export function treeAt(root: string): Tree {
  const texts = new Map<string, string>();
  return {
    files: [...walk(root, '')].sort(),
    read: (file) => {
      const text = texts.get(file) ?? readFileSync(path.join(root, file), 'utf8');
      texts.set(file, text);
      return text;
    },
  };
}

/** Builds a tree from texts, for tests of the checks. */
export function treeOf(texts: Record<string, string>): Tree {
  return {
    files: Object.keys(texts).sort(),
    read: (file) => {
      const text = texts[file];
      if (text === undefined) throw new Error(`There is no ${file} in this tree.`);
      return text;
    },
  };
}
