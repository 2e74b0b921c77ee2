/**
 * Caches the egress of each held account and refreshes a bounded part of the cache every second, so that the cost of a
 * round is constant.
 */
import type { Database } from '../../../base/db/database.ts';
import type { Egress, Proxies } from '../../proxies/index.ts';
import type { HeldAccount } from '../open-accounts/queries.ts';

/** Entries refreshed per call, in addition to new and changed accounts. */
const askedAgain = 1_000;

export type EgressOf = (accounts: readonly HeldAccount[]) => Promise<ReadonlyMap<string, Egress>>;

export function createEgressCache(database: Database, proxies: Proxies): EgressOf {
  /** Ordered by refresh time, oldest first. */
  let known = new Map<string, { settings: string; egress: Egress }>();

  return async (accounts) => {
    const present = new Map(accounts.map((account) => [account.id, account]));
    known = new Map([...known].filter(([id]) => present.has(id)));
    const again = new Set([...known.keys()].slice(0, askedAgain));
    const asked = accounts.filter(
      (account) => again.has(account.id) || known.get(account.id)?.settings !== settingsOf(account),
    );
    const found = asked.length === 0 ? new Map<string, Egress>() : await proxies.findEgress(database, asked);
    for (const account of asked) {
      const egress = found.get(account.id);
      known.delete(account.id);
      if (egress) known.set(account.id, { settings: settingsOf(account), egress });
    }
    return new Map([...known].map(([id, { egress }]) => [id, egress]));
  };
}

const settingsOf = ({ subAccountId, proxyMode, proxyId }: HeldAccount): string =>
  [subAccountId, proxyMode, proxyId].join(' ');
