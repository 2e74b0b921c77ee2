import { characterUsageChart, getCharacterSummary } from '@parley/contract/characters';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import { readSums } from './queries.ts';
import { countTranslationsToday, readUsedDays } from './records/queries.ts';
import { registerRecordRoutes } from './records/routes.ts';

export function registerRoutes(mount: Mount, { database, clock }: { database: Database; clock: Clock }) {
  registerRecordRoutes(mount, { database, clock });
  mount(characterUsageChart, async ({ caller, query }) => ({
    days: await readUsedDays(database, caller.workspaceId, Number(query.days)),
  }));
  mount(getCharacterSummary, async ({ caller: { workspaceId } }) => ({
    ...(await readSums(database, workspaceId)),
    translationsToday: await countTranslationsToday(database, workspaceId),
  }));
}
