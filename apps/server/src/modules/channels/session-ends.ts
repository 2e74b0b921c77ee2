/** Which sessions of held accounts are over, and the ports that they give back. */
import { endOwn, type SessionEnd } from '../ports/index.ts';
import type { Held, Holder } from './held-account.ts';
import * as entries from './held-account.ts';

/** Who has not been online for so long gives its port back. */
const mayBeAwayMs = 90_000;

/** Gives back the ports of accounts that may have no session, and of those that were away for too long. */
export async function endSessions(deps: Holder, held: ReadonlyMap<string, Held>): Promise<void> {
  const over = [...held.values()].map((entry) => ({ entry, why: whyOver(deps, entry) }));
  for (const [why, some] of Map.groupBy(over, (one) => one.why)) {
    if (why === null) continue;
    const accounts = some.map(({ entry }) => entry.account);
    const ended = await endOwn(deps.database, deps.processId, accounts, why);
    const gone = new Set(ended.map(({ socialAccountId }) => socialAccountId));
    for (const { entry } of some) {
      entry.port = false;
      entry.lost = why === 'lost' && entry.shut === null;
      if (gone.has(entry.account.id) && entry.state) entries.announce(deps, entry.account, entry.state);
    }
  }
}

/** Null: it keeps its port, or has none. */
function whyOver({ clock }: Holder, entry: Held): SessionEnd | null {
  if (!entry.port) return null;
  const { barred } = entry.account;
  if (barred !== null) return barred === 'not-permitted' ? 'not-permitted' : 'disabled';
  return entry.offlineSince !== null && clock.now() - entry.offlineSince > mayBeAwayMs ? 'lost' : null;
}
