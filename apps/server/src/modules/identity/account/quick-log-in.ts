/**
 * A console hands itself over to another window: a code of 256 random bits, good for a minute and for one exchange,
 * and only as long as the session that asked for it is open. Stored hashed, so that a leaked table opens nothing.
 */
import type { Tokens } from '@parley/contract/identity';
import { hashToken, randomToken } from '../../../base/crypto/tokens.ts';
import { transaction } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { record } from '../../audit/index.ts';
import { recordingRefusal } from '../refusals.ts';
import { askSecondStep, type IdentityDeps, type RequestSource } from '../service.ts';
import { findSession, holdUser } from '../store.ts';
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
 * A new session of the account that asked for the code, at its tenant. Throws `identity.wrong-code`, and
 * `identity.second-step` where the account has a second factor: a link that was seen on its way opens nothing on its own.
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
    // Held before the session is looked at: a password change ends that one first, or the new one afterwards.
    const user = taken && (await holdUser(tx, { id: taken.userId }));
    if (!user?.workspaceId || user.tenantId !== tenantId) throw new AppError('identity.wrong-code');
    const requester = await findSession(tx, taken?.sessionId ?? '');
    if (!requester || requester.endedAt) throw new AppError('identity.wrong-code');
    if ((await findTwoFactor(tx, user.id))?.enabledAt) return { user, until: requester.expiresAt };
    const subject = { audience: 'console', userId: user.id, workspaceId: user.workspaceId } as const;
    // Not a separate login: if each session could be passed on, it would never end.
    return sessions.open(tx, subject, { origin, until: requester.expiresAt });
  });
  if (!('user' in outcome)) return outcome;
  // Thrown here and not above: the code stays used.
  await askSecondStep(deps, outcome.user, 'console', outcome.until);
  throw new AppError('identity.wrong-code');
}
