/**
 * Login sessions: a short-lived access token that is only verified, and a refresh token that is rotated at each use. A
 * used refresh token that is presented again late was stolen or lost, so its whole session ends.
 */
import { createHmac } from 'node:crypto';
import type { InterfaceLanguage } from '@parley/contract';
import { type SessionEnding, sessionEndingOf, sessionEndings, type Tokens } from '@parley/contract/identity';
import type { Clock } from '../../base/clock.ts';
import { deriveKey } from '../../base/crypto/secrets.ts';
import { hashToken, randomToken } from '../../base/crypto/tokens.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { AccessTokens, SignedIn } from '../../base/http/caller.ts';
import { type RequestOrigin, withActor } from '../../base/http/origin.ts';
import { newId, type TenantId, type WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { record } from '../audit/index.ts';
import { tenantOf } from '../workspaces/index.ts';
import * as store from './store.ts';

const accessMs = 30 * 60_000;
const refreshMs = 30 * 86_400_000;
/** Absolute lifetime of a session from its login. */
const sessionMs = 90 * 86_400_000;
/** Tabs of one browser refresh concurrently with the same token: within this time they get the same successor. */
const graceMs = 10_000;

export type Subject =
  | { audience: 'console'; userId: string; workspaceId: WorkspaceId }
  | { audience: 'desk'; subAccountId: string; workspaceId: WorkspaceId }
  | { audience: 'operator'; userId: string };

export type Sessions = {
  /** Opens a session that ends 90 days later at the latest, and records the login. */
  open(tx: Tx, subject: Subject, it: LoginSessionOpening): Promise<Tokens>;
  /**
   * Renews a session. Throws `identity.invalid-refresh-token` or `identity.expired-refresh-token`; the details of an
   * ended session's token contain its ending and a sentence in `language`.
   */
  refresh(refreshToken: string, it: Refreshing): Promise<Tokens>;
  /** Ends these sessions. Returns the ids of those that were open. */
  endSome(tx: Tx, which: store.WhichSessions, it: Omit<EndingOptions, 'except'>): Promise<string[]>;
  /** Ends all open sessions of these users and sub-accounts, except one. */
  endAll(tx: Tx, subjectIds: readonly string[], it: EndingOptions): Promise<void>;
  /** Ends all sessions of a sub-account except the newest, which is not notified. */
  endOlder(tx: Tx, subAccountId: string): Promise<void>;
};

/** The origin of a session's opening or renewal, as the list of login sessions shows it. */
export type SessionOrigin = Pick<RequestOrigin, 'address' | 'userAgent'>;

export type Refreshing = { tenantId: TenantId | null; origin: RequestOrigin; language: InterfaceLanguage };

export type LoginSessionOpening = {
  origin: RequestOrigin;
  /** Ends the subject's other sessions. The caller has locked the subject's row. */
  alone?: boolean;
  /** The end of the session from which this one was opened; this one doesn't outlive it. */
  until?: Date;
};

/** `reason` is stored with the session, for the holders of its tokens. */
export type EndingOptions = { except: string | null; reason: SessionEnding };

type Deps = {
  database: Database;
  clock: Clock;
  realtime: Pick<RealtimeServer, 'end'>;
  secret: string;
  accessTokens: AccessTokens;
};

export function createSessions(deps: Deps): Sessions {
  const { database, clock, realtime } = deps;
  const issuing = createIssuing(deps);
  return {
    async open(tx, subject, { origin, alone, until }) {
      const sessionId = newId();
      const latest = clock.now() + sessionMs;
      const expiresAt = new Date(Math.min(latest, until?.getTime() ?? latest));
      const session = { ...rowOf(sessionId, subject), ...issuing.seen(origin), expiresAt };
      if (alone) await endAll(tx, realtime, [session.subjectId], { except: null, reason: 'elsewhere' });
      await store.insertSession(tx, session);
      const token = randomToken();
      await issuing.keep(tx, session, token);
      await record(tx, withActor(origin, { ...subject, sessionId }), {
        action: 'login.succeeded',
        object: objectOf(session),
        details: { place: subject.audience, loginSessionId: sessionId },
      });
      return issuing.issue({ ...subject, sessionId }, token, expiresAt);
    },
    async refresh(refreshToken, { language, ...from }) {
      const outcome = await transaction(database, (tx) =>
        renew(tx, deps, issuing, { refreshToken, ...from }),
      );
      if ('refused' in outcome) {
        const { refused, ending } = outcome;
        const details = ending && { ending, sentence: sessionEndings[ending][language] };
        throw new AppError(`identity.${refused}-refresh-token`, { ...(details && { details }) });
      }
      const { session, successor } = outcome;
      return issuing.issue(callerOf(session), successor, session.expiresAt);
    },
    endSome: (tx, which, it) => endSome(tx, realtime, which, it),
    endAll: (tx, subjectIds, it) => endAll(tx, realtime, subjectIds, it),
    async endOlder(tx, subAccountId) {
      const except = await store.newestSessionOf(tx, subAccountId);
      await endAll(tx, realtime, [subAccountId], { except, reason: 'elsewhere' });
    },
  };
}

/** Issues tokens and stores them; none outlives its session. */
function createIssuing({ clock, secret, accessTokens }: Deps) {
  const key = deriveKey(secret, 'refresh token successors');
  return {
    // Derived, so that a second tab gets the same successor although none is stored in readable form.
    successorOf: (token: string) => createHmac('sha256', key).update(token).digest('base64url'),
    async issue(caller: SignedIn, refreshToken: string, end: Date): Promise<Tokens> {
      const expiresAt = Math.min(clock.now() + accessMs, end.getTime());
      return { accessToken: await accessTokens.sign(caller, expiresAt), refreshToken, expiresAt };
    },
    async keep(tx: Tx, session: { id: string; expiresAt: Date }, token: string): Promise<void> {
      const expiresAt = new Date(Math.min(clock.now() + refreshMs, session.expiresAt.getTime()));
      await store.insertRefreshToken(tx, { tokenHash: hashToken(token), sessionId: session.id, expiresAt });
    },
    seen: ({ address, userAgent }: SessionOrigin) => ({
      address: address ?? '',
      userAgent: userAgent ?? '',
      lastActiveAt: new Date(clock.now()),
    }),
  };
}

type Refusal = { refused: 'invalid' | 'expired'; ending?: SessionEnding };

async function renew(
  tx: Tx,
  { clock, realtime }: Deps,
  issuing: ReturnType<typeof createIssuing>,
  given: Omit<Refreshing, 'language'> & { refreshToken: string },
): Promise<Refusal | { session: store.SessionRow; successor: string }> {
  const { refreshToken, tenantId, origin } = given;
  const row = await store.lockRefreshToken(tx, hashToken(refreshToken));
  const session = row && (await store.findSession(tx, row.sessionId));
  if (!row || !session) return { refused: 'invalid' };
  // Refused at another tenant, but still valid at its own.
  if (session.workspaceId && (await tenantOf(tx, session.workspaceId)) !== tenantId)
    return { refused: 'invalid' };
  if (session.endedAt) return { refused: 'invalid', ending: sessionEndingOf(session.endReason) };
  if (session.expiresAt.getTime() <= clock.now()) return { refused: 'expired', ending: 'lifetime' };
  if (row.expiresAt.getTime() <= clock.now()) return { refused: 'expired', ending: 'timed-out' };
  if (row.usedAt && clock.now() - row.usedAt.getTime() > graceMs) {
    await store.endSession(tx, session.id, 'token-reused');
    // Recorded with the origin of the client that sent it, perhaps a thief, and about the session's person.
    await record(tx, origin, {
      action: 'session.ended',
      object: objectOf(session),
      workspaceId: session.workspaceId,
      details: { loginSessionId: session.id, reason: 'refresh token used again' },
    });
    tx.afterCommit(() => realtime.end(session.id, 'token-reused'));
    return { refused: 'invalid', ending: 'token-reused' };
  }
  const successor = issuing.successorOf(refreshToken);
  if (!row.usedAt) {
    await store.markRefreshTokenUsed(tx, row.tokenHash, new Date(clock.now()));
    await issuing.keep(tx, session, successor);
    await store.recordSessionActivity(tx, session.id, issuing.seen(origin));
  }
  return { session, successor };
}

function rowOf(id: string, subject: Subject) {
  return {
    id,
    audience: subject.audience,
    workspaceId: subject.audience === 'operator' ? null : subject.workspaceId,
    subjectId: subject.audience === 'desk' ? subject.subAccountId : subject.userId,
  };
}

const objectKinds = { console: 'owner', desk: 'sub-account', operator: 'operator' } as const;

const objectOf = ({ audience, subjectId }: Pick<store.SessionRow, 'audience' | 'subjectId'>) => ({
  kind: objectKinds[audience],
  id: subjectId,
});

async function endAll(
  tx: Tx,
  realtime: Deps['realtime'],
  subjectIds: readonly string[],
  { except, ...it }: EndingOptions,
): Promise<void> {
  await endSome(tx, realtime, { subjectIds, except }, it);
}

async function endSome(
  tx: Tx,
  realtime: Deps['realtime'],
  which: store.WhichSessions,
  { reason }: Omit<EndingOptions, 'except'>,
): Promise<string[]> {
  const ended = await store.endLoginSessions(tx, which, reason);
  tx.afterCommit(() => {
    for (const id of ended) realtime.end(id, reason);
  });
  return ended;
}

function callerOf({ id, audience, subjectId, workspaceId }: store.SessionRow): SignedIn {
  if (audience === 'operator') return { audience, userId: subjectId, sessionId: id };
  if (workspaceId === null) throw new Error(`the session ${id} has no workspace`);
  if (audience === 'desk') return { audience, subAccountId: subjectId, workspaceId, sessionId: id };
  return { audience, userId: subjectId, workspaceId, sessionId: id };
}
