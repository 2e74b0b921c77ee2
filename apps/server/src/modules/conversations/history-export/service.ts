/** Exports messages as files: one conversation in chronological order, or a search result with the newest first. */
import { Readable } from 'node:stream';
import type { Database } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { FileAnswer } from '../../../base/http/file-answer.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type SheetReader, sheetOf, spreadsheet } from '../../../base/spreadsheet/sheet.ts';
import { findMessages } from '../search/find-messages.ts';
import { type FoundMessageRow, type MessageFilters, readInOrder, readScope } from '../search/queries.ts';
import { fileTitle, messageFields, transcriptLines } from './spreadsheets.ts';

const atOnce = 500;

type Place = { cursor: string | undefined; pageSize: number };

/** Returns a function that reads the messages page by page. */
async function readerOf(database: Database, workspaceId: WorkspaceId, filters: MessageFilters) {
  if (filters.conversationId === undefined || filters.text !== undefined) {
    return async (place: Place) => {
      const { list, nextCursor, complete } = await findMessages(database, workspaceId, {
        ...filters,
        ...place,
      });
      // A file must be complete, while a page may lack messages that are about to be indexed.
      if (!complete && place.cursor === undefined) throw new AppError('chat-history.indexing');
      return { list, nextCursor };
    };
  }
  const scope = await readScope(database, workspaceId, filters);
  return async ({ cursor, pageSize }: Place) => {
    const list = await readInOrder(database, scope, {
      afterSeq: cursor === undefined ? null : Number(cursor),
      limit: pageSize,
    });
    const last = list.at(-1);
    return { list, nextCursor: list.length === pageSize && last ? String(last.seq) : null };
  };
}

type Wanted = { workspaceId: WorkspaceId; filters: MessageFilters; reader: SheetReader };

export async function exportSpreadsheet(
  database: Database,
  { workspaceId, filters, reader }: Wanted,
): Promise<FileAnswer> {
  const sheet = sheetOf<FoundMessageRow>(fileTitle, messageFields, reader);
  return spreadsheet(sheet, reader.now, await readerOf(database, workspaceId, filters));
}

/** Exports messages as plain text. Reads the first page before responding. */
export async function exportTranscript(
  database: Database,
  { workspaceId, filters, reader }: Wanted,
): Promise<FileAnswer> {
  const read = await readerOf(database, workspaceId, filters);
  const first = await read({ cursor: undefined, pageSize: atOnce });
  const { fileName } = sheetOf<FoundMessageRow>(fileTitle, messageFields, reader);
  async function* lines() {
    const linesOf = transcriptLines(reader);
    for (let page = first; ; ) {
      yield page.list.map(linesOf).join('');
      if (page.nextCursor === null) return;
      page = await read({ cursor: page.nextCursor, pageSize: atOnce });
    }
  }
  return { fileName: fileName.replace(/\.xlsx$/, '.txt'), body: Readable.from(lines()) };
}
