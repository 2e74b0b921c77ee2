/**
 * Imports a file batch by batch. Each transaction stores a batch's entries and advances the position past its rows, so that a
 * killed process loses and duplicates nothing: the next one skips the rows before the position.
 */
import { dedupeEntryLimit, dedupeImportLimit, keptFaultLimit } from '@parley/contract/dedupe-libraries';
import { transaction } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import type { Attempt } from '../../../../base/queue/queue.ts';
import { UnreadableWorkbook } from '../../../../base/spreadsheet/read-workbook.ts';
import { type FilesDeps, openFile } from '../../../files/index.ts';
import { insertEntries, lockLibrary } from '../store.ts';
import { type ImportRow, readImportRows } from './file-rows.ts';
import { endImport } from './service.ts';
import * as store from './store.ts';

export type ImportDeps = FilesDeps;

type Batch = { from: number; rows: ImportRow[]; progress: number };
/** Result of storing a batch; `stopped` if another process has ended or advanced the import. */
type Outcome = 'saved' | 'stopped' | 'library-full';

/** Rows per transaction. Larger batches are no faster, and block other changes of the library for longer. */
export const batchRows = 5_000;

/** Continues an import until it ends or `signal` aborts it. Idempotent; an import that has ended is skipped. */
export async function runImport(
  deps: ImportDeps,
  workspaceId: WorkspaceId,
  importId: string,
  attempt: Pick<Attempt, 'last' | 'signal'>,
): Promise<void> {
  const record = await store.findImport(deps.database, workspaceId, importId);
  if (record?.state !== 'running') return;
  const end = (ending: store.ImportEnding) =>
    transaction(deps.database, (tx) => endImport(tx, workspaceId, importId, ending));
  try {
    const outcome = await importRows(deps, workspaceId, record, attempt.signal);
    if (outcome === 'saved') await end({ state: 'done', failure: null });
    else if (outcome !== 'stopped') await end({ state: 'failed', failure: outcome });
  } catch (error) {
    if (error instanceof UnreadableWorkbook) await end({ state: 'failed', failure: 'unreadable' });
    else {
      if (attempt.last && !attempt.signal.aborted) await end({ state: 'failed', failure: 'interrupted' });
      throw error;
    }
  }
}

/** Reads the next batch while the previous one is being stored. */
async function importRows(
  deps: ImportDeps,
  workspaceId: WorkspaceId,
  record: store.ImportRecord,
  signal: AbortSignal,
): Promise<Outcome | 'too-many-rows'> {
  const { onDisk } = await openFile(deps, workspaceId, { fileId: record.fileId, purpose: 'dedupe-import' });
  await using file = onDisk;
  let batch: Batch = { from: record.rowsRead, rows: [], progress: record.progress };
  let saving: Promise<Outcome> = Promise.resolve('saved');
  for await (const piece of readImportRows(file, record, record.rowsRead)) {
    for (const row of piece.rows) {
      if (batch.from + batch.rows.length >= dedupeImportLimit) {
        const outcome = await saveLast(deps, record, saving, batch);
        return outcome === 'saved' ? 'too-many-rows' : outcome;
      }
      batch.rows.push(row);
      if (batch.rows.length < batchRows) continue;
      const outcome = await saving;
      if (outcome !== 'saved') return outcome;
      saving = saveBatch(deps, record, { ...batch, progress: piece.progress });
      // Awaited with the next batch; until then its rejection would be unhandled.
      saving.catch(() => undefined);
      batch = { from: batch.from + batchRows, rows: [], progress: piece.progress };
    }
    if (signal.aborted) {
      await saving;
      signal.throwIfAborted();
    }
  }
  return saveLast(deps, record, saving, { ...batch, progress: 1 });
}

async function saveLast(
  deps: ImportDeps,
  record: store.ImportRecord,
  saving: Promise<Outcome>,
  batch: Batch,
): Promise<Outcome> {
  const outcome = await saving;
  return outcome === 'saved' ? saveBatch(deps, record, batch) : outcome;
}

/** Stores a batch if the import is still at the batch's start. */
async function saveBatch(
  { database }: ImportDeps,
  { workspaceId, id, libraryId }: store.ImportRecord,
  { from, rows, progress }: Batch,
): Promise<Outcome> {
  if (rows.length === 0) return 'saved';
  const keys: string[] = [];
  const faults: Extract<ImportRow, { fault: unknown }>[] = [];
  for (const row of rows) {
    if ('key' in row) keys.push(row.key);
    else faults.push(row);
  }
  return transaction(database, async (tx) => {
    const library = await lockLibrary(tx, workspaceId, libraryId);
    const held = await store.lockImport(tx, workspaceId, id);
    if (library === null || held?.state !== 'running' || held.rowsRead !== from) return 'stopped';
    if (library.entries + keys.length > dedupeEntryLimit) return 'library-full';
    const added = await insertEntries(tx, library, keys);
    await store.insertFaults(tx, held, faults.slice(0, Math.max(0, keptFaultLimit - held.faulty)));
    await store.advance(tx, held, {
      rows: rows.length,
      added,
      existing: keys.length - added,
      faulty: faults.length,
      progress,
    });
    return 'saved';
  });
}
