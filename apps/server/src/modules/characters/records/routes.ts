import {
  characterAllocationPage,
  characterUsagePage,
  exportCharacterAllocations,
  exportCharacterUsage,
  type InterfaceLanguage,
} from '@parley/contract';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import { found } from '../../../base/http/app-error.ts';
import type { FileAnswer } from '../../../base/http/file-answer.ts';
import type { Mount } from '../../../base/http/mount.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { workbook } from '../../../base/spreadsheet/workbook.ts';
import { type AllocationItem, type Page, readAllocations, readTimeZone, readUsage } from './queries.ts';
import { afterOf, allocationSheet, type Sheet, usageSheet } from './spreadsheets.ts';

type Deps = { database: Database; clock: Clock };

/** Any owner may: the privilege that guards the allocation record on screen comes with the log-in at the console. */
export function registerRecordRoutes(mount: Mount, { database, clock }: Deps): void {
  mount(characterUsagePage, ({ caller, query }) => readUsage(database, caller.workspaceId, query));

  mount(characterAllocationPage, async ({ caller, query }) => {
    const { list, nextCursor } = await readAllocations(database, caller.workspaceId, query);
    return { list: list.map(presentAllocation), nextCursor };
  });

  const reader = async (workspaceId: WorkspaceId, language: InterfaceLanguage) => {
    const timeZone = found(await readTimeZone(database, workspaceId));
    return { language, timeZone, now: clock.now() };
  };

  mount(exportCharacterUsage, async ({ caller, query, language }) => {
    const sheet = usageSheet(await reader(caller.workspaceId, language));
    return spreadsheet(sheet, clock, (place) =>
      readUsage(database, caller.workspaceId, { ...query, ...place }),
    );
  });

  mount(exportCharacterAllocations, async ({ caller, query, language }) => {
    const sheet = allocationSheet(await reader(caller.workspaceId, language));
    return spreadsheet(sheet, clock, (place) =>
      readAllocations(database, caller.workspaceId, { ...query, ...place }),
    );
  });
}

function presentAllocation(item: AllocationItem) {
  const { at, ...shown } = item;
  return { ...shown, time: Math.floor(at / 1000), after: afterOf(item) };
}

/** Rows asked of the database at a time: few enough to be gone with the next, many enough that asking costs little. */
const batchSize = 500;

type ReadPage<Item> = (place: { cursor: string | undefined; pageSize: number }) => Promise<Page<Item>>;

/**
 * Reads page by page, so that no transaction stays open for a reader who takes an hour. The first page is read
 * before anything is answered: what fails there is still an envelope.
 */
async function spreadsheet<Item>(
  sheet: Sheet<Item>,
  clock: Clock,
  readPage: ReadPage<Item>,
): Promise<FileAnswer> {
  const first = await readPage({ cursor: undefined, pageSize: batchSize });
  async function* batches() {
    for (let page = first; ; ) {
      yield page.list.map(sheet.row);
      if (page.nextCursor === null) return;
      page = await readPage({ cursor: page.nextCursor, pageSize: batchSize });
    }
  }
  const { name, fileName, columns } = sheet;
  return { fileName, body: workbook({ sheetName: name, columns, batches: batches(), now: clock.now() }) };
}
