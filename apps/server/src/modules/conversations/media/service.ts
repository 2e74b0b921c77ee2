/** Stores the outcome of fetching a medium from its platform. */
import type { MediaProblem } from '@parley/contract/conversations';
import type { Database, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { addJob } from '../../../base/queue/queue.ts';
import type { ConversationRow, MessageRow, StoredMedia } from '../../../schema/conversations.ts';
import { type FetchedFile, type InspectedFile, keepFiles } from '../../files/index.ts';
import type { Changes } from '../changes.ts';
import { fetchMedia } from '../inbound/jobs.ts';
import { changeMessage, lockingMessage, lockMessage } from '../store.ts';
import { findCarriers } from './queries.ts';
import { failedMedia, isFetching, readyMedia } from './stored-media.ts';

export type MediaDeps = { database: Database; changes: Changes };

/** Stores the outcome, at most once: a message that no longer waits for its medium is left unchanged. */
export async function finishMedia(
  { database, changes }: MediaDeps,
  workspaceId: WorkspaceId,
  messageId: string,
  outcome: FetchedFile | { problem: MediaProblem },
): Promise<void> {
  await lockingMessage(database, { workspaceId, messageId }, async (tx) => {
    const waiting = await lockWaiting(tx, workspaceId, messageId);
    if (waiting === null) return;
    const { conversation, media } = waiting;
    if ('fileId' in outcome) {
      const inUse = { owner: workspaceId, purpose: 'message', fileIds: [outcome.fileId] } as const;
      if (!(await keepFiles(tx, inUse))) throw new Error(`the file ${outcome.fileId} is gone`);
    }
    const patch = patchOf(media, outcome);
    const row = await changeMessage(tx, workspaceId, messageId, patch);
    if (row) changes.announce(tx, conversation, row);
  });
}

function patchOf(media: StoredMedia, outcome: FetchedFile | { problem: MediaProblem }) {
  if (!('fileId' in outcome)) return { attachment: failedMedia(media, outcome.problem) };
  const { fileId, ...seen } = outcome;
  return { attachment: readyMedia(media, seen), fileId };
}

async function lockWaiting(
  tx: Tx,
  workspaceId: WorkspaceId,
  messageId: string,
): Promise<{ conversation: ConversationRow; media: StoredMedia } | null> {
  const locked = await lockMessage(tx, workspaceId, messageId);
  if (!locked) return null;
  const { conversation, message } = locked;
  // Another process may have been faster.
  if (message.erasedAt !== null || !isFetching(message.attachment)) return null;
  return { conversation, media: message.attachment };
}

/** Shows the facts of a file that was inspected after it was sent, in the messages that carry it. */
export async function showFacts(
  { database, changes }: MediaDeps,
  workspaceId: WorkspaceId,
  fileId: string,
  facts: InspectedFile,
): Promise<void> {
  for (const messageId of await findCarriers(database, workspaceId, fileId))
    await lockingMessage(database, { workspaceId, messageId }, async (tx) => {
      const locked = await lockMessage(tx, workspaceId, messageId);
      if (locked?.message.fileId !== fileId || locked.message.attachment?.type !== 'media') return;
      const attachment = readyMedia(locked.message.attachment, facts);
      const row = await changeMessage(tx, workspaceId, messageId, { attachment }, { erased: false });
      if (row) changes.announce(tx, locked.conversation, row);
    });
}

/** Fetches a failed medium again. Returns null if it hasn't failed, or if the platform's handle is unknown. */
export async function fetchAgain(
  tx: Tx,
  changes: Changes,
  conversation: ConversationRow,
  { workspaceId, id, attachment }: MessageRow,
): Promise<MessageRow | null> {
  if (attachment?.type !== 'media' || attachment.state !== 'failed') return null;
  if (attachment.key === null || attachment.problem === 'expired') return null;
  const row = await changeMessage(tx, workspaceId, id, {
    attachment: { ...attachment, state: 'fetching', problem: null },
  });
  if (row === null) return null;
  await addJob(tx, fetchMedia, { workspaceId, messageId: id });
  changes.announce(tx, conversation, row);
  return row;
}
