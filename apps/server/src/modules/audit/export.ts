/** Downloads of a workspace's records as spreadsheets. */
import type { InterfaceLanguage } from '@parley/contract';
import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { FileAnswer } from '../../base/http/file-answer.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type ReadRows, type Sheet, type SheetReader, spreadsheet } from '../../base/spreadsheet/sheet.ts';
import { readTimeZone } from './queries.ts';
import { type AuditRecord, record } from './record.ts';

/** An operator's request belongs to no workspace: its export names a time zone. */
type ExportRequest = {
  caller: { workspaceId: WorkspaceId } | { audience: 'operator' };
  language: InterfaceLanguage;
  origin: RequestOrigin;
};

type Export<Item> = {
  /** The exported records as the object of the audit entry: the name of a list, or one object. */
  object: string | NonNullable<AuditRecord['object']>;
  /** Defaults to the workspace's time zone. */
  timeZone?: string;
  sheet(reader: SheetReader): Sheet<Item>;
  read(place: Parameters<ReadRows<Item>>[0], reader: SheetReader): ReturnType<ReadRows<Item>>;
};

/** Records the export, then returns the spreadsheet: no row leaves the workspace unrecorded. */
export async function exportSpreadsheet<Item>(
  { database, clock }: { database: Database; clock: Clock },
  { caller, language, origin }: ExportRequest,
  { object, timeZone, sheet, read }: Export<Item>,
): Promise<FileAnswer> {
  await transaction(database, (tx) =>
    record(tx, origin, {
      action: 'records.exported',
      object: typeof object === 'string' ? { kind: 'records', id: object } : object,
    }),
  );
  const ofWorkspace = 'workspaceId' in caller ? await readTimeZone(database, caller.workspaceId) : null;
  const reader: SheetReader = { language, timeZone: timeZone ?? assertFound(ofWorkspace), now: clock.now() };
  return spreadsheet(sheet(reader), reader.now, (place) => read(place, reader));
}
