import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './all-endpoints.ts';
import { auditActions } from './audit/actions.ts';
import { errorCatalogue } from './errors.ts';

const endpoints = [...allEndpoints].map(([name, endpoint]) => ({ name, endpoint }));

it('every pair of method and path is unique', () => {
  const places = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':')}`);
  expect(places).toEqual([...new Set(places)]);
});

describe.each(endpoints)('$name', ({ endpoint }) => {
  it('has a path below /api, or the spec’s for the operator, and a summary that is a sentence', () => {
    expect(endpoint.path).toMatch(/^(\/admin)?\/api\/[\w/:-]+$/);
    expect(endpoint.summary).toMatch(/^\p{Lu}.*\.$/su);
  });

  it('declares exactly the parameters in its path', () => {
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const { properties } = endpoint.params ? z.toJSONSchema(endpoint.params, { io: 'input' }) : {};
    expect(Object.keys(properties ?? {})).toEqual(named);
  });

  it('refuses unknown fields at every depth', () => {
    for (const part of [endpoint.params, endpoint.query, endpoint.body]) {
      if (part === undefined) continue;
      const open = openObjects(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }));
      expect(open).toEqual([]);
    }
  });

  it('accepts no version beyond the range of the database column', () => {
    const { properties } = endpoint.body
      ? z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' })
      : {};
    if (properties?.version) expect(properties.version).toMatchObject({ maximum: 2 ** 31 - 1 });
  });

  it('has no body if it is a GET', () => {
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined();
  });

  it('declares the headers of a share link’s holder where the query accepts the same', () => {
    if (!endpoint.path.startsWith('/api/share/')) return expect(endpoint.linkHolder).toBeUndefined();
    const { properties = {} } = endpoint.query ? z.toJSONSchema(endpoint.query, { io: 'input' }) : {};
    const declared = 'pass' in properties ? 'token-and-pass' : 'token' in properties ? 'token' : undefined;
    expect(endpoint.linkHolder).toBe(declared);
  });

  it('returns either data or a file', () => {
    expect(endpoint.answer instanceof z.ZodNever).toBe(endpoint.file !== undefined);
    if (endpoint.file !== undefined) expect(endpoint.file).toMatch(/^[a-z]+\/[\w.+-]+$/);
  });

  it('declares each error once, and only those of the catalogue', () => {
    expect(new Set(endpoint.errors).size).toBe(endpoint.errors?.length ?? 0);
    for (const error of endpoint.errors ?? []) {
      expect(Object.keys(errorCatalogue)).toContain(error);
    }
  });

  it('declares its audit actions, or the reason why it has none', () => {
    const { audit, method, file } = endpoint;
    // The compiler requires it of literal declarations; this also covers all others.
    if (method !== 'GET' || file !== undefined) expect(audit).toBeDefined();
    if (typeof audit === 'object' && 'none' in audit) expect(audit.none).toMatch(/^\p{Lu}.{3,}\.$/u);
    else for (const action of [audit ?? []].flat()) expect(Object.keys(auditActions)).toContain(action);
  });

  it('limits requests per address where passwords or codes could be guessed', () => {
    const fields = [endpoint.query, endpoint.body].flatMap((part) => {
      const { properties } = part ? z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) : {};
      return Object.keys(properties ?? {});
    });
    const guessed = fields.some((field) => /^(password|code|email|account|refreshToken)$/.test(field));
    if (!endpoint.audience.includes('public') || !guessed) return;
    expect(endpoint.rateLimit).toMatchObject({ per: 'address' });
    // At most two requests per second and address, on average.
    const { max = 0, windowSeconds = 1 } = endpoint.rateLimit ?? {};
    expect(max / windowSeconds).toBeLessThanOrEqual(2);
  });

  it('combines neither public nor visitor with another audience', () => {
    if (endpoint.audience.some((one) => one === 'public' || one === 'visitor'))
      expect(endpoint.audience).toHaveLength(1);
  });
});

/** Returns the places where a schema accepts arbitrary fields. Records are meant to, so they are left out. */
function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${path}/${key}`));
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return isOpen ? [path, ...inner] : inner;
}
