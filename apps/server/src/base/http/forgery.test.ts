import { describe, expect, it } from 'vitest';
import type { EdgeOptions } from './edge.ts';
import { setXsrfCookie } from './forgery.ts';
import { createTestEdge } from './testing/test-edge.ts';

/** Returns the cookies that a page sets. */
async function cookiesOf(
  headers: Record<string, string>,
  secure = false,
  options: Partial<EdgeOptions> = {},
) {
  await using edge = await createTestEdge(options);
  edge.app.get('/page', async (request, reply) => {
    setXsrfCookie(request, reply, secure);
    return 'page';
  });
  return (await edge.app.inject({ url: '/page', headers })).cookies;
}

describe('a page', () => {
  it('comes with a cookie that it can read and other sites’ requests don’t carry', async () => {
    const [cookie, ...more] = await cookiesOf({});
    expect(more).toEqual([]);
    expect(cookie).toEqual({
      name: 'XSRF-TOKEN',
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: '/',
      sameSite: 'Lax',
    });
  });

  it('comes with another one for each browser', async () => {
    const [[one], [other]] = [await cookiesOf({}), await cookiesOf({})];
    expect(one?.value).not.toBe(other?.value);
  });

  it('leaves the cookie that the browser has, which its other tabs repeat', async () => {
    expect(await cookiesOf({ cookie: 'a=b; XSRF-TOKEN=kept' })).toEqual([]);
    expect(await cookiesOf({ cookie: 'a=b; XSRF-TOKEN=' })).toHaveLength(1);
  });

  it('restricts the cookie to https when the page was requested by https', async () => {
    const forwarded = { 'x-forwarded-proto': 'https' };
    const bound = { name: '__Host-XSRF-TOKEN', path: '/', secure: true };
    expect((await cookiesOf({}, true))[0]).toMatchObject(bound);
    expect((await cookiesOf({}, true))[0]).not.toHaveProperty('domain');
    expect((await cookiesOf(forwarded, false, { trustProxy: '127.0.0.1' }))[0]).toMatchObject(bound);
    expect((await cookiesOf(forwarded))[0]).not.toHaveProperty('secure');
  });

  it('sets the cookie of https in addition to one that was set over http', async () => {
    expect(await cookiesOf({ cookie: 'XSRF-TOKEN=planted' }, true)).toMatchObject([
      { name: '__Host-XSRF-TOKEN' },
    ]);
    expect(await cookiesOf({ cookie: '__Host-XSRF-TOKEN=kept' }, true)).toEqual([]);
  });
});
