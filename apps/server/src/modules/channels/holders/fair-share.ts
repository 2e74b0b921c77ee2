/** Plans which process gives social accounts to which, so that each living process holds its fair share. */

export type Load = {
  processId: string;
  held: number;
  /**
   * True once the process has lived long enough to be given accounts: one that dies at each start must not move them to
   * and fro.
   */
  settled: boolean;
};

export type AccountMove = { from: string; to: string; count: number };

/** Most accounts that a process gives away in one round: each is offline for a moment. */
const maxAtOnce = 10;
/** Below this part of a fair share a difference isn't worth a move. */
const tolerance = 0.1;

/**
 * Returns what each process gives away now. Every process computes the same plan from the same counts and executes its
 * own part. A difference of one is no imbalance, so that nothing moves back and forth.
 */
export function planMoves(loads: readonly Load[]): AccountMove[] {
  const total = loads.reduce((sum, { held }) => sum + held, 0);
  const fair = total / Math.max(1, loads.length);
  const worthIt = Math.max(2, fair * tolerance);
  const now = loads.map((load) => ({ ...load, given: 0 }));
  const moves = new Map<string, AccountMove>();
  for (;;) {
    const from = pick(
      now.filter(({ given }) => given < maxAtOnce),
      (a, b) => a.held > b.held,
    );
    const to = pick(
      now.filter(({ settled }) => settled),
      (a, b) => a.held < b.held,
    );
    if (!from || !to || from.held - to.held < worthIt) return [...moves.values()];
    from.held -= 1;
    from.given += 1;
    to.held += 1;
    const key = `${from.processId} ${to.processId}`;
    const count = (moves.get(key)?.count ?? 0) + 1;
    moves.set(key, { from: from.processId, to: to.processId, count });
  }
}

/** Returns the best load by `isBetter`; ties go to the smallest id, so that all processes pick the same. */
function pick<T extends Load>(loads: readonly T[], isBetter: (a: T, b: T) => boolean): T | undefined {
  const byId = loads.toSorted((a, b) => (a.processId < b.processId ? -1 : 1));
  return byId.reduce<T | undefined>((best, one) => (best && !isBetter(one, best) ? best : one), undefined);
}
