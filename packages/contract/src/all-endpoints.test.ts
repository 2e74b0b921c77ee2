import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './all-endpoints.ts';
import { auditActions } from './audit/actions.ts';
import { errorCatalogue } from './errors.ts';

const endpoints = [...allEndpoints].map(([name, endpoint]) => ({ name, endpoint }));

it('no two endpoints share a method and an address', () => {
  const places = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':')}`);
  expect(places).toEqual([...new Set(places)]);
});

describe.each(endpoints)('$name', ({ endpoint }) => {
  it('stands below /api, or where the spec prints the operator’s, and says in a sentence what it does', () => {
    expect(endpoint.path).toMatch(/^(\/admin)?\/api\/[\w/:-]+$/);
    expect(endpoint.summary).toMatch(/^\p{Lu}.*\.$/su);
  });

  it('has a parameter for each name in its address, and no other', () => {
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const { properties } = endpoint.params ? z.toJSONSchema(endpoint.params, { io: 'input' }) : {};
    expect(Object.keys(properties ?? {})).toEqual(named);
  });

  it('refuses what it doesn’t know, at every depth', () => {
    for (const part of [endpoint.params, endpoint.query, endpoint.body]) {
      if (part === undefined) continue;
      const open = openObjects(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }));
      expect(open).toEqual([]);
    }
  });

  it('takes no version that the database could not compare', () => {
    const { properties } = endpoint.body
      ? z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' })
      : {};
    if (properties?.version) expect(properties.version).toMatchObject({ maximum: 2 ** 31 - 1 });
  });

  it('reads without a body', () => {
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined();
  });

  it('answers with data or with a file', () => {
    expect(endpoint.answer instanceof z.ZodNever).toBe(endpoint.file !== undefined);
    if (endpoint.file !== undefined) expect(endpoint.file).toMatch(/^[a-z]+\/[\w.+-]+$/);
  });

  it('declares errors of the catalogue, each once', () => {
    expect(new Set(endpoint.errors).size).toBe(endpoint.errors?.length ?? 0);
    for (const error of endpoint.errors ?? []) {
      expect(Object.keys(errorCatalogue)).toContain(error);
    }
  });

  it('declares what it leaves in the audit log, or in a sentence why nothing', () => {
    const { audit, method, file } = endpoint;
    // The compiler asks for it in what is declared here; this asks for it whatever the declaration is.
    if (method !== 'GET' || file !== undefined) expect(audit).toBeDefined();
    if (typeof audit === 'object' && 'none' in audit) expect(audit.none).toMatch(/^\p{Lu}.{3,}\.$/u);
    else for (const action of [audit ?? []].flat()) expect(Object.keys(auditActions)).toContain(action);
  });

  it('limits by address where passwords and codes can be guessed', () => {
    const fields = [endpoint.query, endpoint.body].flatMap((part) => {
      const { properties } = part ? z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) : {};
      return Object.keys(properties ?? {});
    });
    const guessed = fields.some((field) => /^(password|code|email|account|refreshToken)$/.test(field));
    if (!endpoint.audience.includes('public') || !guessed) return;
    expect(endpoint.rateLimit).toMatchObject({ per: 'address' });
    // Of one address at most two a second, in the long run.
    const { max = 0, windowSeconds = 1 } = endpoint.rateLimit ?? {};
    expect(max / windowSeconds).toBeLessThanOrEqual(2);
  });

  it('mixes no other audience with the public or with visitors', () => {
    if (endpoint.audience.some((one) => one === 'public' || one === 'visitor'))
      expect(endpoint.audience).toHaveLength(1);
  });
});

/** Returns the places where a schema takes any field at all; records, which have keys of the caller's choice, are meant so. */
function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${path}/${key}`));
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return isOpen ? [path, ...inner] : inner;
}
