/** Converts a declared endpoint and its request to the arguments of `fetch`. */
import type { Endpoint, InterfaceLanguage } from '@parley/contract';

export type Parts = { params?: unknown; query?: unknown; body?: unknown };

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/**
 * Returns the name-value pairs of a query: nested objects become dotted names, lists repeat their name, undefined and null are
 * omitted. `{a: {b: 1}, c: ['x', 'y']}` gives `a.b=1&c=x&c=y`.
 */
export function queryPairs(value: unknown, prefix = ''): [string, string][] {
  if (value === undefined || value === null) return [];
  if (isScalar(value)) return [[prefix, String(value)]];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => queryPairs(item, prefix));
  if (typeof value !== 'object') throw new TypeError(`${prefix} can't stand in an address`);
  return Object.entries(value).flatMap(([name, item]) =>
    queryPairs(item, prefix === '' ? name : `${prefix}.${name}`),
  );
}

/** Replaces `:name` by the parameters, encoded so that no value can leave its path segment. */
export function fillPath(path: string, params: unknown): string {
  const given = new Map<string, unknown>(Object.entries(params ?? {}));
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = given.get(name);
    if (!isScalar(value) || value === '') throw new TypeError(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

export function requestUrl(baseUrl: string, endpoint: Endpoint, parts: Parts): string {
  const query = new URLSearchParams(queryPairs(parts.query)).toString();
  return `${baseUrl}${fillPath(endpoint.path, parts.params)}${query === '' ? '' : `?${query}`}`;
}

export type HeaderFacts = {
  accessToken: string | null;
  clientId: string;
  language: InterfaceLanguage;
  /** The page's cookies in the format of `document.cookie`; '' if there are none. */
  cookies: string;
  /** Null if this installation has no tenants. */
  tenantId: string | null;
};

/** Calls accept the envelope; downloads accept any file type. */
export type Accept = 'application/json' | '*/*';

/** Returns the decoded value of the cookie; null if it is missing. */
function cookieValue(cookies: string, name: string): string | null {
  for (const pair of cookies.split('; ')) {
    if (!pair.startsWith(`${name}=`)) continue;
    const value = pair.slice(name.length + 1);
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  }
  return null;
}

/** Returns the headers that the specification requires for every request. */
export function requestHeaders(
  facts: HeaderFacts,
  hasBody: boolean,
  accept: Accept = 'application/json',
): Record<string, string> {
  const forgeryToken =
    cookieValue(facts.cookies, '__Host-XSRF-TOKEN') ?? cookieValue(facts.cookies, 'XSRF-TOKEN');
  return {
    accept,
    clientId: facts.clientId,
    systemLanguageCode: facts.language === 'en-US' ? 'EN' : 'zh-CN',
    vestId: '1',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(facts.accessToken === null ? {} : { authorization: `Bearer ${facts.accessToken}` }),
    ...(forgeryToken === null ? {} : { 'X-XSRF-TOKEN': forgeryToken }),
    ...(facts.tenantId === null ? {} : { 'tenant-id': facts.tenantId }),
  };
}
