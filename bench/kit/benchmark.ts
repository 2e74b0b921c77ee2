import type { Children } from './children.ts';

export type Run = {
  children: Children;
  /** Seconds-long phases instead of ten-second ones: shows that everything runs, not how fast. */
  quick: boolean;
  /** Rows to fill the large table with, where a benchmark has one; null: its own size. */
  rows: number | null;
  /** The folder for the server's processor profile and its statements' costs; null: none are taken. */
  profiles: string | null;
  /** Prints progress while the benchmark runs. */
  say(line: string): void;
};

export type Outcome = {
  /** The tables, as markdown. */
  markdown: string;
  postgres: string;
};

export type Benchmark = { name: string; summary: string; run(run: Run): Promise<Outcome> };

export type Budget = { what: string; budget: string; seen: string; hit: boolean };

/** Compares the figures with the budgets of the design. */
export function budgetTable(budgets: readonly Budget[]): string {
  return [
    '| budget | asked | seen | |',
    '| --- | ---: | ---: | --- |',
    ...budgets.map(
      ({ what, budget, seen, hit }) => `| ${what} | ${budget} | ${seen} | ${hit ? 'hit' : '**miss**'} |`,
    ),
  ].join('\n');
}
