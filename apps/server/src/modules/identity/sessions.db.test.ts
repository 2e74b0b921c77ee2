import { interfaceLanguages } from '@parley/contract';
import { sessionEndings } from '@parley/contract/identity';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import { authSessions, refreshTokens, verificationCodes } from '../../schema/identity.ts';
import { claimsOf } from '../../testing/test-people.ts';
import { createQuickCode, exchangeQuickCode } from './account/quick-log-in.ts';
import { logOut } from './login-sessions/service.ts';
import { purge, removeTokensOf } from './store.ts';
import {
  from,
  type IdentityHarness,
  outcomeOf,
  type StoredOwner,
  startIdentityHarness,
} from './testing/identity-harness.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let harness: IdentityHarness;
let owner: StoredOwner;
beforeAll(async () => {
  harness = await startIdentityHarness();
  owner = await harness.owner();
});
afterAll(() => harness.close());

const logIn = () => harness.logIn(owner.email);
const refresh = (refreshToken: string) => outcomeOf(harness.refresh(refreshToken));
const reasonFor = (accessToken: string) => {
  const { sid } = claimsOf(accessToken);
  return harness.ended.filter(([id]) => id === sid).map(([, reason]) => reason);
};
const invalid = 'identity.invalid-refresh-token';
const expired = 'identity.expired-refresh-token';

describe('an access token', () => {
  it('expires after half an hour', async () => {
    const tokens = await logIn();
    expect(tokens.expiresAt - harness.clock.now()).toBe(30 * minute);
    harness.clock.advance(29 * minute);
    expect(await harness.isOpen(tokens)).toBe(true);
    harness.clock.advance(1.1 * minute);
    expect(await harness.accessTokens.check(tokens.accessToken)).toMatchObject({ error: 'auth.required' });
  });
});

describe('a refresh token', () => {
  it('renews its session with a successor', async () => {
    const first = await logIn();
    const second = await harness.refresh(first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(claimsOf(second.accessToken).sid).toBe(claimsOf(first.accessToken).sid);
    const third = await harness.refresh(second.refreshToken);
    expect(await harness.isOpen(third)).toBe(true);
  });

  it('gives twenty concurrent tabs the same successor', async () => {
    const { refreshToken } = await logIn();
    const all = await Promise.all(Array.from({ length: 20 }, () => harness.refresh(refreshToken)));
    expect(new Set(all.map((tokens) => tokens.refreshToken)).size).toBe(1);
    expect(await refresh(all[0]?.refreshToken ?? '')).toBe('done');
  });

  it('gives a tab nine seconds later the same successor, too', async () => {
    const { refreshToken } = await logIn();
    const first = await harness.refresh(refreshToken);
    harness.clock.advance(9_000);
    expect((await harness.refresh(refreshToken)).refreshToken).toBe(first.refreshToken);
  });

  it('ends the whole session when it is used again later: tokens and sockets', async () => {
    const { refreshToken } = await logIn();
    const successor = await harness.refresh(refreshToken);
    harness.clock.advance(11_000);
    expect(await refresh(refreshToken)).toBe(invalid);
    expect(await refresh(successor.refreshToken)).toBe(invalid);
    expect(await harness.isOpen(successor)).toBe(false);
    expect(reasonFor(successor.accessToken)).toEqual(['token-reused']);
  });

  it('leaves other sessions of the same person open when its session ends', async () => {
    const [stolen, other] = [await logIn(), await logIn()];
    await harness.refresh(stolen.refreshToken);
    harness.clock.advance(11_000);
    expect(await refresh(stolen.refreshToken)).toBe(invalid);
    expect(await refresh(other.refreshToken)).toBe('done');
  });

  it.each(['x', 'a'.repeat(43), 'b'.repeat(200)])('renews nothing when it is invented: %s', async (token) => {
    await expect(harness.refresh(token)).rejects.toMatchObject({ error: invalid, details: {} });
  });

  it('expires after thirty days, each successor after thirty more', async () => {
    const { refreshToken } = await logIn();
    harness.clock.advance(29 * day);
    const second = await harness.refresh(refreshToken);
    harness.clock.advance(29 * day);
    const third = await harness.refresh(second.refreshToken);
    harness.clock.advance(30 * day);
    expect(await refresh(third.refreshToken)).toBe(expired);
  });

  it('has no readable copy in the database', async () => {
    const { refreshToken } = await logIn();
    const rows = await harness.database.db.select().from(refreshTokens);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
  });
});

describe('a login session', () => {
  it('ends 90 days after its login, however often it is renewed', async () => {
    let tokens = await logIn();
    for (let n = 1; n <= 4; n += 1) {
      harness.clock.advance(20 * day);
      tokens = await harness.refresh(tokens.refreshToken);
    }
    harness.clock.advance(10 * day - minute);
    tokens = await harness.refresh(tokens.refreshToken);
    expect(tokens.expiresAt - harness.clock.now()).toBe(minute);
    harness.clock.advance(minute);
    expect(await refresh(tokens.refreshToken)).toBe(expired);
    expect(await harness.isOpen(tokens)).toBe(false);
  });

  it('doesn’t outlive the session whose quick link opened it', async () => {
    const first = harness.consoleOf(await logIn());
    const [made] = await sessionRows(first.caller.sessionId);
    harness.clock.advance(29 * day);
    await harness.refresh(first.refreshToken);
    const { code } = await createQuickCode(harness.deps, first.caller, first.from.origin);
    const second = harness.consoleOf(await exchangeQuickCode(harness.deps, code, from()));
    const [opened] = await sessionRows(second.caller.sessionId);
    expect(opened?.expiresAt).toEqual(made?.expiresAt);
  });

  const sessionRows = (id: string) =>
    harness.database.db.select().from(authSessions).where(eq(authSessions.id, id));
});

describe('the holder of an ended session’s tokens', () => {
  /** Returns what the holder receives: the refusal of a call, and those of renewals in each language. */
  async function receivedBy({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) {
    const called = await harness.accessTokens.check(accessToken);
    const renewed = interfaceLanguages.map((language) =>
      harness.refresh(refreshToken, from({ language })).catch((error) => error),
    );
    return { called, renewed: await Promise.all(renewed) };
  }
  const sentences = (ending: keyof typeof sessionEndings) =>
    interfaceLanguages.map((language) => ({ ending, sentence: sessionEndings[ending][language] }));

  it('receives the reason of the end, with a sentence in each language', async () => {
    const { caller, from: by, ...tokens } = harness.consoleOf(await logIn());
    await logOut(harness.deps, caller.sessionId, by.origin);
    const { called, renewed } = await receivedBy(tokens);
    expect(called).toMatchObject({ error: 'auth.session-ended', details: { ending: 'logged-out' } });
    expect(renewed.map(({ error }) => error)).toEqual([invalid, invalid]);
    expect(renewed.map(({ details }) => details)).toEqual(sentences('logged-out'));
  });

  it('receives the reason although the refresh tokens of a deleted sub-account are deleted later', async () => {
    const { workspaceId } = owner;
    const { accountName, id } = await harness.agent(owner);
    const tokens = await harness.logInDesk(accountName);
    const ending = { except: null, reason: 'deleted' } as const;
    await transaction(harness.database, (tx) => harness.deps.sessions.endAll(tx, [id], ending));
    const before = await receivedBy(tokens);
    expect(before.renewed.map(({ details }) => details)).toEqual(sentences('deleted'));
    expect(await transaction(harness.database, (tx) => removeTokensOf(tx, workspaceId, id))).toBe(false);
    // Purged only after two days, so that its holder still receives the reason.
    await purge(harness.database, new Date());
    const { called, renewed } = await receivedBy(tokens);
    expect(called).toMatchObject({ error: 'auth.session-ended', details: { ending: 'deleted' } });
    expect(renewed.map(({ error, details }) => [error, details])).toEqual([
      [invalid, {}],
      [invalid, {}],
    ]);
  });

  it.each([
    ['timed-out', 31],
    ['lifetime', 91],
  ] as const)('receives that its time is over: %s', async (ending, days) => {
    let tokens = await logIn();
    if (ending === 'lifetime') {
      // Renewed until its lifetime ends.
      for (let day20 = 0; day20 < 4; day20 += 1) {
        harness.clock.advance(20 * day);
        tokens = await harness.refresh(tokens.refreshToken);
      }
      harness.clock.advance(11 * day);
    } else harness.clock.advance(days * day);
    const { called, renewed } = await receivedBy(tokens);
    expect(called).toMatchObject({ error: 'auth.session-expired', details: { ending } });
    expect(renewed.map(({ error }) => error)).toEqual([expired, expired]);
    expect(renewed.map(({ details }) => details)).toEqual(sentences(ending));
  });

  it('receives nothing about it under an invented token', async () => {
    const { accessToken } = await logIn();
    for (const token of ['nonsense', `${accessToken.slice(0, -4)}AAAA`]) {
      const refusal = await harness.accessTokens.check(token);
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal).toMatchObject({ details: {} });
    }
  });
});

describe('the purge', () => {
  it('removes expired tokens, sessions without tokens and old codes, and keeps what is in use', async () => {
    const { db } = harness.database;
    await harness.codeFor(owner.email, 'forgot-password');
    const now = await logIn();
    await purge(harness.database, new Date(harness.clock.now()));
    expect(await refresh(now.refreshToken)).toBe('done');
    expect(await db.$count(verificationCodes)).toBeGreaterThan(0);
    await purge(harness.database, new Date(harness.clock.now() + 31 * day));
    for (const table of [refreshTokens, authSessions, verificationCodes])
      expect(await db.$count(table)).toBe(0);
  });
});
