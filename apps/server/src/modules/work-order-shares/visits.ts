/** The use cases of a link's holder: opening it with its password, and reading what it shows. */

import type { SharedView } from '@parley/contract/work-order-shares';
import type { Clock } from '../../base/clock.ts';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import { hashToken } from '../../base/crypto/tokens.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { PreparedAnswer } from '../../base/http/prepared-answer.ts';
import type { TenantId, WorkspaceId } from '../../base/ids.ts';
import type { Passes } from '../../base/share-links/passes.ts';
import { afterTry, remainingLockMs, statusOf } from '../../base/share-links/policy.ts';
import type { ShareOpening, ShareVisit } from '../../base/share-links/visit.ts';
import type { OpenedShare } from './queries.ts';
import * as queries from './queries.ts';
import { openPassword } from './service.ts';
import * as store from './store.ts';
import type { KnownShare, ShareViews } from './view/views.ts';

export type VisitDeps = {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  passes: Passes;
  views: ShareViews;
  /** Returns true if the workspace belongs to the tenant that the request is for. */
  belongs(workspaceId: WorkspaceId, tenantId: TenantId | null): Promise<boolean>;
};

/**
 * Returns an open link. Throws `work-order-share.not-found`, or, by its status, `.disabled`, `.cancelled` or `.expired`, which
 * reveal nothing else.
 */
async function admitLink(
  deps: VisitDeps,
  { token, tenantId }: Omit<ShareVisit, 'pass'>,
): Promise<KnownShare> {
  const known = assertFound(await deps.views.get(hashToken(token)), 'work-order-share.not-found');
  const { share } = known;
  if (!(await deps.belongs(share.workspaceId, tenantId))) throw new AppError('work-order-share.not-found');
  const status = statusOf(share, deps.clock.now());
  if (status !== 'enabled') throw new AppError(`work-order-share.${status}`);
  if (share.firstOrderId === null) throw new AppError('work-order-share.cancelled');
  return known;
}

/** Returns a link after checking its pass, if it needs one. Throws what `admitLink` throws, and `auth.pass-required`. */
export async function admit(deps: VisitDeps, visit: ShareVisit): Promise<KnownShare> {
  const known = await admitLink(deps, visit);
  const { share } = known;
  if (share.access === 'password' && !deps.passes.isValid(visit.pass, passFor(share)))
    throw new AppError('auth.pass-required');
  return known;
}

const passFor = (share: OpenedShare) => ({
  shareId: share.id,
  secretOf: share.firstOrderId ?? '',
  passwordVersion: share.passwordVersion ?? 0,
});

/** Returns what a link shows. Throws what `admit` throws. */
export async function readShared(deps: VisitDeps, visit: ShareVisit): Promise<PreparedAnswer<SharedView>> {
  return assertFound((await admit(deps, visit)).answer, 'work-order-share.not-found');
}

/** Returns the work order at a position of the link, if the link shows it as a whole. Throws what `admit` throws. */
export async function readSharedOrder(deps: VisitDeps, visit: ShareVisit, place: number) {
  const { share } = await admit(deps, visit);
  const { orders } = assertFound(await queries.readShare(deps.database, share.workspaceId, share.id));
  const order = orders[place];
  if (order === undefined || order.socialAccountIds !== null)
    throw new AppError('work-order-share.not-found');
  return { workspaceId: share.workspaceId, workOrderId: order.workOrderId };
}

/**
 * Opens a link and counts the visit. Throws what `admitLink` throws; `auth.pass-required` if a password is needed and none was
 * given; `work-order-share.wrong-password`; or `request.too-many` while the address is locked.
 */
export async function openShare(
  deps: VisitDeps,
  opening: ShareOpening,
): Promise<{ pass: string | null; expiresAt: number | null }> {
  const { token, password, address, tenantId } = opening;
  const { share } = await admitLink(deps, { token, tenantId });
  if (share.access === 'password') {
    if (password === undefined || password === '') throw new AppError('auth.pass-required');
    if (!(await tryPassword(deps, share, { password, address }))) {
      // The cached link is older than the deletion of its first work order.
      deps.views.forget(hashToken(token));
      return openShare(deps, opening);
    }
  }
  await store.countOpen(deps.database, share.workspaceId, share.id, new Date(deps.clock.now()));
  return share.access === 'public' ? { pass: null, expiresAt: null } : deps.passes.issue(passFor(share));
}

/** Returns false if the work order that has the password was deleted. Throws what `openShare` throws. */
async function tryPassword(
  { database, clock, passes, secrets }: VisitDeps,
  { workspaceId, firstOrderId }: OpenedShare,
  { password, address }: { password: string; address: string },
): Promise<boolean> {
  const workOrderId = firstOrderId ?? '';
  const key = { workspaceId, workOrderId, addressHash: passes.addressHash(address) };
  const isThere = await transaction(database, async (tx) => {
    if ((await store.lockOrdersAgainstDeletion(tx, workspaceId, [workOrderId])).size === 0) return false;
    const now = clock.now();
    const known = await store.lockGuesses(tx, key);
    const wait = remainingLockMs(known, now);
    if (wait > 0) throw new AppError('request.too-many', { details: { seconds: Math.ceil(wait / 1000) } });
    await store.saveGuesses(tx, key, afterTry(known, now));
    return true;
  });
  if (!isThere) return false;
  const stored = await queries.readPassword(database, workspaceId, workOrderId);
  const right = stored === null ? null : openPassword(secrets, workOrderId, stored.sealed);
  if (right === null || !passes.isSamePassword(password, right))
    throw new AppError('work-order-share.wrong-password');
  await store.deleteGuesses(database, key);
  return true;
}
