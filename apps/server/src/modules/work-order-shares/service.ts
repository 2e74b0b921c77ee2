/** The owner's use cases around links to work orders. */
import type { FanNames, ShareAccess, WorkOrderShare } from '@parley/contract/work-order-shares';
import type { Clock } from '../../base/clock.ts';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import { hashToken, randomToken } from '../../base/crypto/tokens.ts';
import { type Database, type Handle, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { expiryOf } from '../../base/share-links/policy.ts';
import { type AuditRecord, changesOf, record } from '../audit/index.ts';
import { clearLapsedNotices } from '../channels/index.ts';
import { presentShare } from './presenter.ts';
import * as queries from './queries.ts';
import * as store from './store.ts';
import type { ShareViews } from './view/views.ts';

export type ShareDeps = {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  views: Pick<ShareViews, 'forget'>;
};

export type ShareForm = {
  title: string;
  access: ShareAccess;
  validDays: number | null;
  fanNames: FanNames;
  chatHistory: boolean;
  orders: store.SharedOrder[];
  password: string | null;
};

/** Maximum number of links per workspace, including cancelled ones. */
const maxShares = 2_000;

const tokenContext = (shareId: string) => `work-order share ${shareId}`;
const passwordContext = (workOrderId: string) => `work-order share password ${workOrderId}`;

/** Returns a page of links, as their owner sees them. Throws `work-order.not-found`. */
export async function listShares(
  deps: ShareDeps,
  workspaceId: WorkspaceId,
  filter: Parameters<typeof queries.readSharePage>[2],
): Promise<{ list: WorkOrderShare[]; total: number }> {
  if (filter.workOrderId !== undefined) await nameOfOrder(deps.database, workspaceId, filter.workOrderId);
  const now = new Date(deps.clock.now());
  const { list, total } = await queries.readSharePage(deps.database, workspaceId, filter, now);
  return { list: list.map((share) => present(deps, share)), total };
}

/** Returns a link as its owner sees it. Throws `work-order-share.not-found`. */
export async function getShare(
  deps: ShareDeps,
  workspaceId: WorkspaceId,
  shareId: string,
): Promise<WorkOrderShare> {
  const share = await queries.readShare(deps.database, workspaceId, shareId);
  return present(deps, assertFound(share, 'work-order-share.not-found'));
}

/**
 * Shares work orders by a new link. Throws `work-order.not-found`, `work-order-share.account-not-found`,
 * `work-order-share.password-needed` or `work-order-share.too-many`.
 */
export async function createShare(
  deps: ShareDeps,
  workspaceId: WorkspaceId,
  form: ShareForm,
  origin: RequestOrigin,
): Promise<WorkOrderShare> {
  const { database, clock, secrets } = deps;
  const [id, token, now] = [newId(), randomToken(), clock.now()];
  return transaction(database, async (tx) => {
    if ((await store.lockShareCount(tx, workspaceId)) >= maxShares)
      throw new AppError('work-order-share.too-many', { details: { max: maxShares } });
    const names = await checkForm(tx, workspaceId, form);
    const { title, access, validDays, fanNames, chatHistory } = form;
    await store.insertShare(tx, {
      workspaceId,
      id,
      title,
      access,
      validDays,
      fanNames,
      chatHistory,
      status: 'enabled',
      tokenHash: hashToken(token),
      sealedToken: secrets.seal(token, tokenContext(id)),
      expiresAt: expiryOf(now, validDays),
      createdAt: new Date(now),
    });
    await store.replaceOrders(tx, workspaceId, id, form.orders);
    const details = { access, fanNames, chatHistory, orders: [...names.values()].join(', ') };
    await record(tx, origin, {
      action: 'work-order-share.created',
      object: objectOf({ id, title }),
      details,
    });
    await changePasswords(deps, tx, workspaceId, { form, names }, origin);
    return present(deps, assertFound(await queries.readShare(tx, workspaceId, id)));
  });
}

/**
 * Changes a link. Throws what `createShare` throws, and `work-order-share.not-found`, `work-order-share.cancelled` or
 * `resource.stale`.
 */
export async function updateShare(
  deps: ShareDeps,
  workspaceId: WorkspaceId,
  { shareId, version, ...form }: ShareForm & { shareId: string; version: number },
  origin: RequestOrigin,
): Promise<WorkOrderShare> {
  return transaction(deps.database, async (tx) => {
    const row = await lockOpenShare(tx, workspaceId, shareId);
    if (row.version !== version) throw new AppError('resource.stale');
    const before = assertFound(
      await queries.readShare(tx, workspaceId, shareId),
      'work-order-share.not-found',
    );
    const names = await checkForm(tx, workspaceId, form);
    const { title, access, validDays, fanNames, chatHistory } = form;
    const expiresAt = expiryOf(row.createdAt.getTime(), validDays);
    const change = { title, access, validDays, fanNames, chatHistory, expiresAt };
    await store.updateShare(tx, workspaceId, shareId, change);
    await store.replaceOrders(tx, workspaceId, shareId, form.orders);
    await clearLapsedNotices(tx, workspaceId);
    const after = assertFound(await queries.readShare(tx, workspaceId, shareId));
    await record(tx, origin, {
      action: 'work-order-share.changed',
      object: objectOf(after),
      details: changesOf(inWords(before), inWords(after)),
    });
    await changePasswords(deps, tx, workspaceId, { form, names }, origin);
    tx.afterCommit(() => deps.views.forget(row.tokenHash));
    return present(deps, after);
  });
}

/** Disables or enables a link. Throws `work-order-share.not-found` or `work-order-share.cancelled`. */
export async function setEnabled(
  deps: ShareDeps,
  workspaceId: WorkspaceId,
  { shareId, enabled }: { shareId: string; enabled: boolean },
  origin: RequestOrigin,
): Promise<WorkOrderShare> {
  const action = enabled ? 'work-order-share.enabled' : 'work-order-share.disabled';
  return changeStatus(
    deps,
    { workspaceId, shareId, status: enabled ? 'enabled' : 'disabled', action },
    origin,
  );
}

/** Cancels a link permanently. Throws `work-order-share.not-found`. */
export async function cancelShare(
  deps: ShareDeps,
  workspaceId: WorkspaceId,
  shareId: string,
  origin: RequestOrigin,
): Promise<WorkOrderShare> {
  const action = 'work-order-share.cancelled';
  return changeStatus(deps, { workspaceId, shareId, status: 'cancelled', action }, origin);
}

type StatusChange = {
  workspaceId: WorkspaceId;
  shareId: string;
  status: 'enabled' | 'disabled' | 'cancelled';
  action: AuditRecord['action'];
};

async function changeStatus(
  deps: ShareDeps,
  { workspaceId, shareId, status, action }: StatusChange,
  origin: RequestOrigin,
): Promise<WorkOrderShare> {
  return transaction(deps.database, async (tx) => {
    const lock = status === 'cancelled' ? lockShare : lockOpenShare;
    const row = await lock(tx, workspaceId, shareId);
    if (row.status !== status) {
      await store.updateShare(tx, workspaceId, shareId, { status });
      await clearLapsedNotices(tx, workspaceId);
      await record(tx, origin, { action, object: objectOf(row) });
      tx.afterCommit(() => deps.views.forget(row.tokenHash));
    }
    return present(deps, assertFound(await queries.readShare(tx, workspaceId, shareId)));
  });
}

/** Throws `work-order-share.not-found`. */
export async function deleteShare(
  deps: ShareDeps,
  workspaceId: WorkspaceId,
  shareId: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(deps.database, async (tx) => {
    const row = await lockShare(tx, workspaceId, shareId);
    await store.deleteShare(tx, workspaceId, shareId);
    await clearLapsedNotices(tx, workspaceId);
    await record(tx, origin, { action: 'work-order-share.deleted', object: objectOf(row) });
    tx.afterCommit(() => deps.views.forget(row.tokenHash));
  });
}

/** Returns the password of a work order's links, or null if none is set. Throws `work-order.not-found`. */
export async function readPassword(
  { database, secrets }: ShareDeps,
  workspaceId: WorkspaceId,
  workOrderId: string,
): Promise<string | null> {
  await nameOfOrder(database, workspaceId, workOrderId);
  const stored = await queries.readPassword(database, workspaceId, workOrderId);
  return stored === null ? null : openPassword(secrets, workOrderId, stored.sealed);
}

export const openPassword = (secrets: SecretBox, workOrderId: string, sealed: string): string =>
  secrets.open(sealed, passwordContext(workOrderId));

/** Sets the password of all links of a work order. Throws `work-order.not-found`. */
export async function setPassword(
  deps: ShareDeps,
  workspaceId: WorkspaceId,
  { workOrderId, password }: { workOrderId: string; password: string },
  origin: RequestOrigin,
): Promise<void> {
  await transaction(deps.database, async (tx) => {
    const held = await store.lockOrdersAgainstDeletion(tx, workspaceId, [workOrderId]);
    const name = assertFound(held.get(workOrderId), 'work-order.not-found');
    await storePassword(deps, tx, { workspaceId, workOrderId, name, password }, origin);
  });
}

type NewPassword = { workspaceId: WorkspaceId; workOrderId: string; name: string; password: string };

/** Storing the same password again changes nothing, so visitors who have opened a link keep access. */
async function storePassword(
  { secrets, views }: ShareDeps,
  tx: Tx,
  { workspaceId, workOrderId, name, password }: NewPassword,
  origin: RequestOrigin,
): Promise<void> {
  const stored = await queries.readPassword(tx, workspaceId, workOrderId);
  if (stored !== null && openPassword(secrets, workOrderId, stored.sealed) === password) return;
  const sealed = secrets.seal(password, passwordContext(workOrderId));
  await store.setPassword(tx, workspaceId, workOrderId, sealed);
  const object = { kind: 'work-order' as const, id: workOrderId, name };
  await record(tx, origin, { action: 'work-order-share.password-changed', object });
  tx.afterCommit(() => views.forget());
}

type CheckedForm = { form: ShareForm; names: ReadonlyMap<string, string> };

/**
 * Sets a typed password for all work orders of a link. Without one, those that have none get the link's: it is opened by that of
 * its first work order, which may be deleted before the others.
 */
async function changePasswords(
  deps: ShareDeps,
  tx: Tx,
  workspaceId: WorkspaceId,
  { form: { access, password, orders }, names }: CheckedForm,
  origin: RequestOrigin,
): Promise<void> {
  if (password === null && access === 'public') return;
  const stored = await queries.readPasswords(tx, workspaceId, [...names.keys()]);
  const [first] = orders.flatMap(({ workOrderId }) => {
    const sealed = stored.get(workOrderId);
    return sealed === undefined ? [] : openPassword(deps.secrets, workOrderId, sealed);
  });
  const common = password ?? first;
  if (common === undefined) throw new AppError('work-order-share.password-needed');
  for (const [workOrderId, name] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (password === null && stored.has(workOrderId)) continue;
    await storePassword(deps, tx, { workspaceId, workOrderId, name, password: common }, origin);
  }
}

/** Locks the form's work orders, and returns their names by id. */
async function checkForm(
  tx: Tx,
  workspaceId: WorkspaceId,
  { orders }: ShareForm,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(orders.map(({ workOrderId }) => workOrderId));
  const names = await store.lockOrdersAgainstDeletion(tx, workspaceId, [...ids]);
  if (names.size < ids.size) throw new AppError('work-order.not-found');
  for (const { workOrderId, socialAccountIds } of orders) {
    if (socialAccountIds === null) continue;
    const own = new Set(socialAccountIds);
    const count = await queries.countAccountsOfOrder(tx, workspaceId, workOrderId, [...own]);
    if (count < own.size) throw new AppError('work-order-share.account-not-found');
  }
  return names;
}

export async function nameOfOrder(handle: Handle, workspaceId: WorkspaceId, id: string): Promise<string> {
  return assertFound(
    (await queries.readOrderNames(handle, workspaceId, [id])).get(id),
    'work-order.not-found',
  );
}

async function lockShare(tx: Tx, workspaceId: WorkspaceId, shareId: string) {
  return assertFound(await store.lockShare(tx, workspaceId, shareId), 'work-order-share.not-found');
}

async function lockOpenShare(tx: Tx, workspaceId: WorkspaceId, shareId: string) {
  const row = await lockShare(tx, workspaceId, shareId);
  if (row.status === 'cancelled') throw new AppError('work-order-share.cancelled');
  return row;
}

const present = ({ secrets, clock }: ShareDeps, share: queries.ShareItem): WorkOrderShare =>
  presentShare(share, secrets.open(share.sealedToken, tokenContext(share.id)), clock.now());

const inWords = ({ title, access, validDays, fanNames, chatHistory, orders }: queries.ShareItem) => ({
  title,
  access,
  validDays,
  fanNames,
  chatHistory,
  orders: orders.map(({ name }) => name),
});

const objectOf = ({ id, title }: { id: string; title: string }) =>
  ({ kind: 'work-order-share', id, name: title }) as const;
