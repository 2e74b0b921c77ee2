import { type SplitLinkForm, splitLinkLimits } from '@parley/contract/split-links';
import type { Clock } from '../../base/clock.ts';
import { readableCode } from '../../base/crypto/tokens.ts';
import { type Database, type Handle, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, found } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { addJobs } from '../../base/queue/queue.ts';
import { record } from '../audit/index.ts';
import { removeLink } from './jobs.ts';
import { findAccounts, hasLink, readOne, type SplitLinkWhole } from './queries.ts';
import type { Redirects } from './redirects/service.ts';
import * as store from './store.ts';

export type SplitLinksDeps = { database: Database; clock: Clock; redirects: Redirects };
type Caller = { workspaceId: WorkspaceId; origin: RequestOrigin };

/** Letters of a code: 31 ^ 8 of them, so that a guess leads nowhere. */
const codeLength = 8;

/** Throws `split-link.not-found` where the workspace has no such link, or has deleted it. */
export async function requireLink(handle: Handle, workspaceId: WorkspaceId, id: string): Promise<void> {
  if (!(await hasLink(handle, workspaceId, id))) throw new AppError('split-link.not-found');
}

/** Throws `split-link.too-many`, `split-link.name-taken` and `resource.not-found`. */
export async function createSplitLink(
  { database, clock }: SplitLinksDeps,
  { workspaceId, origin }: Caller,
  form: SplitLinkForm,
): Promise<SplitLinkWhole> {
  return transaction(database, async (tx) => {
    if ((await store.holdCount(tx, workspaceId)) >= splitLinkLimits.workspace)
      throw new AppError('split-link.too-many');
    const key = { workspaceId, id: newId() };
    const values = await valuesOf(tx, key, form);
    const row = { ...values, ...key, createdAt: new Date(clock.now()) };
    while (!(await store.insertLink(tx, { ...row, code: readableCode(codeLength) })));
    await store.replaceTargets(tx, key, targetsOf(form));
    await record(tx, origin, { action: 'split-link.created', object: objectOf({ ...key, name: form.name }) });
    return requireOne(tx, key);
  });
}

/** Throws as `createSplitLink`, `split-link.not-found`, and `resource.stale` when another has changed it. */
export async function updateSplitLink(
  { database, redirects }: SplitLinksDeps,
  { workspaceId, origin }: Caller,
  { splitLinkId: id, version, ...form }: SplitLinkForm & { splitLinkId: string; version: number },
): Promise<SplitLinkWhole> {
  return transaction(database, async (tx) => {
    await store.holdCount(tx, workspaceId);
    const key = { workspaceId, id };
    const before = await requireOne(tx, key);
    if (before.version !== version) throw new AppError('resource.stale');
    await store.updateLink(tx, key, await valuesOf(tx, key, form));
    await store.replaceTargets(tx, key, targetsOf(form));
    await record(tx, origin, {
      action: 'split-link.changed',
      object: objectOf({ id, name: form.name }),
      details: { before: before.name },
    });
    tx.afterCommit(() => redirects.forget([before.code]));
    return requireOne(tx, key);
  });
}

/** Enables or disables all of them or none. Throws `split-link.not-found`. */
export async function enableSplitLinks(
  { database, redirects }: SplitLinksDeps,
  { workspaceId, origin }: Caller,
  { ids, enabled }: { ids: readonly string[]; enabled: boolean },
): Promise<number> {
  return transaction(database, async (tx) => {
    const links = await lockAll(tx, workspaceId, ids);
    const changed = links.filter((link) => link.enabled !== enabled);
    await store.setEnabled(
      tx,
      workspaceId,
      changed.map(({ id }) => id),
      enabled,
    );
    const action = enabled ? 'split-link.enabled' : 'split-link.disabled';
    await record(tx, origin, ...changed.map((link) => ({ action, object: objectOf(link) }) as const));
    tx.afterCommit(() => redirects.forget(changed.map(({ code }) => code)));
    return changed.length;
  });
}

/** Deletes all of them or none; what they have recorded goes by a job. Throws `split-link.not-found`. */
export async function deleteSplitLinks(
  { database, clock, redirects }: SplitLinksDeps,
  { workspaceId, origin }: Caller,
  ids: readonly string[],
): Promise<number> {
  return transaction(database, async (tx) => {
    const links = await lockAll(tx, workspaceId, ids);
    const now = new Date(clock.now());
    await store.markDeleted(
      tx,
      workspaceId,
      links.map(({ id }) => id),
      now,
    );
    await addJobs(
      tx,
      removeLink,
      links.map(({ id }) => ({ payload: { workspaceId, splitLinkId: id }, key: `remove split link ${id}` })),
    );
    await record(
      tx,
      origin,
      ...links.map((link) => ({ action: 'split-link.deleted', object: objectOf(link) }) as const),
    );
    tx.afterCommit(() => redirects.forget(links.map(({ code }) => code)));
    return links.length;
  });
}

async function lockAll(tx: Tx, workspaceId: WorkspaceId, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const links = await store.lockLinks(tx, workspaceId, wanted);
  if (links.length < wanted.length) throw new AppError('split-link.not-found');
  return links;
}

type LinkKey = { workspaceId: WorkspaceId; id: string };

async function valuesOf(
  tx: Tx,
  { workspaceId, id }: LinkKey,
  form: SplitLinkForm,
): Promise<store.SplitLinkValues> {
  const { targets, expiresAt, ...values } = form;
  if (await store.nameTaken(tx, workspaceId, { id, name: form.name }))
    throw new AppError('split-link.name-taken');
  const accountIds = new Set(targets.flatMap(({ socialAccountId }) => socialAccountId ?? []));
  const known = await findAccounts(tx, workspaceId, [...accountIds]);
  if (known.size < accountIds.size) throw new AppError('resource.not-found');
  return { ...values, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
}

const targetsOf = ({ targets }: SplitLinkForm): store.NewTarget[] =>
  targets.map((target, place) => ({ ...target, id: newId(), place }));

const objectOf = ({ id, name }: { id: string; name: string }) => ({ kind: 'split-link', id, name }) as const;

async function requireOne(tx: Tx, { workspaceId, id }: LinkKey): Promise<SplitLinkWhole> {
  return found(await readOne(tx, workspaceId, id), 'split-link.not-found');
}
