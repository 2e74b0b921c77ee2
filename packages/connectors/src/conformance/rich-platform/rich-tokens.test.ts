import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeConnector, type Harness } from '../../conformance.ts';
import { refreshOAuth } from '../../kit/oauth-refresh.ts';
import { createTestHost } from '../../testing/host.ts';
import { type RichAuthorization, richClient, startRichAuthorization } from './authorization.ts';
import type { RichCredentials } from './manifest.ts';
import { richHarness } from './rich-harness.ts';

async function makeHarness(): Promise<Harness<RichCredentials>> {
  const authorization = await startRichAuthorization();
  const { counts, expire, revoke, trouble } = authorization;
  const granted = { server: authorization.url, refreshToken: authorization.grant() };
  const harness = richHarness(granted);
  return {
    ...harness,
    tokens: { expire, revoke, trouble: () => trouble('unavailable'), counts: () => counts },
    async close() {
      await harness.close();
      await authorization.close();
    },
  };
}

describeConnector('the rich platform with tokens', makeHarness);

describe('an OAuth 2.0 refresh', () => {
  let authorization: RichAuthorization;
  const signal = new AbortController().signal;
  const refresh = (token: string, client = {}) =>
    refreshOAuth({ ...richClient, tokenUrl: `${authorization.url}/token`, ...client }, token, {
      ...createTestHost(),
      signal,
    });
  beforeEach(async () => {
    authorization = await startRichAuthorization();
  });
  afterEach(() => authorization.close());

  it('returns the new tokens with their lifetime', async () => {
    const answer = await refresh(authorization.grant());
    expect(answer).toMatchObject({ ok: true, tokens: { expiresInMs: 3_600_000 } });
    expect(answer.ok && answer.tokens.refresh).toMatch(/^[\w-]{43}$/);
  });

  it('fails permanently when the refresh token was used before', async () => {
    const token = authorization.grant();
    await refresh(token);
    expect(await refresh(token)).toEqual({
      ok: false,
      kind: 'refused',
      reason: 'invalid_grant, The refresh token was used before',
    });
    expect(authorization.counts.reused).toBe(1);
  });

  it.for([
    ['a client that is none', { clientSecret: 'wrong' }, { kind: 'later', reason: 'invalid_client' }],
    ['the secret in the body', { secretIn: 'body' }, { kind: 'later', reason: 'invalid_client' }],
  ] as const)('returns why there are none: %s', async ([, client, expected]) => {
    expect(await refresh(authorization.grant(), client)).toEqual({ ok: false, ...expected });
  });

  it('returns a transient failure when nothing responds', async () => {
    const token = authorization.grant();
    await authorization.close();
    expect(await refresh(token)).toEqual({ ok: false, kind: 'later', reason: 'platform-port-closed' });
  });

  it.for([
    ['unavailable', { reason: 'platform-unreachable', retryAfterMs: 2_000 }],
    ['answer-lost', { reason: 'platform-hung-up' }],
    ['garbage', { reason: 'platform-unreadable' }],
    ['huge', { reason: 'platform-answer-too-large' }],
  ] as const)('counts as trouble that passes: %s', async ([trouble, expected]) => {
    authorization.trouble(trouble);
    expect(await refresh(authorization.grant())).toEqual({ ok: false, kind: 'later', ...expected });
  });
});
