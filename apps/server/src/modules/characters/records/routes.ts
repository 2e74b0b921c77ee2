import type { InterfaceLanguage } from '@parley/contract';
import {
  characterAllocationPage,
  characterUsagePage,
  exportCharacterAllocations,
  exportCharacterUsage,
} from '@parley/contract/characters';
import type { Clock } from '../../../base/clock.ts';
import { type Database, transaction } from '../../../base/db/database.ts';
import type { Mount } from '../../../base/http/mount.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { spreadsheet } from '../../../base/spreadsheet/sheet.ts';
import { record } from '../../audit/index.ts';
import { calendarOf } from '../../workspaces/index.ts';
import { type AllocationItem, readAllocations, readUsage } from './queries.ts';
import { afterOf, allocationSheet, usageSheet } from './spreadsheets.ts';

type Deps = { database: Database; clock: Clock };

/** Open to every owner: the privilege that guards the allocation record on screen is part of the console login. */
export function registerRecordRoutes(mount: Mount, { database, clock }: Deps): void {
  mount(characterUsagePage, ({ caller, query }) => readUsage(database, caller.workspaceId, query));

  mount(characterAllocationPage, async ({ caller, query }) => {
    const { list, nextCursor } = await readAllocations(database, caller.workspaceId, query);
    return { list: list.map(presentAllocation), nextCursor };
  });

  const reader = async (workspaceId: WorkspaceId, language: InterfaceLanguage) => {
    const { timeZone } = await calendarOf(database, workspaceId);
    return { language, timeZone, now: clock.now() };
  };

  const recordExport = (origin: RequestOrigin, id: string) =>
    transaction(database, (tx) =>
      record(tx, origin, { action: 'records.exported', object: { kind: 'records', id } }),
    );

  mount(exportCharacterUsage, async ({ caller, query, language, origin }) => {
    await recordExport(origin, 'character-usage');
    const sheet = usageSheet(await reader(caller.workspaceId, language));
    return spreadsheet(sheet, clock.now(), (place) =>
      readUsage(database, caller.workspaceId, { ...query, ...place }),
    );
  });

  mount(exportCharacterAllocations, async ({ caller, query, language, origin }) => {
    await recordExport(origin, 'character-allocations');
    const sheet = allocationSheet(await reader(caller.workspaceId, language));
    return spreadsheet(sheet, clock.now(), (place) =>
      readAllocations(database, caller.workspaceId, { ...query, ...place }),
    );
  });
}

function presentAllocation(item: AllocationItem) {
  const { at, ...shown } = item;
  return { ...shown, time: Math.floor(at / 1000), after: afterOf(item) };
}
