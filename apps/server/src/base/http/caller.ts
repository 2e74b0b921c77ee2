import type { Endpoint } from '@parley/contract';
import { type SessionEnding, sessionExpiries } from '@parley/contract/identity';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { deriveKey } from '../crypto/secrets.ts';
import { trustWorkspaceId, type WorkspaceId } from '../ids.ts';
import { AppError } from './app-error.ts';

/** The caller, as a verified token names them. Handlers trust it and check no further. */
export type Caller =
  | { audience: 'public' }
  | { audience: 'console'; userId: string; workspaceId: WorkspaceId; sessionId: string }
  | { audience: 'desk'; subAccountId: string; workspaceId: WorkspaceId; sessionId: string }
  | { audience: 'operator'; userId: string; sessionId: string }
  | {
      audience: 'visitor';
      workspaceId: WorkspaceId;
      socialAccountId: string;
      visitorId: string;
      /** Language reported by the visitor's page, unverified. */
      language: string | null;
    };

export type CallerOf<E extends Endpoint> = Extract<Caller, { audience: E['audience'][number] }>;
export type SignedIn = Exclude<Caller, { audience: 'public' }>;

const claims = z.discriminatedUnion('aud', [
  z.object({ aud: z.literal('console'), sub: z.uuid(), ws: z.uuid(), sid: z.uuid() }),
  z.object({ aud: z.literal('desk'), sub: z.uuid(), ws: z.uuid(), sid: z.uuid() }),
  z.object({ aud: z.literal('operator'), sub: z.uuid(), sid: z.uuid() }),
  z.object({
    aud: z.literal('visitor'),
    sub: z.uuid(),
    ws: z.uuid(),
    acc: z.uuid(),
    lang: z.string().nullable(),
  }),
]);

/** The state of login sessions, which identity provides. Visitors have none. */
export type SessionCheck = {
  /** Asked at every request. */
  open(sessionId: string): Promise<boolean>;
  /** Why it is over. Asked only when a token is refused. */
  state(sessionId: string): Promise<'open' | SessionEnding>;
};

export type AccessTokens = {
  sign(caller: SignedIn, expiresAt: number): Promise<string>;
  /** Returns the owner of a token, or the refusal with the reason why it is invalid. */
  check(token: string): Promise<SignedIn | AppError>;
  /** Returns whether this server signed the token, expired or not. Costs a signature check, and no database. */
  isSigned(token: string): Promise<boolean>;
  /** Null: not a token of this server, expired, or its session was ended. */
  verify(token: string): Promise<SignedIn | null>;
};

/**
 * `secrets`: the current one first. Tokens under an older one are accepted from visitors only: theirs live for a year
 * and no login restores their chat, while a login session renews its token.
 */
export function createAccessTokens(
  secrets: readonly [string, ...string[]],
  now: () => number,
  sessions: SessionCheck,
): AccessTokens {
  const keyOf = (secret: string) => deriveKey(secret, 'access tokens');
  const key = keyOf(secrets[0]);
  const olderKeys = secrets.slice(1).map(keyOf);
  const read = (token: string, under: Buffer) => readToken(token, under, new Date(now()));

  async function refused(caller: SignedIn): Promise<AppError> {
    // Only with this answer is there any use in renewing the session.
    if (caller.audience === 'visitor') return new AppError('auth.required');
    const ending = await sessions.state(caller.sessionId);
    if (ending === 'open') return new AppError('auth.required');
    const error = sessionExpiries.has(ending) ? 'auth.session-expired' : 'auth.session-ended';
    return new AppError(error, { details: { ending } });
  }

  async function underOlderKeys(token: string): Promise<SignedIn | AppError> {
    const all = await Promise.all(olderKeys.map((one) => read(token, one)));
    const known = all.find((one) => one !== null) ?? null;
    if (known === null) return new AppError('auth.token-illegal');
    const isGood = known.caller.audience === 'visitor' && !known.ranOut;
    return isGood ? known.caller : new AppError('auth.required');
  }

  async function check(token: string): Promise<SignedIn | AppError> {
    const known = await read(token, key);
    if (known === null) return underOlderKeys(token);
    const { caller, ranOut } = known;
    if (ranOut) return refused(caller);
    if (caller.audience === 'visitor' || (await sessions.open(caller.sessionId))) return caller;
    return refused(caller);
  }

  return {
    sign(caller, expiresAt) {
      return new SignJWT(toClaims(caller))
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key);
    },
    check,
    async isSigned(token) {
      for (const one of [key, ...olderKeys]) if ((await read(token, one)) !== null) return true;
      return false;
    },
    async verify(token) {
      const checked = await check(token);
      return checked instanceof AppError ? null : checked;
    },
  };
}

/**
 * Returns the content of a token that was signed with this key, also after its expiry; null: it was not signed with it.
 */
async function readToken(
  token: string,
  key: Buffer,
  currentDate: Date,
): Promise<{ caller: SignedIn; ranOut: boolean } | null> {
  let payload: JWTPayload;
  let ranOut = false;
  try {
    ({ payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate }));
  } catch (error) {
    // The expiry is checked after the signature.
    if (!(error instanceof errors.JWTExpired)) return null;
    ({ payload } = error);
    ranOut = true;
  }
  const parsed = claims.safeParse(payload);
  return parsed.success ? { caller: toCaller(parsed.data), ranOut } : null;
}

function toClaims(caller: SignedIn): z.input<typeof claims> {
  switch (caller.audience) {
    case 'console':
      return { aud: 'console', sub: caller.userId, ws: caller.workspaceId, sid: caller.sessionId };
    case 'desk':
      return { aud: 'desk', sub: caller.subAccountId, ws: caller.workspaceId, sid: caller.sessionId };
    case 'operator':
      return { aud: 'operator', sub: caller.userId, sid: caller.sessionId };
    case 'visitor':
      return {
        aud: 'visitor',
        sub: caller.visitorId,
        ws: caller.workspaceId,
        acc: caller.socialAccountId,
        lang: caller.language,
      };
  }
}

function toCaller(token: z.output<typeof claims>): SignedIn {
  switch (token.aud) {
    case 'console':
      return {
        audience: 'console',
        userId: token.sub,
        workspaceId: trustWorkspaceId(token.ws),
        sessionId: token.sid,
      };
    case 'desk':
      return {
        audience: 'desk',
        subAccountId: token.sub,
        workspaceId: trustWorkspaceId(token.ws),
        sessionId: token.sid,
      };
    case 'operator':
      return { audience: 'operator', userId: token.sub, sessionId: token.sid };
    case 'visitor':
      return {
        audience: 'visitor',
        visitorId: token.sub,
        workspaceId: trustWorkspaceId(token.ws),
        socialAccountId: token.acc,
        language: token.lang,
      };
  }
}
