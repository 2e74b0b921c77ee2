/**
 * Limits concurrent media downloads, so that a slow platform doesn't block every worker of the queue. Each process has
 * its own slots.
 */
export type FetchSlots = {
  /** Returns a function that releases the slot; null when none is free for this account. */
  take(socialAccountId: string): (() => void) | null;
  /**
   * Returns the time at which a job without a slot tries again. Each account has a separate line, so that the number
   * of retries at once doesn't grow with its jobs, and the queue's workers stay free for others.
   */
  lookAgainAt(socialAccountId: string, now: number): number;
};

/** In ms: the first delay, and the spacing between two jobs of a line. */
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
