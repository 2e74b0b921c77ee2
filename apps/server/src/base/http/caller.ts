import type { Endpoint } from '@parley/contract';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { deriveKey } from '../crypto/secrets.ts';
import { trustWorkspaceId, type WorkspaceId } from '../ids.ts';

/** Who is calling, as far as a verified token says. Handlers trust it and ask no more. */
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
      /** What the visitor's page said of their language; nobody has checked it. */
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

/** Is this session still open? Identity answers; visitors have no session to end. */
export type SessionCheck = (sessionId: string) => Promise<boolean>;

export type AccessTokens = {
  sign(caller: SignedIn, expiresAt: number): Promise<string>;
  /** Null: not a token of ours, run out, or its session was ended. */
  verify(token: string): Promise<SignedIn | null>;
};

export function createAccessTokens(
  secret: string,
  now: () => number,
  sessionOpen: SessionCheck,
): AccessTokens {
  const key = deriveKey(secret, 'access tokens');
  return {
    sign(caller, expiresAt) {
      return new SignJWT(toClaims(caller))
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key);
    },
    async verify(token) {
      const verified = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        currentDate: new Date(now()),
      }).catch(() => null);
      const parsed = claims.safeParse(verified?.payload);
      if (!parsed.success) return null;
      const caller = toCaller(parsed.data);
      if (caller.audience === 'visitor') return caller;
      return (await sessionOpen(caller.sessionId)) ? caller : null;
    },
  };
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
