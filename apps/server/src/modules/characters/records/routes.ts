import {
  characterAllocationPage,
  characterUsagePage,
  exportCharacterAllocations,
  exportCharacterUsage,
} from '@parley/contract/characters';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import type { Mount } from '../../../base/http/mount.ts';
import { exportSpreadsheet } from '../../audit/index.ts';
import { presentAllocation } from './presenter.ts';
import { readAllocations, readUsage } from './queries.ts';
import { allocationSheet, usageSheet } from './spreadsheets.ts';

type Deps = { database: Database; clock: Clock };

/** Open to every owner: the privilege that guards the allocation record on screen is part of the console login. */
export function registerRecordRoutes(mount: Mount, deps: Deps): void {
  const { database } = deps;
  mount(characterUsagePage, ({ caller, query }) => readUsage(database, caller.workspaceId, query));

  mount(characterAllocationPage, async ({ caller, query }) => {
    const { list, nextCursor } = await readAllocations(database, caller.workspaceId, query);
    return { list: list.map(presentAllocation), nextCursor };
  });

  mount(exportCharacterUsage, (request) =>
    exportSpreadsheet(deps, request, {
      object: 'character-usage',
      sheet: usageSheet,
      read: (place) => readUsage(database, request.caller.workspaceId, { ...request.query, ...place }),
    }),
  );

  mount(exportCharacterAllocations, (request) =>
    exportSpreadsheet(deps, request, {
      object: 'character-allocations',
      sheet: allocationSheet,
      read: (place) => readAllocations(database, request.caller.workspaceId, { ...request.query, ...place }),
    }),
  );
}
