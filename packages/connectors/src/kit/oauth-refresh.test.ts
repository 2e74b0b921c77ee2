/**
 * Tests responses of authorization servers, including hostile ones; `conformance/rich-platform/` has a strict, well-behaved
 * one.
 */
import { describe, expect, it } from 'vitest';
import { createTestHost } from '../testing/host.ts';
import { type OAuthClient, refreshOAuth } from './oauth-refresh.ts';

const signal = new AbortController().signal;
const client: OAuthClient = {
  tokenUrl: 'https://platform.example/token',
  clientId: 'a b',
  clientSecret: 'ü:&',
};

async function refreshed(answer: Response, given = client) {
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  const network = {
    ...createTestHost().network,
    fetch: async (url: string, init?: RequestInit) => {
      requests.push({ url, init });
      return answer;
    },
  };
  const result = await refreshOAuth(given, 'r1&', { network, signal });
  return { result, request: requests[0] };
}
const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });

describe('the request', () => {
  it('sends the encoded client credentials in a header, and follows no redirect', async () => {
    const { request } = await refreshed(json({ access_token: 'a' }));
    expect(request?.url).toBe('https://platform.example/token');
    const basic = Buffer.from('a+b:%C3%BC%3A%26').toString('base64');
    expect(request?.init).toMatchObject({
      method: 'POST',
      redirect: 'error',
      signal,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token&refresh_token=r1%26',
    });
  });

  it('sends the client credentials in the body if the platform requires that, or there is no secret', async () => {
    const inBody = await refreshed(json({ access_token: 'a' }), { ...client, secretIn: 'body' });
    expect(inBody.request?.init?.body).toBe(
      'grant_type=refresh_token&refresh_token=r1%26&client_id=a+b&client_secret=%C3%BC%3A%26',
    );
    expect(inBody.request?.init?.headers).not.toHaveProperty('authorization');
    const { tokenUrl, clientId } = client;
    const open = await refreshed(json({ access_token: 'a' }), { tokenUrl, clientId });
    expect(open.request?.init?.body).toBe('grant_type=refresh_token&refresh_token=r1%26&client_id=a+b');
    expect(open.request?.init?.headers).not.toHaveProperty('authorization');
  });
});

describe('the answer', () => {
  it.each([
    ['no refresh token and no life', { access_token: 'a' }, { refresh: null, expiresInMs: null }],
    [
      'nulls',
      { access_token: 'a', refresh_token: null, expires_in: null },
      { refresh: null, expiresInMs: null },
    ],
    [
      'a life as a text',
      { access_token: 'a', expires_in: '3600' },
      { refresh: null, expiresInMs: 3_600_000 },
    ],
    [
      'fields of its own',
      { access_token: 'a', refresh_token: 'r2', id: {} },
      { refresh: 'r2', expiresInMs: null },
    ],
  ])('brings tokens with %s', async (_, body, tokens) => {
    expect((await refreshed(json(body))).result).toEqual({ ok: true, tokens: { access: 'a', ...tokens } });
  });

  it.each([
    ['negative', -1],
    ['zero', 0],
    ['infinite', 'Infinity'],
    ['not a number', 'soon'],
    ['of another type', { seconds: 60 }],
  ])('returns the tokens without a lifetime if it is %s', async (_, expires_in) => {
    const { result } = await refreshed(json({ access_token: 'a', refresh_token: 'r2', expires_in }));
    expect(result).toEqual({ ok: true, tokens: { access: 'a', refresh: 'r2', expiresInMs: null } });
  });

  it.each([
    ['no access token', { refresh_token: 'r2' }],
    ['an empty one', { access_token: '' }],
    ['one that is too long', { access_token: 'a'.repeat(8_193) }],
    ['a refresh token that is too long', { access_token: 'a', refresh_token: 'r'.repeat(8_193) }],
    ['a line break in it', { access_token: 'a\r\nhost: elsewhere' }],
    ['a refresh token with a character of no token', { access_token: 'a', refresh_token: 'r\u0000' }],
    ['no object', ['a']],
  ])('returns a transient failure for %s', async (_, body) => {
    expect((await refreshed(json(body))).result).toEqual({
      ok: false,
      kind: 'later',
      reason: 'platform-unreadable',
    });
  });

  it.each([
    ['invalid_grant', 400, 'refused'],
    ['invalid_grant', 401, 'refused'],
    // A proxy or a failing server may respond like this: the grant may still be valid.
    ['invalid_grant', 500, 'later'],
    ['invalid_client', 401, 'later'],
    ['unauthorized_client', 400, 'later'],
    ['invalid_request', 400, 'later'],
    ['Invalid_Grant', 400, 'later'],
  ])('maps %s with the status %i to %s', async (error, status, kind) => {
    expect((await refreshed(json({ error }, status))).result).toMatchObject({ ok: false, kind });
  });

  it.each([
    ['7', 7_000],
    ['86400', 3_600_000],
    ['0', undefined],
    ['-1', undefined],
    ['Thu, 26 Nov 2026 22:00:00 GMT', undefined],
  ])('reads the pause from retry-after: %s', async (given, retryAfterMs) => {
    const { result } = await refreshed(json({}, 429, { 'retry-after': given }));
    expect(result.ok ? null : result.retryAfterMs).toBe(retryAfterMs);
  });
});
