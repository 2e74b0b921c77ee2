/**
 * Bounds how many media are fetched at a time: a platform that answers slowly would otherwise hold every worker of the queue.
 * Each process has separate ones.
 */
export type FetchSlots = {
  /** Returns the release of the slot; null: there is none for this account at the moment. */
  take(socialAccountId: string): (() => void) | null;
};

export function createFetchSlots({ all, perAccount }: { all: number; perAccount: number }): FetchSlots {
  const taken = new Map<string, number>();
  let total = 0;
  return {
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
