/**
 * Tests the refresh of platform tokens by several processes against an authorization server whose refresh tokens work
 * once. A killed process is simulated by executing its statements only up to a point.
 */
import type { TokenRefresh } from '@parley/connectors';
import { type RichAuthorization, startRichAuthorization } from '@parley/connectors/testing';
import { until } from '@parley/testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId } from '../../../base/ids.ts';
import { addGrantedAccount, keeperOn, richConnector, secrets } from '../testing/token-world.ts';
import { openTokens, readTokens, replaceTokens, takeLease } from './store.ts';
import type { TokenAccount } from './token-deps.ts';
import type { TokenKeeper } from './token-keeper.ts';

let test: TestDatabase;
let database: Database;
let others: Database;
let platform: RichAuthorization;
let account: TokenAccount;
beforeAll(async () => {
  test = await testDatabase();
  const log = pino({ level: 'silent' });
  database = connectDatabase(test.url, log, 8);
  others = connectDatabase(test.url, log, 8);
});
afterAll(async () => {
  await Promise.all([database.close(), others.close()]);
  await test.drop();
});
beforeEach(async () => {
  platform = await startRichAuthorization();
  account = await addGrantedAccount(database, platform);
});
afterEach(() => platform.close());

/** Calls the platform's API with an account's token. */
const call = (keeper: TokenKeeper) =>
  keeper.of(account).use(async (access) => {
    const { status } = await fetch(`${platform.url}/call`, {
      headers: { authorization: `Bearer ${access}` },
    });
    return status === 401 ? { rejected: true } : { value: access };
  });
const row = async () => {
  const found = await readTokens(database, account);
  if (!found) throw new Error('the account has no tokens');
  return found;
};
const change = (columns: string) =>
  database.pool.query(`update platform_tokens set ${columns} where social_account_id = $1`, [account.id]);
/** Expires the lease and the backoff. */
const age = () => change(`leased_until = now() - interval '1 s', retry_at = now() - interval '1 s'`);

describe('callers', () => {
  it('share one refresh, 64 at once over two processes, at the first use and when the token expires meanwhile', async () => {
    const keepers = [keeperOn(database), keeperOn(others)];
    const burst = () =>
      Promise.all(Array.from({ length: 64 }, (_, n) => call(keepers[n % 2] ?? keeperOn(database))));
    for (const refreshed of [1, 2]) {
      const results = await burst();
      expect(new Set(results.map((result) => (result.ok ? result.value : result.reason))).size).toBe(1);
      expect(results[0]).toMatchObject({ ok: true });
      expect(platform.counts).toMatchObject({ refreshed, reused: 0 });
      platform.expire();
    }
  });

  it('get only tokens that are stored, in sealed form', async () => {
    const used = await call(keeperOn(database));
    if (!used.ok) throw new Error(used.reason);
    const { tokens } = await row();
    expect(openTokens(secrets, account.id, tokens).access).toBe(used.value);
    expect(tokens).not.toContain(used.value);
    expect(await call(keeperOn(others))).toEqual(used);
    expect(platform.counts.refreshed).toBe(1);
  });

  it('wait for a refresh by another process, and get its tokens', async () => {
    const release = platform.hold('after');
    const first = call(keeperOn(database));
    await until('the platform to be asked', () => platform.counts.asked === 1);
    const second = call(keeperOn(others));
    release();
    expect(await second).toEqual(await first);
    expect(platform.counts).toMatchObject({ asked: 1, refreshed: 1, reused: 0 });
  });

  it('get an exception when the account has no tokens', async () => {
    const { tokens: _, ...without } = richConnector;
    const keeper = keeperOn(database, without);
    await expect(call(keeper)).rejects.toThrow('whatsapp has no tokens');
  });
});

describe('a process that is killed', () => {
  it('costs the time of its lease if killed before it asks the platform', async () => {
    const keeper = keeperOn(others);
    await call(keeper);
    await change('expires_at = now()');
    const { version } = await row();
    expect(await takeLease(database, account, { version, lease: newId() })).not.toBeNull();
    const waiting = call(keeper);
    await until('the lease to be seen', async () => (await row()).leased);
    expect(platform.counts.refreshed).toBe(1);
    await age();
    expect(await waiting).toMatchObject({ ok: true });
    expect(platform.counts).toMatchObject({ refreshed: 2, reused: 0 });
  });

  it('loses an answer that it has not stored: the next refresh is refused once, and the owner authorizes again', async () => {
    const keeper = keeperOn(others);
    await call(keeper);
    await change('expires_at = now()');
    const begun = await takeLease(database, account, { version: (await row()).version, lease: newId() });
    const { refresh } = openTokens(secrets, account.id, begun?.tokens ?? '');
    await ask(refresh ?? '');
    await age();
    const refused = {
      ok: false,
      kind: 'refused',
      reason: 'authorization-ended: invalid_grant, The refresh token was used before',
    };
    for (let time = 0; time < 3; time += 1) expect(await call(keeper)).toEqual(refused);
    expect(platform.counts).toMatchObject({ asked: 3, refreshed: 2, reused: 1 });
    const granted = { access: null, refresh: platform.grant(), expiresInMs: null, random: 0 };
    await transaction(database, (tx) => replaceTokens(tx, secrets, account, granted));
    expect(await call(keeper)).toMatchObject({ ok: true });
  });

  it('loses nothing after storing the answer', async () => {
    const used = await call(keeperOn(database));
    expect(await call(keeperOn(others))).toEqual(used);
    expect(platform.counts.asked).toBe(1);
  });

  /** Lets the platform answer without storing the answer. */
  async function ask(refreshToken: string) {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
    const authorization = `Basic ${Buffer.from('parley:s%26cret').toString('base64')}`;
    const { status } = await fetch(`${platform.url}/token`, {
      method: 'POST',
      headers: { authorization },
      body,
    });
    return status;
  }
});

describe('a refresh', () => {
  /** Starts a refresh whose answer waits for `release`, and whose lease expires meanwhile. */
  async function overdueRefresh() {
    await call(keeperOn(database));
    await change('expires_at = now()');
    const release = platform.hold('after');
    const slow = call(keeperOn(database));
    await until('the platform to be asked', () => platform.counts.refreshed === 2);
    await age();
    return { release, slow };
  }

  it('stores its tokens although it outlives its lease', async () => {
    const { release, slow } = await overdueRefresh();
    release();
    expect(await slow).toMatchObject({ ok: true });
    expect(platform.counts).toMatchObject({ refreshed: 2, reused: 0 });
  });

  it('ends with the grant, without looping, when another one overtakes it', async () => {
    const { release, slow } = await overdueRefresh();
    const second = call(keeperOn(others));
    await until('the platform to be asked again', () => platform.counts.reused === 1);
    release();
    const results = await Promise.all([slow, second]);
    for (const result of results) expect(result).toMatchObject({ ok: false });
    expect(await call(keeperOn(others))).toMatchObject({ ok: false, kind: 'refused' });
    const { asked } = platform.counts;
    await call(keeperOn(database));
    expect(platform.counts.asked).toBe(asked);
  });

  it('backs off after transient trouble', async () => {
    const keeper = keeperOn(database);
    platform.trouble('unavailable', 'garbage');
    expect(await call(keeper)).toEqual({
      ok: false,
      kind: 'later',
      reason: 'platform-unreachable',
      retryAfterMs: 2_000,
    });
    expect(await call(keeperOn(others))).toMatchObject({ kind: 'later', reason: 'platform-unreachable' });
    expect(platform.counts.asked).toBe(1);
    await age();
    expect(await call(keeper)).toEqual({
      ok: false,
      kind: 'later',
      reason: 'platform-unreadable',
      retryAfterMs: 1_000,
    });
    // The garbage replaced a valid answer, so that the refresh token is used up.
    await age();
    expect(await call(keeper)).toMatchObject({ kind: 'refused' });
    expect(platform.counts).toMatchObject({ asked: 3, reused: 1 });
  });

  it('delays no call when it runs ahead of the expiry, whether it succeeds or not', async () => {
    const keeper = keeperOn(database);
    const used = await call(keeper);
    await change('refresh_at = now()');
    platform.trouble('unavailable');
    expect(await call(keeper)).toEqual(used);
    await keeper.settled();
    expect(await row()).toMatchObject({ holds: true, problem: 'platform-unreachable', version: 2 });
    await age();
    expect(await call(keeper)).toMatchObject({ ok: true });
    await keeper.settled();
    expect(await row()).toMatchObject({ problem: null, version: 3, due: false });
  });

  it('runs for idle accounts, too, only in the process that holds them', async () => {
    await call(keeperOn(database));
    await change('refresh_at = now()');
    const [holder, other] = [newId(), newId()];
    await database.pool.query('update social_accounts set holder = $1 where id = $2', [holder, account.id]);
    for (const processId of [other, holder]) {
      const keeper = keeperOn(database);
      await keeper.tend(processId);
      await keeper.settled();
      expect(platform.counts.refreshed).toBe(processId === holder ? 2 : 1);
    }
  });

  it('retries storing its answer while the database is down', async () => {
    let failures = 2;
    const failing = new Proxy(database.db, {
      get(db, name, receiver) {
        const value = Reflect.get(db, name, receiver);
        if (name !== 'execute' || platform.counts.refreshed === 0 || failures === 0) return value;
        failures -= 1;
        return () => Promise.reject(new Error('The database does not answer'));
      },
    });
    // The computer has slept meanwhile: its clock is hours ahead.
    const now = () => Date.now() + platform.counts.refreshed * 7_200_000;
    const sleeping = { ...systemClock, now };
    const keeper = keeperOn({ ...database, db: failing }, richConnector, undefined, sleeping);
    expect(await call(keeper)).toMatchObject({ ok: true });
    expect(failures).toBe(0);
    expect(platform.counts).toMatchObject({ refreshed: 1, reused: 0 });
  });

  it('finishes before a stopping server closes its database', async () => {
    const keeper = keeperOn(database);
    const answer = platform.hold('after');
    const calling = call(keeper);
    await until('the platform to act', () => platform.counts.refreshed === 1);
    const settled = keeper.settled().then(row);
    answer();
    expect(await settled).toMatchObject({ version: 2, leased: false });
    await calling;
  });

  it('uses the account’s egress or none', async () => {
    const keeper = keeperOn(database, richConnector, async () => null);
    expect(await call(keeper)).toMatchObject({ kind: 'later', reason: 'proxy-missing' });
    expect(platform.counts.asked).toBe(0);
  });

  it.each([
    ['too long', { access: 'x'.repeat(8_193), refresh: null, expiresInMs: null }],
    ['empty', { access: '', refresh: null, expiresInMs: null }],
    ['no token', { access: 'x\r\nhost: elsewhere', refresh: null, expiresInMs: null }],
  ])('stores no tokens that are %s', async (_, tokens) => {
    const keeper = keeperAnswered({ ok: true, tokens });
    expect(await call(keeper)).toMatchObject({ kind: 'later', reason: 'platform-unreadable' });
    expect(await row()).toMatchObject({ version: 1 });
  });

  it('stores tokens even if their lifetime is not a number', async () => {
    const keeper = keeperAnswered({
      ok: true,
      tokens: { access: 'x', refresh: 'y', expiresInMs: Number.NaN },
    });
    const used = await keeper.of(account).use(async (value) => ({ value }));
    expect(used).toEqual({ ok: true, value: 'x' });
    expect(await row()).toMatchObject({ version: 2, holds: true, due: false });
    const { tokens } = await row();
    expect(openTokens(secrets, account.id, tokens)).toEqual({ access: 'x', refresh: 'y' });
  });

  it.each(['refused', 'later'] as const)('masks tokens in a platform’s reason (%s)', async (kind) => {
    const sent: string[] = [];
    const keeper = keeperAnswered((refreshToken) => {
      sent.push(refreshToken);
      return { ok: false, kind, reason: `The token ${refreshToken} is wrong` };
    });
    const result = await call(keeper);
    expect(result.ok ? '' : result.reason).toContain('The token … is wrong');
    const { problem, refusal } = await row();
    expect(`${problem} ${refusal}`).not.toContain(sent[0]);
  });

  const keeperAnswered = (answer: TokenRefresh | ((refreshToken: string) => TokenRefresh)) => {
    const refresh = async (refreshToken: string) =>
      typeof answer === 'function' ? answer(refreshToken) : answer;
    return keeperOn(database, {
      ...richConnector,
      tokens: { first: richConnector.tokens?.first ?? none, refresh },
    });
  };
  const none = () => null;
});

describe('a platform that rejects what it has just issued', () => {
  it('gets one more token request, and then fewer and fewer', async () => {
    const keeper = keeperOn(database);
    platform.rejectAll(true);
    expect(await call(keeper)).toMatchObject({ kind: 'later', reason: 'authorization-rejected' });
    expect(platform.counts.refreshed).toBe(2);
    const paused = await call(keeper);
    expect(paused).toMatchObject({ kind: 'later', reason: 'authorization-rejected' });
    expect(paused.ok ? 0 : paused.retryAfterMs).toBeGreaterThan(25_000);
    expect(platform.counts.refreshed).toBe(2);
    await change(`issued_at = now() - interval '31 s'`);
    await call(keeper);
    expect(platform.counts.refreshed).toBe(3);
    expect(await row()).toMatchObject({ rejected: 2 });
  });
});
