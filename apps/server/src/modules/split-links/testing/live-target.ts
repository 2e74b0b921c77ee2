import type { LiveTarget } from '../redirects/target-choice.ts';

/** Returns an enabled target without a cap, whose account has no connection that could be online. */
export const liveTarget = (id: string, given: Partial<LiveTarget> = {}): LiveTarget => ({
  id,
  url: `https://t.me/${id}`,
  weight: 1,
  dailyCap: null,
  enabled: true,
  online: null,
  ...given,
});
