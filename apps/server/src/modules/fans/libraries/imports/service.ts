import type { AnswerOf, ParsedRequestOf } from '@parley/contract';
import {
  dedupeEntryLimit,
  type dedupeFaultPage,
  type previewDedupeImport,
  type startDedupeImport,
} from '@parley/contract/dedupe-libraries';
import { spreadsheetMediaType } from '@parley/contract/values';
import { type Tx, transaction } from '../../../../base/db/database.ts';
import { AppError, assertFound } from '../../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../../base/ids.ts';
import { addJob } from '../../../../base/queue/queue.ts';
import { UnreadableWorkbook } from '../../../../base/spreadsheet/read-workbook.ts';
import { record } from '../../../audit/index.ts';
import { type FilesDeps, keepFiles, openFile, releaseFiles } from '../../../files/index.ts';
import { lockLibrary } from '../store.ts';
import { previewFile } from './file-rows.ts';
import { importJob } from './import-job.ts';
import * as store from './store.ts';

const purpose = 'dedupe-import';

const formatOf = (contentType: string) => (contentType === spreadsheetMediaType ? 'xlsx' : 'text');

/** Throws `resource.not-found` or `dedupe-import.unreadable`. */
export async function preview(
  deps: FilesDeps,
  workspaceId: WorkspaceId,
  { fileId, ...given }: ParsedRequestOf<typeof previewDedupeImport>['body'],
): Promise<AnswerOf<typeof previewDedupeImport>> {
  const { file, onDisk } = await openFile(deps, workspaceId, { fileId, purpose });
  await using opened = onDisk;
  return previewFile(opened, formatOf(file.contentType), given).catch((error: unknown) => {
    throw error instanceof UnreadableWorkbook
      ? new AppError('dedupe-import.unreadable', { cause: error })
      : error;
  });
}

/** Marks the file as used until the import ends. Throws what the endpoint declares. Returns the import's id. */
export async function startImport(
  deps: FilesDeps,
  workspaceId: WorkspaceId,
  { libraryId, fileId, ...reading }: ParsedRequestOf<typeof startDedupeImport>['body'],
  origin: RequestOrigin,
): Promise<string> {
  const { file, onDisk } = await openFile(deps, workspaceId, { fileId, purpose });
  await onDisk[Symbol.asyncDispose]();
  const id = newId();
  await transaction(deps.database, async (tx) => {
    const library = assertFound(await lockLibrary(tx, workspaceId, libraryId), 'dedupe-library.not-found');
    if (library.entries >= dedupeEntryLimit)
      throw new AppError('dedupe-library.full', { details: { max: dedupeEntryLimit } });
    if (!(await keepFiles(tx, { owner: workspaceId, purpose, fileIds: [fileId] })))
      throw new AppError('resource.not-found');
    const format = formatOf(file.contentType);
    const row = { workspaceId, id, libraryId, fileId, fileName: file.name, format, ...reading } as const;
    if (!(await store.insertImport(tx, row))) throw new AppError('dedupe-import.running');
    await addJob(tx, importJob, { workspaceId, importId: id }, { key: `import ${id}` });
    await record(tx, origin, {
      action: 'dedupe-library.import-started',
      object: { kind: 'dedupe-library', id: libraryId },
      details: { fileName: file.name },
    });
  });
  return id;
}

/** Stops an import; no effect if it has ended. Throws `dedupe-import.not-found`. */
export async function cancelImport(
  deps: FilesDeps,
  workspaceId: WorkspaceId,
  importId: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(deps.database, async (tx) => {
    const held = assertFound(await store.lockImport(tx, workspaceId, importId), 'dedupe-import.not-found');
    if (held.state !== 'running') return;
    await endImport(tx, workspaceId, importId, { state: 'cancelled', failure: null });
    await record(tx, origin, {
      action: 'dedupe-library.import-cancelled',
      object: { kind: 'dedupe-library', id: held.libraryId },
    });
  });
}

const cancelled = { state: 'cancelled', failure: null } as const;

/** Stops imports into libraries that are being deleted. */
export async function cancelImportsInto(
  tx: Tx,
  workspaceId: WorkspaceId,
  libraryIds: readonly string[],
): Promise<void> {
  const fileIds = await store.endImports(tx, workspaceId, { libraryIds }, cancelled);
  await releaseFiles(tx, { owner: workspaceId, purpose, fileIds });
}

/** Ends a running import and releases its file. */
export async function endImport(
  tx: Tx,
  workspaceId: WorkspaceId,
  importId: string,
  ending: store.ImportEnding,
): Promise<void> {
  const fileIds = await store.endImports(tx, workspaceId, { ids: [importId] }, ending);
  await releaseFiles(tx, { owner: workspaceId, purpose, fileIds });
}

type Fault = AnswerOf<typeof dedupeFaultPage>['list'][number];

/** CSV with a byte order mark, from which spreadsheets recognize UTF-8. Formulas are neutralized. */
export function faultsCsv(faults: readonly Fault[]): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return `"${safe.replaceAll('"', '""')}"`;
  };
  const lines = faults.map(({ line, fault, text }) => `${line},${fault},${cell(text)}`);
  return `\uFEFF${['line,reason,text', ...lines].join('\r\n')}\r\n`;
}
