/** The use cases of prospective fans: a visitor leaves a contact; agents and the owner follow it up. */

import type { AuditAction } from '@parley/contract/audit';
import type { ProspectiveFanState } from '@parley/contract/prospective-fans';
import type { contactForm } from '@parley/contract/split-links';
import type { z } from 'zod';
import type { Clock } from '../../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { changesOf, record } from '../../audit/index.ts';
import { nextStateOf, type ProspectiveFanAct } from './next-state.ts';
import {
  type DeskProspectiveFanItem,
  findForDesk,
  hasConversation,
  readAudience,
  type SeeingDesk,
} from './queries.ts';
import * as store from './store.ts';

export type ProspectiveFanDeps = {
  database: Database;
  clock: Clock;
  realtime: Pick<RealtimeServer, 'desk' | 'console'>;
};

export type LeftContact = z.output<typeof contactForm> & {
  workspaceId: WorkspaceId;
  splitLinkId: string;
  language: string;
  country: string | null;
};

/** Stores a visitor's contact once. Returns `unknown` if the link was deleted, `full` if it accepts no more. */
export async function leaveContact(
  { database, clock, realtime }: ProspectiveFanDeps,
  { name, contact, message, ...left }: LeftContact,
): Promise<'sent' | 'unknown' | 'full'> {
  return transaction(database, async (tx) => {
    const texts = {
      name: storableText(name),
      contact: storableText(contact),
      message: storableText(message),
    };
    const createdAt = new Date(clock.now());
    const outcome = await store.insertContact(tx, { ...left, ...texts, id: newId(), createdAt });
    if (outcome === 'stored') await notify(tx, realtime, left.workspaceId, [left.splitLinkId]);
    return outcome === 'stored' || outcome === 'repeated' ? 'sent' : outcome;
  });
}

/** Notifies the desks and consoles that see prospective fans of these links to fetch them again. */
async function notify(
  tx: Tx,
  realtime: ProspectiveFanDeps['realtime'],
  workspaceId: WorkspaceId,
  linkIds: readonly string[],
): Promise<void> {
  const audience = await readAudience(tx, workspaceId, linkIds);
  tx.afterCommit(() => {
    for (const id of audience) realtime.desk(id).emit('prospectiveFans', {});
    realtime.console(workspaceId).emit('prospectiveFans', {});
  });
}

const actions = {
  open: 'prospective-fan.reopened',
  claimed: 'prospective-fan.claimed',
  done: 'prospective-fan.done',
  'given-up': 'prospective-fan.given-up',
} as const satisfies Record<ProspectiveFanState, AuditAction>;

// The audit log outlives the entry, so it names the link and nothing of the visitor.
const objectOf = (id: string, linkName: string) => ({ kind: 'prospective-fan', id, name: linkName }) as const;

type AgentsAct = { id: string; act: ProspectiveFanAct; authorName: string | null };

/**
 * Performs an agent's act, or nothing if it has been done already. Throws `prospective-fan.not-found` if the sub-account doesn't
 * see the entry, `prospective-fan.taken`, `prospective-fan.ended` and `conversation.not-found`.
 */
export async function act(
  { database, clock, realtime }: ProspectiveFanDeps,
  caller: SeeingDesk,
  { id, act: wanted, authorName }: AgentsAct,
  origin: RequestOrigin,
): Promise<DeskProspectiveFanItem> {
  return transaction(database, async (tx) => {
    const { workspaceId, subAccountId } = caller;
    const before = await hold(tx, caller, id);
    const { state, reason, taken, conversationId } = before;
    const own = before.holderId === subAccountId;
    const next = nextStateOf({ state, reason, taken, own, conversationId }, wanted);
    if (next === 'taken')
      throw new AppError('prospective-fan.taken', { details: { name: nameOfHolder(before) } });
    if (next === 'ended') throw new AppError('prospective-fan.ended');
    if (next === 'same') return before;
    if (wanted.kind === 'done' && wanted.conversationId !== null)
      if (!(await hasConversation(tx, caller, wanted.conversationId)))
        throw new AppError('conversation.not-found');
    await store.setProgress(
      tx,
      { workspaceId, id },
      {
        state: next,
        holderId: next === 'open' ? null : subAccountId,
        authorName: next === 'open' ? null : authorName,
        reason: wanted.kind === 'give-up' ? wanted.reason : '',
        conversationId: wanted.kind === 'done' ? wanted.conversationId : null,
        changedAt: new Date(clock.now()),
      },
    );
    await record(tx, origin, {
      action: actions[next],
      object: objectOf(id, before.splitLinkName),
      details: changesOf(
        { state, reason },
        { state: next, reason: wanted.kind === 'give-up' ? wanted.reason : reason },
      ),
    });
    await notify(tx, realtime, workspaceId, [before.splitLinkId]);
    return assertFound(await findForDesk(tx, caller, id), 'prospective-fan.not-found');
  });
}

const nameOfHolder = ({ authorName, holderName }: DeskProspectiveFanItem) =>
  authorName === null ? (holderName ?? '') : `${authorName} (${holderName ?? ''})`;

/** Throws `prospective-fan.not-found`, and `resource.stale` if the note no longer equals `before`, the text that was edited. */
export async function setNote(
  { database, realtime }: ProspectiveFanDeps,
  caller: SeeingDesk,
  { id, note: wanted, before: known }: { id: string; note: string; before: string },
  origin: RequestOrigin,
): Promise<DeskProspectiveFanItem> {
  return transaction(database, async (tx) => {
    const before = await hold(tx, caller, id);
    const note = storableText(wanted);
    if (before.note === note) return before;
    if (before.note !== known) throw new AppError('resource.stale');
    await store.setNote(tx, { workspaceId: caller.workspaceId, id }, note);
    await record(tx, origin, {
      action: 'prospective-fan.noted',
      object: objectOf(id, before.splitLinkName),
      details: changesOf({ note: before.note }, { note }),
    });
    await notify(tx, realtime, caller.workspaceId, [before.splitLinkId]);
    return { ...before, note };
  });
}

async function hold(tx: Tx, caller: SeeingDesk, id: string): Promise<DeskProspectiveFanItem> {
  await store.lockContact(tx, { workspaceId: caller.workspaceId, id });
  return assertFound(await findForDesk(tx, caller, id), 'prospective-fan.not-found');
}

type Owner = { workspaceId: WorkspaceId; origin: RequestOrigin };

/** Sets the state of all or none of the entries. Throws `prospective-fan.not-found`. */
export async function setStates(
  { database, clock, realtime }: ProspectiveFanDeps,
  { workspaceId, origin }: Owner,
  { ids, state, reason: given }: { ids: readonly string[]; state: ProspectiveFanState; reason: string },
): Promise<number> {
  return transaction(database, async (tx) => {
    const entries = await lockAll(tx, workspaceId, ids);
    const changed = entries.filter((entry) => entry.state !== state);
    if (changed.length === 0) return 0;
    const reason = state === 'given-up' ? storableText(given) : '';
    const at = new Date(clock.now());
    await store.setStates(tx, workspaceId, idsOf(changed), { state, reason, at });
    const entriesOf = changed.map((entry) => ({
      action: actions[state],
      object: objectOf(entry.id, entry.linkName),
      details: { ...changesOf({ state: entry.state }, { state }), ...(reason === '' ? {} : { reason }) },
    }));
    await record(tx, origin, ...entriesOf);
    await notify(tx, realtime, workspaceId, linksOf(changed));
    return changed.length;
  });
}

/** Deletes all or none of the entries. Throws `prospective-fan.not-found`. */
export async function deleteProspectiveFans(
  { database, realtime }: ProspectiveFanDeps,
  { workspaceId, origin }: Owner,
  ids: readonly string[],
): Promise<number> {
  return transaction(database, async (tx) => {
    const entries = await lockAll(tx, workspaceId, ids);
    await store.deleteContacts(tx, workspaceId, idsOf(entries));
    const action = 'prospective-fan.deleted' as const;
    await record(
      tx,
      origin,
      ...entries.map(({ id, linkName }) => ({ action, object: objectOf(id, linkName) })),
    );
    await notify(tx, realtime, workspaceId, linksOf(entries));
    return entries.length;
  });
}

const idsOf = (entries: readonly store.LockedContact[]) => entries.map(({ id }) => id);
const linksOf = (entries: readonly store.LockedContact[]) => [
  ...new Set(entries.map(({ linkId }) => linkId)),
];

async function lockAll(tx: Tx, workspaceId: WorkspaceId, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const entries = await store.lockContacts(tx, workspaceId, wanted);
  if (entries.length < wanted.length) throw new AppError('prospective-fan.not-found');
  return entries;
}
