/**
 * Bounds how many media are fetched at a time: a platform that answers slowly would otherwise hold every worker of the queue.
 * Each process has separate ones.
 */
export type FetchSlots = {
  /** Returns the release of the slot; null: there is none for this account at the moment. */
  take(socialAccountId: string): (() => void) | null;
  /**
   * Returns the time at which a job without a slot looks again. Each account's jobs stand in a separate line: however many
   * there are, as many look at a time, and the queue has its workers for others.
   */
  lookAgainAt(socialAccountId: string, now: number): number;
};

/** ms: the first pause, and the distance between two jobs of a line. */
const line = { first: 3_000, distance: 100 };

export function createFetchSlots({ all, perAccount }: { all: number; perAccount: number }): FetchSlots {
  const taken = new Map<string, number>();
  const ends = new Map<string, number>();
  let total = 0;
  return {
    lookAgainAt(id, now) {
      for (const [other, end] of ends) if (end < now) ends.delete(other);
      const at = Math.max(now + line.first, (ends.get(id) ?? 0) + line.distance);
      ends.set(id, at);
      return at;
    },
    take(id) {
      const own = taken.get(id) ?? 0;
      if (total >= all || own >= perAccount) return null;
      taken.set(id, own + 1);
      total += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        total -= 1;
        const left = (taken.get(id) ?? 1) - 1;
        if (left === 0) taken.delete(id);
        else taken.set(id, left);
      };
    },
  };
}
