import { randomUUID } from 'node:crypto';
import * as contract from '@parley/contract';
import * as visitorApi from '@parley/contract/visitor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const origin = 'https://shop.example.com';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
});

const preflight = (path: string, headers = 'authorization, content-type, systemlanguagecode') =>
  fetch(`${app.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': headers,
    },
  });

const visitorPaths = [...contract.allEndpoints.values()]
  .map((endpoint) => endpoint.path)
  .filter((path) => path.startsWith('/api/visitor/'));

describe('a page of another origin', () => {
  it.each([...visitorPaths, visitorApi.visitorStreamPath])('allows the preflight of %s', async (path) => {
    const answer = await preflight(path);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toBe(
      'authorization, content-type, systemlanguagecode',
    );
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('reads what the chat answers, and its refusals', async () => {
    const owner = await app.registerOwner();
    const agent = await app.createSubAccount(owner);
    const site = await app.addWebchat(owner, agent.subAccountId);
    const visitor = await app.startVisitor(site);
    const answers = await Promise.all([
      app.send(visitorApi.visitorStart, { body: { site } }, undefined, { origin }),
      app.send(visitorApi.visitorSend, { body: { id: randomUUID(), text: 'Hola' } }, visitor.token, {
        origin,
      }),
      app.send(visitorApi.visitorStart, { body: { site: randomUUID() } }, undefined, { origin }),
      app.send(visitorApi.visitorStart, { body: '{' }, undefined, { origin }),
      app.send(visitorApi.visitorEvents, { query: { since: 0 } }, undefined, { origin }),
      app.send({ method: 'GET', path: '/api/visitor/nowhere' }, {}, undefined, { origin }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 404, 400, 401, 404]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toBe('retry-after, x-request-id');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it('reads the visitor’s stream', async () => {
    const owner = await app.registerOwner();
    const agent = await app.createSubAccount(owner);
    const visitor = await app.startVisitor(await app.addWebchat(owner, agent.subAccountId));
    const leave = new AbortController();
    const stream = await fetch(`${app.url}${visitorApi.visitorStreamPath}`, {
      headers: { origin, authorization: `Bearer ${visitor.token}` },
      signal: leave.signal,
    });
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.headers.get('access-control-allow-origin')).toBe('*');
    leave.abort();
  });

  it.each(['/api/user/login', '/api/desk/conversations', '/api/operator/me', '/healthz'])(
    'has no permission to read %s',
    async (path) => {
      const asked = await preflight(path);
      expect(asked.status).toBe(405);
      expect(asked.headers.has('access-control-allow-origin')).toBe(false);
      const read = await fetch(`${app.url}${path}`, { headers: { origin } });
      expect(read.headers.has('access-control-allow-origin')).toBe(false);
    },
  );
});
