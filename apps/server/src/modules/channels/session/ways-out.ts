/** Which way each held account goes out. Each second it is asked for some, so that many accounts cost no more than few. */
import type { Database } from '../../../base/db/database.ts';
import type { Proxies, Way } from '../../proxies/index.ts';
import type { HeldAccount } from '../store.ts';

/** A look asks for so many that were asked for before; those that are new or were changed are asked for at once. */
const askedAgain = 1_000;

export type WaysOut = (accounts: readonly HeldAccount[]) => Promise<ReadonlyMap<string, Way>>;

export function createWaysOut(database: Database, proxies: Proxies): WaysOut {
  /** Those asked for longest ago come first. */
  let known = new Map<string, { settings: string; way: Way }>();

  return async (accounts) => {
    const present = new Map(accounts.map((account) => [account.id, account]));
    known = new Map([...known].filter(([id]) => present.has(id)));
    const again = new Set([...known.keys()].slice(0, askedAgain));
    const asked = accounts.filter(
      (account) => again.has(account.id) || known.get(account.id)?.settings !== settingsOf(account),
    );
    const found = asked.length === 0 ? new Map<string, Way>() : await proxies.ways(database, asked);
    for (const account of asked) {
      const way = found.get(account.id);
      known.delete(account.id);
      if (way) known.set(account.id, { settings: settingsOf(account), way });
    }
    return new Map([...known].map(([id, { way }]) => [id, way]));
  };
}

const settingsOf = ({ subAccountId, proxyMode, proxyId }: HeldAccount): string =>
  [subAccountId, proxyMode, proxyId].join(' ');
