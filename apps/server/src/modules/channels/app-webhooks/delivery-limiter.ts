/** Limits concurrent deliveries: while the database is slow, redelivered webhooks must not fill the memory. */

/** Most concurrent deliveries per app and in total. */
const limits = { each: 32, all: 256 };

export type DeliveryLimiter = {
  /** Starts the work, and counts it until it settles; null when a limit is reached. */
  start<T>(key: string, work: () => Promise<T>): Promise<T> | null;
};

export function createDeliveryLimiter({ each, all } = limits): DeliveryLimiter {
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
