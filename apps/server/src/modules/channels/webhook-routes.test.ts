import type { WebhookRequest } from '@parley/connectors';
import { expect, it } from 'vitest';
import { createTestEdge } from '../../base/http/testing/test-edge.ts';
import { mountWebhooks } from './webhook-routes.ts';

/** The edge with a webhook that answers a verification of Meta's platforms. */
async function metaWebhook() {
  const edge = await createTestEdge();
  const requests: WebhookRequest[] = [];
  const answer = async (_name: unknown, request: WebhookRequest) => {
    requests.push(request);
    const query = new URLSearchParams(request.query);
    return query.get('hub.verify_token') === 'secret'
      ? { status: 200, body: query.get('hub.challenge') ?? '' }
      : { status: 403 };
  };
  await mountWebhooks(edge.app, { toAccount: answer, toApp: answer });
  return { edge, requests };
}

it('Meta’s verification is answered: names with dots reach the connector unchanged', async () => {
  const { edge } = await metaWebhook();
  await using _ = edge;
  const url = '/api/hook/1?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=secret';
  const answer = await edge.app.inject({ method: 'GET', url });
  expect([answer.statusCode, answer.body]).toEqual([200, '1158201444']);
  const wrong = await edge.app.inject({ method: 'GET', url: url.replace('secret', 'guess') });
  expect(wrong.statusCode).toBe(403);
});

it.each([
  'a=1&a=2&b[0]=x&c%20d=%e4%bd%a0',
  'a.b.c.d.e.f.g.h.i=deeper than our own parser reads',
  'a=%ff&%zz=broken+escapes',
])('the query «%s» reaches the connector byte for byte', async (query) => {
  const { edge, requests } = await metaWebhook();
  await using _ = edge;
  const sent = query.replaceAll(' ', '+');
  await edge.app.inject({ method: 'POST', url: `/api/hook/1?${sent}`, payload: 'x' });
  expect(requests.map((request) => request.query)).toEqual([sent]);
});

it('the body reaches the connector as raw bytes, with or without a query', async () => {
  const { edge, requests } = await metaWebhook();
  await using _ = edge;
  const payload = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
  const headers = { 'content-type': 'application/json' };
  await edge.app.inject({ method: 'POST', url: '/api/hook/1', payload, headers });
  expect(requests[0]?.body.equals(payload)).toBe(true);
  expect(requests[0]?.query).toBe('');
});

it('answers 405 to other methods and 413 to a body of over two megabytes', async () => {
  const { edge, requests } = await metaWebhook();
  await using _ = edge;
  const url = '/api/hook/1';
  expect((await edge.app.inject({ method: 'PUT', url, payload: 'x' })).statusCode).toBe(405);
  const payload = 'x'.repeat(3 * 1024 * 1024);
  expect((await edge.app.inject({ method: 'POST', url, payload })).statusCode).toBe(413);
  expect(requests).toEqual([]);
});
