import { type ParsedCronItem, parseCronItems } from 'graphile-worker';

const minute = 60_000;
/** In minutes: runs missed for longer than a day are not caught up. */
const longestGap = 24 * 60;

export type Recurring = {
  /**
   * Returns the names that became due between the last call and `now`, each once; the first call only records the
   * minute. Call `done` once they have been added: until then they remain due.
   */
  due(now: number): { names: string[]; at: Date; done(): void };
};

/** Parses `cron` by name: five fields, UTC. Throws for an invalid one. */
export function recurring(cron: ReadonlyMap<string, string>): Recurring {
  const items = parseCronItems([...cron].map(([task, match]) => ({ task, match })));
  let last: number | null = null;
  return {
    due(now) {
      const current = Math.floor(now / minute);
      const from = last ?? current;
      const names = new Set<string>();
      for (let it = Math.max(from, current - longestGap) + 1; it <= current; it += 1) {
        for (const name of matching(items, new Date(it * minute))) names.add(name);
      }
      last = from;
      return { names: [...names], at: new Date(current * minute), done: () => (last = current) };
    },
  };
}

function matching(items: readonly ParsedCronItem[], time: Date): string[] {
  const digest = {
    min: time.getUTCMinutes(),
    hour: time.getUTCHours(),
    date: time.getUTCDate(),
    month: time.getUTCMonth() + 1,
    dow: time.getUTCDay(),
  };
  return items.filter((item) => item.match(digest)).map((item) => item.task);
}
