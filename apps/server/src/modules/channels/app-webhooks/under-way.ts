/** Counts the deliveries that are being accepted: a slow database must not fill the memory with those that come again. */

/** For one app, and for all. */
const limits = { each: 32, all: 256 };

export type UnderWay = {
  /** Starts the work, and counts it until it settles; null: too much is under way. */
  start<T>(key: string, work: () => Promise<T>): Promise<T> | null;
};

export function createUnderWay({ each, all } = limits): UnderWay {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    start(key, work) {
      const count = counts.get(key) ?? 0;
      if (count >= each || total >= all) return null;
      counts.set(key, count + 1);
      total += 1;
      return work().finally(() => {
        total -= 1;
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      });
    },
  };
}
