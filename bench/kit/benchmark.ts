import type { Children } from './children.ts';

export type Run = {
  children: Children;
  /** Phases of seconds instead of ten seconds: shows that everything runs, not how fast. */
  quick: boolean;
  /** Number of rows for the large table, where a benchmark has one; null: its default. */
  rows: number | null;
  /** The folder for the server's CPU profile and its statements' costs; null: don't record them. */
  profiles: string | null;
  /** Prints progress while the benchmark runs. */
  say(line: string): void;
};

export type Outcome = {
  /** The result tables, as markdown. */
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
