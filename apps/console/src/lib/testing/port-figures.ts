import type { SubAccount } from '@parley/contract/sub-accounts';

type PortHolders = { ports: number; subAccounts: readonly SubAccount[] };

/** Returns the port usage of an in-memory workspace, as the server counts it. */
export function portFigures({ ports, subAccounts }: PortHolders) {
  const working = subAccounts.filter(({ status }) => status === 'normal');
  const sum = (mode: SubAccount['portMode'], of: 'portLimit' | 'portsTaken') =>
    working.filter(({ portMode }) => portMode === mode).reduce((all, one) => all + one[of], 0);
  const fixed = sum('fixed', 'portLimit');
  const dynamicTaken = sum('dynamic', 'portsTaken');
  const online = dynamicTaken + sum('fixed', 'portsTaken');
  return { total: ports, fixed, dynamicTaken, free: ports - fixed - dynamicTaken, online };
}
