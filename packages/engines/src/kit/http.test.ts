import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { realHost } from './fixtures/host.ts';
import { type Loopback, startLoopback } from './fixtures/loopback.ts';
import { callJson, callText, type HttpCall } from './http.ts';

let status = 200;
let body: string | Buffer = '';
let headers: Record<string, string> = {};
let service: Loopback;

beforeEach(async () => {
  status = 200;
  headers = {};
  service = await startLoopback(async (_, response) => {
    response.writeHead(status, headers).end(body);
  });
});
afterEach(() => service.stop());

const call = (more: Partial<HttpCall> = {}): HttpCall => ({
  host: realHost,
  url: service.url,
  signal: new AbortController().signal,
  ...more,
});

describe('a call', () => {
  it.each([
    [400, 'refused'],
    [401, 'refused'],
    [402, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [413, 'refused'],
    [302, 'refused'],
    [408, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ] as const)('a response with status %i fails as %s', async (code, failure) => {
    status = code;
    headers = { location: service.url };
    body = 'the reason';
    await expect(callText(call())).rejects.toMatchObject({
      failure,
      message: expect.stringContaining('the reason'),
    });
    expect(service.requests()).toBe(1);
  });

  it('lets the engine map a status differently', async () => {
    status = 400;
    body = 'xx is not supported';
    const failureOf: HttpCall['failureOf'] = (code, text) =>
      code === 400 && text.includes('not supported') ? 'unsupported' : undefined;
    await expect(callText(call({ failureOf }))).rejects.toMatchObject({ failure: 'unsupported' });
  });

  it('treats an answer as nonsense when it is not JSON, or of another shape', async () => {
    const shape = z.object({ text: z.string() });
    body = '<html>';
    await expect(callJson(call(), shape)).rejects.toMatchObject({ failure: 'nonsense' });
    body = '{"text": 5}';
    await expect(callJson(call(), shape)).rejects.toMatchObject({ failure: 'nonsense' });
    body = '{"text": "ok"}';
    expect(await callJson(call(), shape)).toEqual({ text: 'ok' });
  });

  it('refuses JSON of more than 300,000 characters before parsing it', async () => {
    const shape = z.string();
    body = `"${'a'.repeat(300_000)}"`;
    await expect(callJson(call(), shape)).rejects.toMatchObject({
      failure: 'nonsense',
      message: 'The answer is longer than 300000 characters.',
    });
    body = `"${'a'.repeat(299_998)}"`;
    expect(await callJson(call(), shape)).toHaveLength(299_998);
  });

  it('stops reading at a megabyte', async () => {
    body = Buffer.alloc(1_000_001, 'a');
    await expect(callText(call())).rejects.toMatchObject({ failure: 'nonsense' });
    body = Buffer.alloc(1_000_000, 'a');
    expect(await callText(call())).toHaveLength(1_000_000);
  });

  it('times out at its own limit too', async () => {
    await service.setFault('hang');
    await expect(callText(call({ limitMs: 50 }))).rejects.toMatchObject({ failure: 'timeout' });
  });

  it('rejects at the abort even when the network ignores it', async () => {
    const deaf = { ...realHost, fetch: () => new Promise<Response>(() => undefined) };
    const signal = AbortSignal.timeout(20);
    await expect(callText(call({ host: deaf, signal }))).rejects.toMatchObject({ failure: 'timeout' });
  });
});
