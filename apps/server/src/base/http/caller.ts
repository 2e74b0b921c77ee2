import type { Endpoint } from '@parley/contract';
import { type SessionEnding, sessionExpiries } from '@parley/contract/identity';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { deriveKey } from '../crypto/secrets.ts';
import { trustWorkspaceId, type WorkspaceId } from '../ids.ts';
import { AppError } from './app-error.ts';

/** The caller, as a verified token identifies them. Handlers trust it without further checks. */
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
      /** Language reported by the visitor's page; unverified. */
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

/** Reads the state of login sessions; implemented by identity. Visitors have none. */
export type SessionCheck = {
  /** Called for every request. */
  open(sessionId: string): Promise<boolean>;
  /** Returns why a session ended. Called only when a token is refused. */
  state(sessionId: string): Promise<'open' | SessionEnding>;
};

export type AccessTokens = {
  sign(caller: SignedIn, expiresAt: number): Promise<string>;
  /** Returns the owner of a token, or the refusal with its reason. */
  check(token: string): Promise<SignedIn | AppError>;
  /** Returns whether this server signed the token, expired or not. Costs a signature check and no query. */
  isSigned(token: string): Promise<boolean>;
  /** Null: the token isn't from this server, has expired, or its session has ended. */
  verify(token: string): Promise<SignedIn | null>;
};

/**
 * `secrets`: the current one first. Tokens under an older one are accepted from visitors only: theirs are valid for a
 * year and no login restores their chat, while a login session renews its token.
 */
export function createAccessTokens(
  secrets: readonly [string, ...string[]],
  now: () => number,
  sessions: SessionCheck,
): AccessTokens {
  const [secret, ...olderSecrets] = secrets;
  const keyOf = (one: string) => deriveKey(one, 'access tokens');
  const key = keyOf(secret);
  const read = createReader(key, now);
  const olderReads = olderSecrets.map((one) => createReader(keyOf(one), now));

  async function refused(caller: SignedIn): Promise<AppError> {
    // Only this error tells the client that renewing the session can help.
    if (caller.audience === 'visitor') return new AppError('auth.required');
    const ending = await sessions.state(caller.sessionId);
    if (ending === 'open') return new AppError('auth.required');
    const error = sessionExpiries.has(ending) ? 'auth.session-expired' : 'auth.session-ended';
    return new AppError(error, { details: { ending } });
  }

  async function underOlderKeys(token: string): Promise<SignedIn | AppError> {
    const all = await Promise.all(olderReads.map((one) => one(token)));
    const known = all.find((one) => one !== null) ?? null;
    if (known === null) return new AppError('auth.token-illegal');
    const isGood = known.caller.audience === 'visitor' && !known.ranOut;
    return isGood ? known.caller : new AppError('auth.required');
  }

  async function check(token: string): Promise<SignedIn | AppError> {
    const known = await read(token);
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
      for (const one of [read, ...olderReads]) if ((await one(token)) !== null) return true;
      return false;
    },
    async verify(token) {
      const checked = await check(token);
      return checked instanceof AppError ? null : checked;
    },
  };
}

/** `expiresAt`: ms since the epoch. */
type Signed = { caller: SignedIn; expiresAt: number };
type Read = (token: string) => Promise<{ caller: SignedIn; ranOut: boolean } | null>;

/** Maximum number of tokens whose signature check is cached. */
const maxTokens = 10_000;

/**
 * Returns a function that reads tokens signed with this key, including expired ones; null for any other. Another
 * thread checks the signature, which takes longer than the rest of the way to a handler, and each token comes with
 * every request of half an hour; so results are cached.
 */
function createReader(key: Buffer, now: () => number): Read {
  const known = new LRUCache<string, Signed>({ max: maxTokens });
  const check = async (token: string) => {
    const signed = await readSigned(token, key);
    if (signed !== null) known.set(token, signed);
    return signed;
  };
  return async (token) => {
    const signed = known.get(token) ?? (await check(token));
    return signed && { caller: signed.caller, ranOut: signed.expiresAt <= now() };
  };
}

/** No token has expired at this time. */
const beforeAll = new Date(0);

/**
 * A token as `sign` writes it. The library takes spaces and padding in the signature as well: one token would be remembered
 * in countless spellings of any length.
 */
const asSigned = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

async function readSigned(token: string, key: Buffer): Promise<Signed | null> {
  if (!asSigned.test(token)) return null;
  const options = { algorithms: ['HS256'], currentDate: beforeAll, requiredClaims: ['exp'] };
  const { payload } = await jwtVerify(token, key, options).catch(() => ({ payload: null }));
  const parsed = claims.safeParse(payload);
  if (!parsed.success || payload?.exp === undefined) return null;
  return { caller: Object.freeze(toCaller(parsed.data)), expiresAt: payload.exp * 1_000 };
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
