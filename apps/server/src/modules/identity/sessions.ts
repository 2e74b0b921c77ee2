/**
 * Log-in sessions: a short access token that is only checked, and a refresh token that changes at each use. A
 * used refresh token that comes back late was stolen or lost: the whole family of the session ends.
 */
import { createHmac } from 'node:crypto';
import type { SessionEnding, Tokens } from '@parley/contract';
import type { Clock } from '../../base/clock.ts';
import { deriveKey } from '../../base/crypto/secrets.ts';
import { hashToken, randomToken } from '../../base/crypto/tokens.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { AccessTokens, SignedIn } from '../../base/http/caller.ts';
import { newId, type TenantId, type WorkspaceId } from '../../base/ids.ts';
import type { Realtime } from '../../base/realtime/realtime.ts';
import { tenantOf } from '../workspaces/index.ts';
import * as store from './store.ts';

const accessMs = 30 * 60_000;
const refreshMs = 30 * 86_400_000;
/** Tabs of one browser refresh at the same moment with the same token: within this, they get the same successor. */
const graceMs = 10_000;

export type Subject =
  | { audience: 'console'; userId: string; workspaceId: WorkspaceId }
  | { audience: 'desk'; subAccountId: string; workspaceId: WorkspaceId }
  | { audience: 'operator'; userId: string };

export type Sessions = {
  /** `alone`: it ends what else the subject has open. Who asks for that holds the subject's row. */
  open(tx: Tx, subject: Subject, it?: { alone: boolean }): Promise<Tokens>;
  /** Throws `identity.invalid-refresh-token` or `identity.expired-refresh-token`. */
  refresh(refreshToken: string, tenantId: TenantId | null): Promise<Tokens>;
  /** Ends what these users and sub-accounts have open, but for one session. */
  endAll(tx: Tx, subjectIds: readonly string[], it: Ending): Promise<void>;
  /** Ends all that a sub-account has open but for the newest, which is told nothing. */
  endOlder(tx: Tx, subAccountId: string): Promise<void>;
};

/** `reason` is kept with the session, `told` is what its desks and consoles are told: that they were logged out. */
export type Ending = { except: string | null; reason: string; told?: SessionEnding };

const elsewhere = { reason: 'logged in elsewhere', told: 'elsewhere' } as const;

type Deps = {
  database: Database;
  clock: Clock;
  realtime: Pick<Realtime, 'end'>;
  secret: string;
  accessTokens: AccessTokens;
};

export function createSessions({ database, clock, realtime, secret, accessTokens }: Deps): Sessions {
  const key = deriveKey(secret, 'refresh token successors');
  // Derived, not stored: the second tab's successor can be told again without keeping it readable anywhere.
  const successorOf = (token: string) => createHmac('sha256', key).update(token).digest('base64url');

  async function issue(caller: SignedIn, refreshToken: string): Promise<Tokens> {
    const expiresAt = clock.now() + accessMs;
    return { accessToken: await accessTokens.sign(caller, expiresAt), refreshToken, expiresAt };
  }

  async function keep(tx: Tx, sessionId: string, token: string): Promise<void> {
    const expiresAt = new Date(clock.now() + refreshMs);
    await store.insertRefreshToken(tx, { tokenHash: hashToken(token), sessionId, expiresAt });
  }

  return {
    async open(tx, subject, it) {
      const sessionId = newId();
      const session = rowOf(sessionId, subject);
      if (it?.alone) await endAll(tx, realtime, [session.subjectId], { except: null, ...elsewhere });
      await store.insertSession(tx, session);
      const token = randomToken();
      await keep(tx, sessionId, token);
      return issue({ ...subject, sessionId }, token);
    },
    async refresh(refreshToken, tenantId) {
      const outcome = await transaction(database, async (tx) => {
        const row = await store.lockRefreshToken(tx, hashToken(refreshToken));
        const session = row && (await store.findSession(tx, row.sessionId));
        if (!row || !session || session.endedAt) return 'invalid';
        // At another tenant it is nobody's, and stays good for its own.
        if (session.workspaceId && (await tenantOf(tx, session.workspaceId)) !== tenantId) return 'invalid';
        if (row.expiresAt.getTime() <= clock.now()) return 'expired';
        if (row.usedAt && clock.now() - row.usedAt.getTime() > graceMs) {
          await store.endSession(tx, session.id, 'refresh token used again');
          tx.afterCommit(() => realtime.end(session.id, 'logged-out'));
          return 'invalid';
        }
        const successor = successorOf(refreshToken);
        if (!row.usedAt) {
          await store.markRefreshTokenUsed(tx, row.tokenHash, new Date(clock.now()));
          await keep(tx, session.id, successor);
        }
        return { session, successor };
      });
      if (outcome === 'invalid') throw new AppError('identity.invalid-refresh-token');
      if (outcome === 'expired') throw new AppError('identity.expired-refresh-token');
      return issue(callerOf(outcome.session), outcome.successor);
    },
    endAll: (tx, subjectIds, it) => endAll(tx, realtime, subjectIds, it),
    async endOlder(tx, subAccountId) {
      const except = await store.newestSessionOf(tx, subAccountId);
      await endAll(tx, realtime, [subAccountId], { except, ...elsewhere });
    },
  };
}

function rowOf(id: string, subject: Subject): Parameters<typeof store.insertSession>[1] {
  return {
    id,
    audience: subject.audience,
    workspaceId: subject.audience === 'operator' ? null : subject.workspaceId,
    subjectId: subject.audience === 'desk' ? subject.subAccountId : subject.userId,
  };
}

async function endAll(
  tx: Tx,
  realtime: Deps['realtime'],
  subjectIds: readonly string[],
  it: Ending,
): Promise<void> {
  const ended = await store.endSessionsOf(tx, subjectIds, it);
  tx.afterCommit(() => {
    for (const id of ended) realtime.end(id, it.told ?? 'logged-out');
  });
}

function callerOf({ id, audience, subjectId, workspaceId }: store.SessionRow): SignedIn {
  if (audience === 'operator') return { audience, userId: subjectId, sessionId: id };
  if (workspaceId === null) throw new Error(`the session ${id} has no workspace`);
  if (audience === 'desk') return { audience, subAccountId: subjectId, workspaceId, sessionId: id };
  return { audience, userId: subjectId, workspaceId, sessionId: id };
}
