/**
 * Disables and enables owners. A disabled owner's workspace is closed to its people, but still receives customers'
 * messages (decision 0048).
 */

import { transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { record } from '../../audit/index.ts';
import { brandOf } from '../../settings/index.ts';
import { subjectsOf } from '../account/credentials.ts';
import { lockUser } from '../account/store.ts';
import { type MailLanguage, noticeMail } from '../mails.ts';
import { refusedUser } from '../refusals.ts';
import type { IdentityDeps } from '../service.ts';
import { remove } from '../two-factor/store.ts';
import * as store from './store.ts';

export type OwnersDeps = Pick<IdentityDeps, 'database' | 'clock' | 'sessions' | 'mailer' | 'tenants'> & {
  realtime: Pick<RealtimeServer, 'endWorkspace'>;
};

/**
 * Disables an owner, ending all sessions of the workspace and its visitors' streams. Repeating it changes the reason.
 * Throws `resource.not-found`.
 */
export async function disableOwner(
  { database, clock, sessions, realtime }: OwnersDeps,
  { userId, reason }: { userId: string; reason: string },
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    // The row is updated first: a concurrent login locks it, and the session that it opens is then ended as well.
    const workspaceId = assertFound(await store.disable(tx, userId, { at: new Date(clock.now()), reason }));
    await sessions.endSome(tx, { workspaceId }, { reason: 'owner-disabled' });
    tx.afterCommit(() => realtime.endWorkspace(workspaceId, 'owner-disabled'));
    const object = { kind: 'owner', id: userId } as const;
    await record(tx, origin, { action: 'owner.disabled', object, workspaceId, details: { reason } });
  });
}

/** Enables an owner. Throws `resource.not-found`. */
export async function enableOwner(
  { database }: OwnersDeps,
  userId: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    const workspaceId = assertFound(await store.enable(tx, userId));
    const object = { kind: 'owner', id: userId } as const;
    await record(tx, origin, { action: 'owner.enabled', object, workspaceId });
  });
}

/**
 * Turns an owner's two-factor authentication off; the app and the recovery codes become invalid. Ends the owner's
 * sessions, because the requester may not be the owner, and notifies the owner by mail. Throws `resource.not-found`,
 * `two-factor.not-on`.
 */
export async function resetTwoFactor(
  { database, sessions, mailer, tenants }: OwnersDeps,
  userId: string,
  { language, origin }: { language: MailLanguage; origin: RequestOrigin },
): Promise<void> {
  await transaction(database, async (tx) => {
    // Locked, so that the session of a concurrent login is ended as well.
    const user = await lockUser(tx, userId);
    if (user?.kind !== 'owner') throw new AppError('resource.not-found');
    if (!(await remove(tx, userId))) throw new AppError('two-factor.not-on');
    const ending = { except: null, reason: 'two-factor-reset' } as const;
    await sessions.endAll(tx, await subjectsOf(tx, user), ending);
    await record(tx, origin, { action: 'two-factor.reset', ...refusedUser(user) });
    const { name: brand } = await brandOf({ database, tenants }, user.tenantId);
    await mailer.write(tx, noticeMail({ to: user.email, notice: 'two-factor-reset', language, brand }));
  });
}
