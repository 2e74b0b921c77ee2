import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from './testing/raw-request.ts';
import { createTestEdge, type TestEdge } from './testing/test-edge.ts';

let edge: TestEdge;
let url: string;
beforeAll(async () => {
  edge = await createTestEdge();
  url = await edge.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => edge.app.close());

describe('a request that can’t be read', () => {
  it.each([
    [
      'another version',
      'GET / HTTP/3.0\r\nhost: x\r\n\r\n',
      505,
      'request.http-version',
      '不支持的 HTTP 版本',
    ],
    [
      'version 2 as text',
      'GET / HTTP/2.0\r\nhost: x\r\n\r\n',
      505,
      'request.http-version',
      '不支持的 HTTP 版本',
    ],
    ['version 0.9', 'GET / HTTP/0.9\r\nhost: x\r\n\r\n', 505, 'request.http-version', '不支持的 HTTP 版本'],
    [
      'the preface of HTTP/2',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      505,
      'request.http-version',
      '不支持的 HTTP 版本',
    ],
    [
      'an unknown method',
      'BREW / HTTP/1.1\r\nhost: x\r\n\r\n',
      501,
      'request.method-unknown',
      '服务器未实现该功能',
    ],
    ['another protocol', '\u0016\u0003\u0001 hello\r\n\r\n', 400, 'request.malformed', '请求格式无法识别'],
    [
      'endless headers',
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`,
      413,
      'request.too-large',
      '请求内容过大',
    ],
  ])('answers %s with an envelope', async (_, text, status, error, msg) => {
    const answer = await rawRequest(url, text);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const requestId = answer.headers['x-request-id'];
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(answer.body)).toEqual({ code: status, msg, data: { error, requestId } });
  });

  it('leaves the others alone', async () => {
    await rawRequest(url, 'BREW / HTTP/1.1\r\n\r\n');
    expect((await fetch(`${url}/query?a=1`)).status).toBe(200);
  });
});
