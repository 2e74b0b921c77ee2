/** Hands agents' message changes to connectors, and takes their reports. As with messages, the rows are the queue. */
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { MessageRow, StoredChange } from '../../../schema/conversations.ts';
import type { Changes } from '../changes.ts';
import { deleteParts } from '../message-parts/store.ts';
import { storableId, storableStart } from '../storable.ts';
import { changeMessage, lockMessage, type Patch } from '../store.ts';
import { type ChangeToMake, isKnownVersion, keepVersion, nextChanges } from './store.ts';

export type ChangeOutcome =
  /** `parts`: the parts that are left, by the platform's ids. */
  | { ok: true; parts?: readonly string[] }
  /** `retryAt` in ms since the epoch; null after a permanent failure. */
  | { ok: false; reason: string; retryAt: number | null };

export type ChangeOutbox = {
  next(workspaceId: WorkspaceId, socialAccountId: string, limit: number): Promise<ChangeToMake[]>;
  /** Stores the outcome of a change; does nothing if the change was replaced meanwhile. */
  done(
    workspaceId: WorkspaceId,
    change: Pick<ChangeToMake, 'messageId' | 'changeId'>,
    outcome: ChangeOutcome,
  ): Promise<void>;
};

type Deps = { database: Database; changes: Changes; now(): number };

export function createChangeOutbox(deps: Deps): ChangeOutbox {
  const { database } = deps;
  return {
    next: (workspaceId, socialAccountId, limit) => nextChanges(database, workspaceId, socialAccountId, limit),
    done: (workspaceId, change, outcome) => finish(deps, workspaceId, change, outcome),
  };
}

function finish(
  { database, changes, now }: Deps,
  workspaceId: WorkspaceId,
  { messageId, changeId }: Pick<ChangeToMake, 'messageId' | 'changeId'>,
  outcome: ChangeOutcome,
): Promise<void> {
  return transaction(database, async (tx) => {
    const locked = await lockMessage(tx, workspaceId, messageId);
    const change = locked?.message.change;
    if (!locked || change?.id !== changeId) return;
    const { message, conversation } = locked;
    const at = new Date(now());
    const patch = outcome.ok
      ? {
          ...made(message, await withPrice(tx, message, change), at),
          ...(await leftParts(tx, message, outcome)),
        }
      : { change: notMade(change, outcome) };
    const changed = await changeMessage(tx, workspaceId, messageId, patch);
    if (!changed) return;
    if (outcome.ok && change.kind === 'edit') await keepVersion(tx, message, at);
    changes.announce(tx, conversation, changed);
  });
}

/** Deletes the parts that an edit has removed. */
async function leftParts(
  tx: Tx,
  { workspaceId, id }: MessageRow,
  { parts }: Extract<ChangeOutcome, { ok: true }>,
): Promise<Patch> {
  const [first] = parts ?? [];
  if (parts === undefined || first === undefined) return {};
  await deleteParts(tx, workspaceId, id, parts.length === 1 ? 0 : parts.length);
  return { platformMessageId: storableId(first) };
}

/** An edit that restores an earlier text isn't charged or counted again. */
async function withPrice(tx: Tx, message: MessageRow, change: StoredChange): Promise<StoredChange> {
  if (change.kind !== 'edit' || change.characters === 0) return change;
  const { text: original, translation } = change;
  return (await isKnownVersion(tx, message, { original, translation }))
    ? { ...change, characters: 0 }
    : change;
}

function made(message: MessageRow, change: StoredChange, at: Date): Patch {
  if (change.kind === 'delete') return { change: null, deletedAt: at };
  if (change.kind === 'react') {
    const others = (message.reactions ?? []).filter(({ side }) => side !== 'out');
    const { emoji } = change;
    const all = emoji === null ? others : [...others, { side: 'out' as const, by: null, emoji }];
    return { change: null, reactions: all.length === 0 ? null : all };
  }
  return {
    change: null,
    original: change.text,
    originalLanguage: change.originalLanguage,
    translation: change.translation,
    translationLanguage: change.translationLanguage,
    translationState: change.translation === null ? 'none' : 'done',
    translationProblem: null,
    characters: message.characters + change.characters,
    editedAt: at,
    edits: message.edits + 1,
    mentions: null,
  };
}

function notMade(
  change: StoredChange,
  { reason, retryAt }: Extract<ChangeOutcome, { ok: false }>,
): StoredChange {
  const problem = storableStart(reason, 1_000);
  const attempts = change.attempts + 1;
  return {
    ...change,
    attempts,
    problem,
    state: retryAt === null ? 'failed' : 'queued',
    nextAttemptAt: retryAt,
  };
}
