import { reportUserClickLink } from '@parley/contract/promotion';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import { countClick } from './store.ts';

export function registerRoutes(
  mount: Mount,
  { database, clock }: { database: Database; clock: Clock },
): void {
  mount(reportUserClickLink, async ({ body }) => {
    await countClick(database, body.code.toLowerCase(), new Date(clock.now()));
    return null;
  });
}
