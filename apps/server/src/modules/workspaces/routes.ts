import { setTimeZone } from '@parley/contract/workspaces';
import type { Database } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import { changeTimeZone } from './service.ts';

export function registerRoutes(mount: Mount, { database }: { database: Database }): void {
  mount(setTimeZone, ({ caller, body, language, origin }) =>
    changeTimeZone(database, caller.workspaceId, body, language, origin),
  );
}
