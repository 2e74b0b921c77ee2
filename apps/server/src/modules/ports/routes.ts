import { heldPortPage, pastSessionPage, portSummary } from '@parley/contract/ports';
import type { Database } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import { freeOf } from './pool.ts';
import { readHeldPorts, readPastSessions } from './queries.ts';
import { readPool } from './store.ts';

export function registerRoutes(mount: Mount, { database }: { database: Database }): void {
  mount(portSummary, async ({ caller }) => {
    const pool = await readPool(database, caller.workspaceId);
    return { ...pool, free: freeOf(pool) };
  });

  mount(heldPortPage, ({ caller, query }) => readHeldPorts(database, caller.workspaceId, query));

  mount(pastSessionPage, ({ caller, query }) => readPastSessions(database, caller.workspaceId, query));
}
