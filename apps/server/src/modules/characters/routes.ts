import { getCharacterSummary } from '@parley/contract';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import { countTranslationsToday } from './records/queries.ts';
import { registerRecordRoutes } from './records/routes.ts';
import type { Characters } from './service.ts';

export function registerRoutes(
  mount: Mount,
  { database, characters, clock }: { database: Database; characters: Characters; clock: Clock },
) {
  registerRecordRoutes(mount, { database, clock });
  mount(getCharacterSummary, async ({ caller }) => {
    const balances = await characters.balances(database, caller.workspaceId);
    const subAccounts = balances.filter((balance) => balance.accountId !== caller.workspaceId);
    const sum = (of: (balance: (typeof balances)[number]) => number) =>
      subAccounts.reduce((total, balance) => total + of(balance), 0);
    return {
      ownerRemaining: balances.find((balance) => balance.accountId === caller.workspaceId)?.remaining ?? 0,
      allocated: sum((balance) => balance.remaining),
      usedToday: sum((balance) => balance.usedToday),
      usedTotal: sum((balance) => balance.usedTotal),
      translationsToday: await countTranslationsToday(database, caller.workspaceId),
    };
  });
}
