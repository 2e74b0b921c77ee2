import type { SocialAccount } from '@parley/contract';

export type SocialAccountTotals = {
  online: number;
  total: number;
  fansToday: { new: number; repeat: number };
  fansTotal: { new: number; repeat: number; base: number };
  /** Enabled and yet not working for a reason that waits for the owner. */
  refused: readonly SocialAccount[];
};

export function totalsOf(accounts: readonly SocialAccount[]): SocialAccountTotals {
  const sum = (pick: (account: SocialAccount) => number) =>
    accounts.reduce((sofar, account) => sofar + pick(account), 0);
  return {
    online: accounts.filter(({ state }) => state === 'online').length,
    total: accounts.length,
    fansToday: {
      new: sum((account) => account.fansToday.new),
      repeat: sum((account) => account.fansToday.repeat),
    },
    fansTotal: {
      new: sum((account) => account.fansTotal.new),
      repeat: sum((account) => account.fansTotal.repeat),
      base: sum((account) => account.fansTotal.base),
    },
    refused: accounts.filter(({ enabled, state }) => enabled && state === 'refused'),
  };
}
