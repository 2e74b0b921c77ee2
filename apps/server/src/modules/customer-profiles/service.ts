import type { CustomerProfile } from '@parley/contract/customer-profiles';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Handle, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { changesOf, record } from '../audit/index.ts';
import { copyProfile, findRow } from '../fans/index.ts';
import { type CustomerNotes, noteChanges } from './note-changes.ts';
import * as store from './store.ts';

export type ProfileDeps = { database: Database; clock: Clock; realtime: RealtimeServer };
export type Agent = { workspaceId: WorkspaceId; subAccountId: string };
export type NotesForm = CustomerNotes & { conversationId: string; version: number; shared: boolean };

/** Returns the notes about a conversation's customer. Throws `conversation.not-found`. */
export async function readProfile(
  { database }: ProfileDeps,
  agent: Agent,
  conversationId: string,
): Promise<CustomerProfile> {
  return profileOf(database, agent, await fanOf(database, agent, conversationId));
}

/**
 * Saves the notes. Throws `conversation.not-found`, and `resource.stale` when another agent saved first, or when the
 * notes would be shared more widely than the agent was shown.
 */
export async function saveProfile(
  deps: ProfileDeps,
  agent: Agent,
  { conversationId, version, shared, ...notes }: NotesForm,
): Promise<CustomerProfile> {
  return transaction(deps.database, async (tx) => {
    const fanId = await fanOf(tx, agent, conversationId);
    return saveNotes(
      tx,
      deps,
      { ...agent, changedBy: agent.subAccountId, byOwner: false },
      { fanId, version, shared, notes },
    );
  });
}

/**
 * Returns the notes about the fan of a row of the fan list, as the row's sub-account sees them. Throws `fan.not-found`.
 */
export async function readRowProfile(
  { database }: ProfileDeps,
  workspaceId: WorkspaceId,
  rowId: string,
): Promise<CustomerProfile> {
  const { fanId, subAccountId } = assertFound(await findRow(database, workspaceId, rowId), 'fan.not-found');
  return profileOf(database, { workspaceId, subAccountId }, fanId);
}

export type RowNotesForm = Omit<CustomerNotes, 'email'> & {
  rowId: string;
  version: number;
  shared: boolean;
};

/**
 * Does the same as `saveProfile` for the owner, on a row of the fan list; the e-mail address is kept. Throws
 * `fan.not-found`.
 */
export async function saveRowProfile(
  deps: ProfileDeps,
  { workspaceId, userId }: { workspaceId: WorkspaceId; userId: string },
  { rowId, version, shared, ...form }: RowNotesForm,
  origin: RequestOrigin,
): Promise<CustomerProfile> {
  return transaction(deps.database, async (tx) => {
    const { fanId, subAccountId } = assertFound(await findRow(tx, workspaceId, rowId), 'fan.not-found');
    const editor = { workspaceId, subAccountId, changedBy: userId, byOwner: true };
    const { email, alias, phone, notes: note } = await profileOf(tx, editor, fanId);
    const saved = await saveNotes(tx, deps, editor, { fanId, version, shared, notes: { ...form, email } });
    await record(tx, origin, {
      action: 'fan.changed',
      object: { kind: 'fan', id: fanId, name: form.alias },
      details: changesOf({ alias, phone, note }, { alias: form.alias, phone: form.phone, note: form.notes }),
    });
    return saved;
  });
}

const blank: CustomerNotes = { alias: '', phone: '', email: '', notes: '' };

async function saveNotes(
  tx: Tx,
  deps: ProfileDeps,
  { workspaceId, subAccountId, changedBy, byOwner }: Editor,
  { fanId, version, shared, notes }: NotesOfFan,
): Promise<CustomerProfile> {
  if ((await store.sharesProfiles(tx, workspaceId, subAccountId)) !== shared)
    throw new AppError('resource.stale');
  const agent = { workspaceId, subAccountId };
  const shown = await profileOf(tx, agent, fanId);
  const scope = shared ? 'workspace' : subAccountId;
  const row = { workspaceId, fanId, scope, ...notes, changedAt: new Date(deps.clock.now()), changedBy };
  const stored = await (version === 0
    ? store.insertProfile(tx, row)
    : store.updateProfile(tx, { ...row, version }));
  if (!stored) throw new AppError('resource.stale');
  await copyProfile(tx, { ...row, phone: notes.phone === shown.phone ? null : notes.phone });
  const changes = noteChanges(version === 0 ? blank : shown, notes);
  if (changes.length > 0) await store.insertChanges(tx, { ...row, byOwner }, changes);
  const readers = shared ? await store.sharingSubAccounts(tx, workspaceId, fanId) : [];
  tx.afterCommit(() => {
    for (const reader of new Set([subAccountId, ...readers]))
      deps.realtime.desk(reader).emit('customerProfile', { fanId });
  });
  return profileOf(tx, agent, fanId);
}

type Editor = Agent & { changedBy: string; byOwner: boolean };
type NotesOfFan = { fanId: string; version: number; shared: boolean; notes: CustomerNotes };

/** Throws for groups, which have no customer, and for conversations of other sub-accounts. */
async function fanOf(handle: Handle, agent: Agent, conversationId: string): Promise<string> {
  const fanId = await store.findCustomer(handle, agent.workspaceId, agent.subAccountId, conversationId);
  if (fanId === null) throw new AppError('conversation.not-found');
  return fanId;
}

/**
 * Returns the profile for an agent: the team's if it is shared, else its own. Where nothing is shared yet, the agent's
 * own profile is shown, and stored for the team with the first save.
 */
async function profileOf(handle: Handle, agent: Agent, fanId: string): Promise<CustomerProfile> {
  const { workspaceId, subAccountId } = agent;
  const shared = await store.sharesProfiles(handle, workspaceId, subAccountId);
  const scopes = shared ? ['workspace', subAccountId] : [subAccountId];
  const [profile] = await store.readProfiles(handle, workspaceId, fanId, scopes);
  if (!profile) return { ...blank, shared, changedAt: null, changedBy: null, version: 0 };
  const { alias, phone, email, notes, changedBy } = profile;
  const isStart = shared && profile.scope !== 'workspace';
  const changedAt = profile.changedAt.getTime();
  return { alias, phone, email, notes, shared, changedAt, changedBy, version: isStart ? 0 : profile.version };
}
