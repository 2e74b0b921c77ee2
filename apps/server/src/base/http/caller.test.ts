import type { SessionEnding } from '@parley/contract/identity';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../ids.ts';
import { createAccessTokens, type SignedIn } from './caller.ts';

const secret = 'present'.repeat(6);
const older = 'older'.repeat(8);
const workspaceId = trustWorkspaceId(newId());
const callers: SignedIn[] = [
  { audience: 'console', userId: newId(), workspaceId, sessionId: newId() },
  { audience: 'desk', subAccountId: newId(), workspaceId, sessionId: newId() },
  { audience: 'operator', userId: newId(), sessionId: newId() },
  { audience: 'visitor', visitorId: newId(), workspaceId, socialAccountId: newId(), language: 'es' },
];

const noon = Date.UTC(2026, 0, 5, 12);
/** Sessions that have ended, and why. */
const closed = new Map<string, SessionEnding>();
const tokensAt = (now: number, ...secrets: [string, ...string[]]) =>
  createAccessTokens(secrets, () => now, {
    open: async (id) => !closed.has(id),
    state: async (id) => closed.get(id) ?? 'open',
  });
const tokens = tokensAt(noon, secret);

describe.each(callers)('the token of the $audience', (caller) => {
  it('names its holder until it expires', async () => {
    const token = await tokens.sign(caller, noon + 60_000);
    expect(await tokens.verify(token)).toEqual(caller);
    expect(await tokensAt(noon + 60_000, secret).verify(token)).toBeNull();
  });

  it('refuses a token that it has accepted before once it has run out', async () => {
    const clock = { now: noon };
    const own = createAccessTokens([secret], () => clock.now, {
      open: async () => true,
      state: async () => 'open',
    });
    const token = await own.sign(caller, noon + 60_000);
    expect([await own.verify(token), await own.verify(token)]).toEqual([caller, caller]);
    clock.now += 60_000;
    expect(await own.verify(token)).toBeNull();
  });

  it('refuses the token under another secret', async () => {
    const token = await tokensAt(noon, 'another'.repeat(6)).sign(caller, noon + 60_000);
    expect(await tokens.verify(token)).toBeNull();
  });

  it('accepts tokens signed with the previous secret for visitors only', async () => {
    const token = await tokensAt(noon, older).sign(caller, noon + 60_000);
    expect(await tokensAt(noon, secret, older).verify(token)).toEqual(
      caller.audience === 'visitor' ? caller : null,
    );
    expect(await tokensAt(noon + 60_000, secret, older).verify(token)).toBeNull();
  });

  it('refuses the token once its session is over', async () => {
    const token = await tokens.sign(caller, noon + 60_000);
    const sessionId = 'sessionId' in caller ? caller.sessionId : '';
    closed.set(sessionId, 'logged-out');
    expect(await tokens.verify(token)).toEqual(sessionId === '' ? caller : null);
    closed.delete(sessionId);
  });
});

describe('claims of an invalid token', () => {
  const inTime = noon + 60_000;
  const [owner] = callers;
  const sessionId = owner && 'sessionId' in owner ? owner.sessionId : '';
  const made = (...secrets: [string, ...string[]]) =>
    tokensAt(noon, ...secrets).sign(owner ?? visitor(), inTime);

  it.each(['', 'x', 'a.b.c', '....', 'null'])('"%s" is no token at all', async (text) => {
    expect(await tokens.check(text)).toMatchObject({ error: 'auth.token-illegal' });
  });

  it('an unknown secret makes a token invalid', async () => {
    expect(await tokens.check(await made('another'.repeat(6)))).toMatchObject({
      error: 'auth.token-illegal',
    });
  });

  it('allows renewal for a token that has expired or is signed with the previous secret', async () => {
    expect(await tokensAt(noon, secret, older).check(await made(older))).toMatchObject({
      error: 'auth.required',
    });
    expect(await tokensAt(inTime, secret).check(await made(secret))).toMatchObject({
      error: 'auth.required',
    });
  });

  it.each([
    ['logged-out', 'auth.session-ended'],
    ['owner-disabled', 'auth.session-ended'],
    ['timed-out', 'auth.session-expired'],
    ['lifetime', 'auth.session-expired'],
  ] as const)('refuses a token whose session is over (%s) as %s, run out or not', async (ending, error) => {
    closed.set(sessionId, ending);
    const refusal = { error, details: { ending } };
    expect(await tokens.check(await made(secret))).toMatchObject(refusal);
    expect(await tokensAt(inTime, secret).check(await made(secret))).toMatchObject(refusal);
    closed.delete(sessionId);
  });

  it('a visitor’s that has run out asks for nothing but a new one', async () => {
    const token = await tokens.sign(visitor(), inTime);
    expect(await tokensAt(inTime, secret).check(token)).toMatchObject({ error: 'auth.required' });
  });
});

it('a token without a signature is invalid', async () => {
  const [, payload] = (await tokens.sign({ ...visitor() }, noon + 60_000)).split('.');
  const header = Buffer.from('{"alg":"none"}').toString('base64url');
  expect(await tokens.verify(`${header}.${payload}.`)).toBeNull();
  const foreign = new SignJWT({ aud: 'operator' }).setProtectedHeader({ alg: 'HS256' });
  expect(await tokens.verify(await foreign.sign(Buffer.alloc(32)))).toBeNull();
});

it.each([
  ['a space', (signature: string) => `${signature} `],
  ['spaces inside', (signature: string) => `${signature.slice(0, 9)}\t \n${signature.slice(9)}`],
  ['padding', (signature: string) => `${signature}=`],
])('refuses another spelling of a signature, with %s: each would be remembered', async (_, spell) => {
  const token = await tokens.sign(visitor(), noon + 60_000);
  const at = token.lastIndexOf('.') + 1;
  const spelled = `${token.slice(0, at)}${spell(token.slice(at))}`;
  expect(await tokens.check(spelled)).toMatchObject({ error: 'auth.token-illegal' });
});

function visitor(): SignedIn {
  return { audience: 'visitor', visitorId: newId(), workspaceId, socialAccountId: newId(), language: null };
}
