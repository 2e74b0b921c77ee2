import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authSessions } from '../../../schema/identity.ts';
import { operatorLogIn } from '../../../testing/test-people.ts';
import { logInOperator } from '../service.ts';
import {
  from,
  type IdentityHarness,
  outcomeOf,
  type StoredOwner,
  startIdentityHarness,
} from '../testing/identity-harness.ts';
import { endLoginSession, listSessions, logOut, logOutEverywhere, type SessionsCaller } from './service.ts';

const day = 86_400_000;

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentityHarness();
  await harness.operator();
});
afterAll(() => harness.close());

/** Logs the operator in, who has no workspace. */
async function openOperator() {
  const { email: username, password } = operatorLogIn;
  const tokens = await logInOperator(harness.deps, { ...from(), username, password });
  const { userId, sessionId } = harness.consoleOf(tokens).caller;
  return { ...tokens, caller: { userId, sessionId } };
}

type Console = StoredOwner['console'];
const logIn = async ({ email, password }: { email: string; password: string }): Promise<Console> =>
  harness.consoleOf(await harness.logIn(email, password));
const list = (caller: SessionsCaller, scope: 'own' | 'sub-accounts' = 'own') =>
  listSessions(harness.deps, caller, { scope, pageNo: 1, pageSize: 20 });
const end = ({ caller, from: { origin } }: Console, id: string) =>
  outcomeOf(endLoginSession(harness.deps, caller, id, origin));
const reasonOf = ({ caller }: Console) => harness.ended.find(([id]) => id === caller.sessionId)?.[1];

describe('listSessions', () => {
  it('returns device, address and last activity, the most recently active first', async () => {
    const owner = await harness.owner();
    harness.clock.advance(1000);
    const first = await logIn(owner);
    harness.clock.advance(day);
    const by = {
      ...from(),
      origin: { ...from().origin, address: '192.0.2.9', userAgent: 'Another browser' },
    };
    await harness.refresh(first.refreshToken, by);
    const renewedAt = harness.clock.now();
    const { list: rows, total } = await list(owner.console.caller);
    expect(total).toBe(2);
    expect(rows.map(({ id }) => id)).toEqual([first.caller.sessionId, owner.console.caller.sessionId]);
    const seen = { place: 'console', address: '192.0.2.9', userAgent: 'Another browser', subAccountId: null };
    expect(rows[0]).toMatchObject({ ...seen, lastActiveAt: new Date(renewedAt) });
    expect(rows[1]).toMatchObject({ address: '192.0.2.1', userAgent: 'A browser' });
  });

  it('returns the owner’s consoles and desk, and separately the sub-accounts’ desks', async () => {
    const owner = await harness.owner();
    await harness.logInDesk(owner.email);
    const agent = await harness.agent(owner);
    await harness.logInDesk(agent.accountName);
    const own = await list(owner.console.caller);
    expect(own.list.map(({ place, isDefault }) => [place, isDefault]).sort()).toEqual([
      ['console', null],
      ['desk', true],
    ]);
    const { list: theirs } = await list(owner.console.caller, 'sub-accounts');
    expect(theirs).toMatchObject([{ place: 'desk', subAccountId: agent.id, remark: 'Agent' }]);
  });

  it('returns a renewable session regardless of its recorded last activity', async () => {
    const owner = await harness.owner();
    // Like sessions from before their activity was recorded.
    await harness.database.db
      .update(authSessions)
      .set({ lastActiveAt: sql`created_at - interval '60 days'` })
      .where(eq(authSessions.subjectId, owner.userId));
    expect((await list(owner.console.caller)).total).toBe(1);
  });

  it('leaves out sessions that have ended or can no longer be renewed', async () => {
    const owner = await harness.owner();
    harness.clock.advance(31 * day);
    const [first, second] = [await logIn(owner), await logIn(owner)];
    await logOut(harness.deps, second.caller.sessionId, second.from.origin);
    const { list: rows } = await list(first.caller);
    expect(rows.map(({ id }) => id)).toEqual([first.caller.sessionId]);
  });

  it('returns the operator’s own sessions, and none of sub-accounts', async () => {
    await harness.owner();
    const [{ caller }, other] = [await openOperator(), await openOperator()];
    const { list: rows } = await list(caller);
    expect(rows.every(({ place }) => place === 'operator')).toBe(true);
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([caller.sessionId, other.caller.sessionId]));
    expect(await list(caller, 'sub-accounts')).toEqual({ list: [], total: 0 });
  });
});

describe('endLoginSession', () => {
  it('ends one session with its tokens and sockets at once, and no other', async () => {
    const owner = await harness.owner();
    const other = await logIn(owner);
    expect(await end(owner.console, other.caller.sessionId)).toBe('done');
    expect(reasonOf(other)).toBe('ended-from-list');
    expect(await harness.isOpen(other)).toBe(false);
    expect(await outcomeOf(harness.refresh(other.refreshToken))).toBe('identity.invalid-refresh-token');
    expect(await harness.isOpen(owner.console)).toBe(true);
    expect(reasonOf(owner.console)).toBeUndefined();
  });

  it('ends a sub-account’s desk, and finds no session of another workspace, nor an ended one', async () => {
    const [owner, stranger] = [await harness.owner(), await harness.owner()];
    const desk = harness.consoleOf(await harness.logInDesk((await harness.agent(owner)).accountName));
    const { sessionId } = desk.caller;
    expect(await end(stranger.console, sessionId)).toBe('resource.not-found');
    expect(await end(owner.console, randomUUID())).toBe('resource.not-found');
    expect(await harness.isOpen(desk)).toBe(true);
    expect(await end(owner.console, sessionId)).toBe('done');
    expect(await harness.isOpen(desk)).toBe(false);
    expect(await end(owner.console, sessionId)).toBe('resource.not-found');
  });

  it('ends an operator’s own sessions only', async () => {
    const owner = await harness.owner();
    const [caller, other] = [await openOperator(), await openOperator()];
    const ending = (id: string) => outcomeOf(endLoginSession(harness.deps, caller.caller, id, from().origin));
    expect(await ending(owner.console.caller.sessionId)).toBe('resource.not-found');
    expect(await ending(other.caller.sessionId)).toBe('done');
    expect(await harness.isOpen(other)).toBe(false);
  });
});

describe('logOutEverywhere', () => {
  it('ends the owner’s consoles and desk, and leaves sub-accounts logged in', async () => {
    const owner = await harness.owner();
    const second = await logIn(owner);
    const desk = await harness.logInDesk(owner.email);
    const agentsDesk = await harness.logInDesk((await harness.agent(owner)).accountName);
    expect(await logOutEverywhere(harness.deps, second.caller, second.from.origin)).toBe(3);
    for (const tokens of [owner.console, second, desk]) expect(await harness.isOpen(tokens)).toBe(false);
    expect(reasonOf(second)).toBe('everywhere');
    expect(await harness.isOpen(agentsDesk)).toBe(true);
  });
});

describe('logOut', () => {
  it('ends access tokens, refresh tokens and sockets at once, of this session only', async () => {
    const owner = await harness.owner();
    const other = await logIn(owner);
    await logOut(harness.deps, other.caller.sessionId, other.from.origin);
    expect(await harness.isOpen(other)).toBe(false);
    expect(await outcomeOf(harness.refresh(other.refreshToken))).toBe('identity.invalid-refresh-token');
    expect(reasonOf(other)).toBe('logged-out');
    expect(await harness.isOpen(owner.console)).toBe(true);
    expect(reasonOf(owner.console)).toBeUndefined();
  });
});
