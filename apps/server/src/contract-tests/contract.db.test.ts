import * as contract from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createWorld, requestFor, type TestWorld } from '../testing/world.ts';

const endpoints = [...contract.allEndpoints].map(([name, endpoint]) => ({ name, endpoint }));
const guarded = endpoints.filter(({ endpoint }) => !endpoint.audience.includes('public'));

let app: TestApp;
let world: TestWorld;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app);
});
afterAll(async () => {
  await app.close();
});

/** Returns a login of this endpoint's audience. */
function tokenFor({ audience: [first] }: contract.Endpoint): string | undefined {
  return first === 'public' ? undefined : world.tokens[first];
}

describe.each(endpoints)('$name', ({ name, endpoint }) => {
  it('refuses an unknown field of the query by its name', async () => {
    const parts = requestFor(name, world.live);
    const answer = await app.send(
      endpoint,
      { ...parts, query: { ...parts.query, surplus: 'x' } },
      tokenFor(endpoint),
    );
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 400,
        data: { error: 'request.invalid', fields: { surplus: 'This field is not accepted' } },
      },
    });
  });

  it.skipIf(endpoint.method === 'GET')('refuses an unknown field of the body', async () => {
    const parts = requestFor(name, world.live);
    const body = { ...Object(parts.body), surplus: 1 };
    const answer = await app.send(endpoint, { ...parts, body }, tokenFor(endpoint));
    expect(answer).toMatchObject({ status: 400, body: { data: { error: 'request.invalid' } } });
    expect(answer.body.data).toMatchObject({ fields: { surplus: 'This field is not accepted' } });
  });

  it.skipIf(endpoint.body === undefined)(
    'refuses a value of the wrong type in each field of the body',
    async () => {
      const parts = requestFor(name, world.live);
      for (const field of Object.keys(Object(parts.body))) {
        const body = { ...Object(parts.body), [field]: { wrong: ['type'] } };
        const answer = await app.send(endpoint, { ...parts, body }, tokenFor(endpoint));
        expect(answer, field).toMatchObject({ status: 400, body: { data: { error: 'request.invalid' } } });
        const { fields } = answer.body.data as contract.FailureData; // just seen
        expect(
          Object.keys(fields ?? {}).some((key) => key.split('.')[0] === field),
          field,
        ).toBe(true);
      }
    },
  );

  it.skipIf(endpoint.body === undefined)('refuses bodies that are not JSON objects', async () => {
    const parts = requestFor(name, world.live);
    const token = tokenFor(endpoint);
    for (const body of [
      '',
      '{',
      '"text"',
      '[]',
      'null',
      '12',
      '{"__proto__": {"x": 1}}',
      '['.repeat(50_000),
    ]) {
      const answer = await app.send(endpoint, { ...parts, body }, token);
      expect(answer.status, body.slice(0, 30)).toBe(400);
      expect(answer.body).toMatchObject({ code: 400, data: { error: expect.stringMatching(/^request\./) } });
    }
  });

  it.skipIf(endpoint.body === undefined)('refuses a body of another media type', async () => {
    const parts = requestFor(name, world.live);
    const answer = await app.send(endpoint, parts, tokenFor(endpoint), { 'content-type': 'application/xml' });
    expect(answer).toMatchObject({
      status: 415,
      body: { code: 415, data: { error: 'request.wrong-media-type' } },
    });
  });

  it.skipIf(endpoint.method === 'GET')('refuses a body that is too large before it is read', async () => {
    const parts = requestFor(name, world.live);
    const answer = await app.send(
      endpoint,
      { ...parts, body: { text: 'x'.repeat(300_000) } },
      tokenFor(endpoint),
    );
    expect(answer).toMatchObject({ status: 413, body: { code: 413, data: { error: 'request.too-large' } } });
  });
});

describe.each(guarded)('$name, by another audience', ({ name, endpoint }) => {
  const forVisitors = endpoint.audience.includes('visitor');
  it.each([
    ['', 401, 'auth.required'],
    ['not a token', 50008, 'auth.token-illegal'],
    ['a.b.c', 50008, 'auth.token-illegal'],
  ])('requires a login when the token is "%s"', async (token, code, error) => {
    const parts = requestFor(name, world.live);
    const answer = await app.send(endpoint, parts, token === '' ? undefined : token);
    const expected = forVisitors
      ? { code: 40101, data: { error: 'auth.pass-required' } }
      : { code, data: { error } };
    expect(answer).toMatchObject({ status: 401, body: expected });
  });

  it('refuses logins of every other kind', async () => {
    const others = Object.entries(world.tokens).filter(
      ([audience]) => !endpoint.audience.some((own) => own === audience),
    );
    expect(others.length).toBeGreaterThan(0);
    for (const [audience, token] of others) {
      const answer = await app.send(endpoint, requestFor(name, world.live), token);
      expect(answer, audience).toMatchObject({
        status: 403,
        body: { code: 403, data: { error: 'auth.wrong-audience' } },
      });
    }
  });
});
