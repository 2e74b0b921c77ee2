import type { Tree } from './tree.ts';

/** A place that violates a convention, and how to fix it. */
export type Finding = { file: string; line: number; problem: string; cure: string };

/** A convention as a pure function of the tree. */
export type ConventionCheck = { name: string; run: (tree: Tree) => Finding[] };
