import { createApi } from './api.ts';
import type { Route } from './route.ts';

export type FakeFetch = typeof fetch & {
  /** The requests received, e.g. `GET /api/user/subAccount/page?pageNo=1`. */
  asked: string[];
  /** The failure of subsequent requests: a lost network or an ended session. */
  trouble: 'none' | 'network' | 'expired';
  /** Overrides the answer to a request; undefined: the world's answer. */
  instead: (url: string, init: RequestInit) => Response | Promise<Response | undefined> | undefined;
};

/** A `fetch` for page tests: the same strict API without a network. */
export function createFakeFetch(routes: readonly Route[]): FakeFetch {
  const answer = createApi(routes);
  const made = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = String(input);
    asFetch.asked.push(`${init.method} ${url}`);
    if (asFetch.trouble === 'network') throw new TypeError('fetch failed');
    const other = await asFetch.instead(url, init);
    if (other !== undefined) return other;
    const headers = new Headers(init.headers);
    if (asFetch.trouble === 'expired') headers.delete('authorization');
    const { status, text } = answer({
      method: init.method ?? 'GET',
      url,
      headers,
      body: typeof init.body === 'string' ? init.body : '',
    });
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };
  const asFetch: FakeFetch = Object.assign(made, {
    asked: [],
    trouble: 'none' as const,
    instead: () => undefined,
  });
  return asFetch;
}
