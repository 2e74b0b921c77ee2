import type { Tree } from './tree.ts';

/** One place where the house's rules are broken, and what to do about it. */
export type Finding = { file: string; line: number; problem: string; cure: string };

/** A rule of the house as a pure function of the tree. */
export type HouseCheck = { name: string; run: (tree: Tree) => Finding[] };
