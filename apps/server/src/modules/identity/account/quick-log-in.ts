/**
 * Passes a console's login on to another window with a code of 256 random bits. The code is valid for a minute, for one
 * exchange, and only while the session that requested it is open. It is stored hashed, so that a leaked table opens
 * nothing.
 */
import type { Tokens } from '@parley/contract/identity';
import { hashToken, randomToken } from '../../../base/crypto/tokens.ts';
import { transaction } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { record } from '../../audit/index.ts';
import { recordingRefusal } from '../refusals.ts';
import { askSecondStep, type IdentityDeps, type RequestSource } from '../service.ts';
import { findSession, lockActiveUser } from '../store.ts';
import { findTwoFactor } from '../two-factor/store.ts';
import * as store from './store.ts';

const validMs = 60_000;

type Deps = Pick<IdentityDeps, 'database' | 'clock' | 'sessions' | 'challenges'>;

export async function createQuickCode(
  { database, clock }: Deps,
  caller: { userId: string; sessionId: string },
  origin: RequestOrigin,
): Promise<{ code: string; expiresAt: number }> {
  const code = randomToken();
  const expiresAt = clock.now() + validMs;
  const { userId, sessionId } = caller;
  const row = { codeHash: hashToken(code), userId, sessionId, expiresAt: new Date(expiresAt) };
  await transaction(database, async (tx) => {
    await store.insertQuickCode(tx, row);
    await record(tx, origin, { action: 'login.handed-over' });
  });
  return { code, expiresAt };
}

/**
 * Opens a new session of the account that requested the code, at its tenant. Throws `identity.wrong-code`, and
 * `identity.second-step` where the account has a second factor: an intercepted link alone opens nothing.
 */
export function exchangeQuickCode(deps: Deps, code: string, from: From): Promise<Tokens> {
  const details = { place: 'console', by: 'quick link' };
  const refusal = { action: 'login.refused', about: () => null, details } as const;
  return recordingRefusal(deps.database, from.origin, refusal, () => exchange(deps, code, from));
}

type From = Pick<RequestSource, 'tenantId' | 'origin'>;

async function exchange(deps: Deps, code: string, { tenantId, origin }: From): Promise<Tokens> {
  const { database, clock, sessions } = deps;
  const outcome = await transaction(database, async (tx) => {
    const taken = await store.takeQuickCode(tx, hashToken(code), new Date(clock.now()));
    // Locked before the session is read: a concurrent password change either ends that session first or the new one
    // afterwards.
    const user = taken && (await lockActiveUser(tx, { id: taken.userId }));
    if (!user?.workspaceId || user.tenantId !== tenantId) throw new AppError('identity.wrong-code');
    const requester = await findSession(tx, taken?.sessionId ?? '');
    if (!requester || requester.endedAt) throw new AppError('identity.wrong-code');
    if ((await findTwoFactor(tx, user.id))?.enabledAt) return { user, until: requester.expiresAt };
    const subject = { audience: 'console', userId: user.id, workspaceId: user.workspaceId } as const;
    // The new session doesn't outlive the requesting one: otherwise a login could be prolonged forever by passing it
    // on.
    return sessions.open(tx, subject, { origin, until: requester.expiresAt });
  });
  if (!('user' in outcome)) return outcome;
  // Thrown outside the transaction, so that the code stays used.
  await askSecondStep(deps, outcome.user, 'console', outcome.until);
  throw new AppError('identity.wrong-code');
}
