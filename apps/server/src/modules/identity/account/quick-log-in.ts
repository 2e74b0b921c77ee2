/**
 * A console hands itself over to another window: a code of 256 random bits, good for a minute and for one exchange,
 * and only as long as the session that asked for it is open. Stored hashed, so that a leaked table opens nothing.
 */
import type { Tokens } from '@parley/contract';
import { hashToken, randomToken } from '../../../base/crypto/tokens.ts';
import { transaction } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { TenantId } from '../../../base/ids.ts';
import type { IdentityDeps } from '../service.ts';
import { holdUser, sessionOpen } from '../store.ts';
import * as store from './store.ts';

const validMs = 60_000;

type Deps = Pick<IdentityDeps, 'database' | 'clock' | 'sessions'>;

export async function createQuickCode(
  { database, clock }: Deps,
  caller: { userId: string; sessionId: string },
): Promise<{ code: string; expiresAt: number }> {
  const code = randomToken();
  const expiresAt = clock.now() + validMs;
  const { userId, sessionId } = caller;
  const row = { codeHash: hashToken(code), userId, sessionId, expiresAt: new Date(expiresAt) };
  await store.insertQuickCode(database, row);
  return { code, expiresAt };
}

/** A new session of the account that asked for the code, at its tenant. Throws `identity.wrong-code`. */
export function exchangeQuickCode(
  { database, clock, sessions }: Deps,
  code: string,
  tenantId: TenantId | null,
): Promise<Tokens> {
  return transaction(database, async (tx) => {
    const taken = await store.takeQuickCode(tx, hashToken(code), new Date(clock.now()));
    // Held before the session is looked at: a password change ends that one first, or the new one afterwards.
    const user = taken && (await holdUser(tx, { id: taken.userId }));
    if (!user?.workspaceId || user.tenantId !== tenantId) throw new AppError('identity.wrong-code');
    if (!(await sessionOpen(tx, taken?.sessionId ?? ''))) throw new AppError('identity.wrong-code');
    return sessions.open(tx, { audience: 'console', userId: user.id, workspaceId: user.workspaceId });
  });
}
