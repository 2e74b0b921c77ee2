import { type SplitLinkForm, splitLinkLimits } from '@parley/contract/split-links';
import type { Clock } from '../../base/clock.ts';
import { readableCode } from '../../base/crypto/tokens.ts';
import { type Database, type Handle, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { addJobs } from '../../base/queue/queue.ts';
import { changesOf, record } from '../audit/index.ts';
import { requireVerified } from './domains/service.ts';
import { removeLink } from './jobs.ts';
import { findAccounts, hasLink, readOne, type SplitLinkWhole } from './queries.ts';
import type { Redirects } from './redirects/service.ts';
import { followedOf, withoutTarget } from './sources/followed.ts';
import { readMembers, readSources, type SourceName } from './sources/queries.ts';
import { addFollowedTargets, replaceSources } from './sources/store.ts';
import * as store from './store.ts';

export type SplitLinksDeps = { database: Database; clock: Clock; redirects: Redirects };
type LinkKey = { workspaceId: WorkspaceId; id: string };
type Caller = { workspaceId: WorkspaceId; origin: RequestOrigin };

/** Characters of a code: 31 ^ 8 possible values, so that guessing is futile. */
const codeLength = 8;

/** Throws `split-link.not-found` if the workspace has no such link, or has deleted it. */
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
    if ((await store.lockLinkCount(tx, workspaceId)) >= splitLinkLimits.workspace)
      throw new AppError('split-link.too-many');
    if ((await store.findTakenNames(tx, workspaceId, [form.name])).length > 0)
      throw new AppError('split-link.name-taken');
    await checkChoices(tx, workspaceId, form);
    const key = await addLink(tx, workspaceId, form, new Date(clock.now()));
    await record(tx, origin, creationOf(key.id, form));
    return requireOne(tx, key);
  });
}

/** The addresses to which a link sends visitors: the audit log must tell who has it send them elsewhere. */
const addressesOf = ({ targets, defaultUrl }: Pick<SplitLinkForm, 'targets' | 'defaultUrl'>) => ({
  targets: targets.map(({ url }) => url),
  defaultUrl,
});

/** The audit entry of a new link. */
export const creationOf = (id: string, form: Pick<SplitLinkForm, 'name' | 'targets' | 'defaultUrl'>) => ({
  action: 'split-link.created' as const,
  object: objectOf({ id, name: form.name }),
  details: changesOf({}, addressesOf(form)),
});

/** Stores a link under a random code. Name and choices must have been checked. */
export async function addLink(
  tx: Tx,
  workspaceId: WorkspaceId,
  form: SplitLinkForm,
  createdAt: Date,
): Promise<LinkKey> {
  const key = { workspaceId, id: newId() };
  const row = { ...valuesOf(form), ...key, createdAt };
  while (!(await store.insertLink(tx, { ...row, code: readableCode(codeLength) })));
  await storeTargets(tx, key, form);
  return key;
}

/** Throws what `createSplitLink` throws, `split-link.not-found`, and `resource.stale` if it was changed concurrently. */
export async function updateSplitLink(
  { database, redirects }: SplitLinksDeps,
  { workspaceId, origin }: Caller,
  { splitLinkId: id, version, ...form }: SplitLinkForm & { splitLinkId: string; version: number },
): Promise<SplitLinkWhole> {
  return transaction(database, async (tx) => {
    await store.lockLinkCount(tx, workspaceId);
    const key = { workspaceId, id };
    const before = await requireOne(tx, key);
    if (before.version !== version) throw new AppError('resource.stale');
    if ((await store.findTakenNames(tx, workspaceId, [form.name], id)).length > 0)
      throw new AppError('split-link.name-taken');
    await checkChoices(tx, workspaceId, form, before);
    await store.updateLink(tx, key, valuesOf(form));
    await storeTargets(tx, key, form);
    await record(tx, origin, {
      action: 'split-link.changed',
      object: objectOf({ id, name: form.name }),
      details: changesOf(
        { name: before.name, ...addressesOf(before) },
        { name: form.name, ...addressesOf(form) },
      ),
    });
    tx.afterCommit(() => redirects.forget([before.code]));
    return requireOne(tx, key);
  });
}

/** Enables or disables all of the links or none. Throws `split-link.not-found`. */
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

/** Deletes all of the links or none; a job deletes their recorded data. Throws `split-link.not-found`. */
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

const valuesOf = ({
  targets: _t,
  sources: _s,
  accounts: _a,
  expiresAt,
  ...values
}: SplitLinkForm): store.SplitLinkValues => ({
  ...values,
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
});

type Choices = Pick<SplitLinkForm, 'platform' | 'domainId' | 'targets' | 'sources' | 'accounts'>;

/**
 * Throws `resource.not-found`, `split-domain.not-verified` and `split-link.source-unavailable`. Sources that the link already has
 * (`before`) may stay even if they no longer bring anything, and so may settings of accounts deleted while the form was open.
 */
export async function checkChoices(
  tx: Tx,
  workspaceId: WorkspaceId,
  { platform, domainId, targets, sources, accounts }: Choices,
  before: Pick<SplitLinkWhole, 'domainId' | 'sources' | 'accounts'> = {
    domainId: null,
    sources: [],
    accounts: [],
  },
): Promise<void> {
  if (domainId !== null && domainId !== before.domainId) await requireVerified(tx, workspaceId, domainId);
  const kept = new Set(before.accounts.map(({ socialAccountId }) => socialAccountId));
  const named = [
    ...targets.flatMap(({ socialAccountId }) => socialAccountId ?? []),
    ...accounts.flatMap(({ socialAccountId }) => (kept.has(socialAccountId) ? [] : [socialAccountId])),
  ];
  const ids = new Set(named);
  if ((await findAccounts(tx, workspaceId, [...ids])).size < ids.size)
    throw new AppError('resource.not-found');
  const had = new Set(before.sources.map(nameOf));
  const chosen = sources.filter((source) => !had.has(nameOf(source)));
  const states = (await readSources(tx, { workspaceId, platform }, chosen, [])).map(({ state }) => state);
  if (states.includes('gone')) throw new AppError('resource.not-found');
  if (states.includes('closed')) throw new AppError('split-link.source-unavailable');
}

const nameOf = ({ kind, id }: SourceName) => `${kind} ${id}`;

/** Stores the typed targets, the sources, and the targets that the sources bring now. */
async function storeTargets(tx: Tx, key: LinkKey, form: SplitLinkForm): Promise<void> {
  const { workspaceId, id: splitLinkId } = key;
  const known = await findAccounts(
    tx,
    workspaceId,
    form.accounts.map(({ socialAccountId }) => socialAccountId),
  );
  const accounts = form.accounts.filter(({ socialAccountId }) => known.has(socialAccountId));
  await replaceSources(tx, key, { sources: form.sources, accounts });
  const members = await readMembers(tx, key);
  const urls = followedOf(form.targets, members).map(({ url }) => url);
  await store.replaceTargets(tx, key, targetsOf(form), urls);
  const lacking = withoutTarget(form.targets, await readMembers(tx, key));
  await addFollowedTargets(
    tx,
    lacking.map(({ socialAccountId, url }) => ({ workspaceId, splitLinkId, socialAccountId, url })),
  );
}

const targetsOf = ({ targets }: SplitLinkForm): store.NewTarget[] =>
  targets.map((target, place) => ({ ...target, id: newId(), place }));

const objectOf = ({ id, name }: { id: string; name: string }) => ({ kind: 'split-link', id, name }) as const;

async function requireOne(tx: Tx, { workspaceId, id }: LinkKey): Promise<SplitLinkWhole> {
  return assertFound(await readOne(tx, workspaceId, id), 'split-link.not-found');
}
