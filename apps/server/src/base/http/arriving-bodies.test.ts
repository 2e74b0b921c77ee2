import { describe, expect, it } from 'vitest';
import { BodyMemory } from './body-memory.ts';
import { openSocket, rawRequest, responseOf } from './testing/raw-request.ts';
import { createTestEdge } from './testing/test-edge.ts';

const head = (length: number) =>
  `POST /short HTTP/1.1\r\nhost: x\r\nsystemLanguageCode: EN\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/** An edge with a route for bodies so short that their size adds nothing to their time limit. */
async function edgeWithShortBodies(bodyTimeMs: number) {
  const edge = await createTestEdge({ bodyTimeMs });
  edge.app.post('/short', { bodyLimit: 64 }, async ({ body }) => ({ body }));
  return edge;
}

async function listening(bodyTimeMs: number) {
  const edge = await edgeWithShortBodies(bodyTimeMs);
  return { ...edge, url: await edge.app.listen({ port: 0, host: '127.0.0.1' }) };
}

describe('a body', () => {
  it('a body that never arrives is answered 408, and the connection closed', async () => {
    await using edge = await listening(50);
    const answer = await rawRequest(edge.url, head(20), '{"a":');
    expect(answer.status).toBe(408);
    expect(answer.headers.connection).toBe('close');
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 408,
      msg: 'Request timeout',
      data: { error: 'request.timeout', requestId: answer.headers['x-request-id'] },
    });
  });

  it('a body that arrives in chunks within its limit is accepted', async () => {
    await using edge = await listening(20_000);
    const socket = await openSocket(edge.url);
    // The server has read only the headers when it responds to this.
    socket.write(head(7).replace('content-type', 'expect: 100-continue\r\ncontent-type'));
    const [first] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data) => resolve([data])));
    expect(String(first)).toContain('100 Continue');
    socket.write('{"a":');
    socket.write('1}');
    const answer = responseOf(socket);
    socket.end();
    expect((await answer).body).toBe('{"body":{"a":1}}');
  });

  it('has a longer limit where larger bodies are permitted', async () => {
    await using edge = await edgeWithShortBodies(1);
    edge.app.post('/large', { bodyLimit: 10_000_000 }, async () => 'taken');
    const url = await edge.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = await openSocket(url);
    socket.write(
      head(2).replace('/short', '/large').replace('content-type', 'expect: 100-continue\r\ncontent-type'),
    );
    await new Promise((resolve) => socket.once('data', resolve));
    // The time limit of a small body has passed in the meantime, as this response shows.
    expect((await rawRequest(url, head(20), '{')).status).toBe(408);
    socket.write('{}');
    const answer = responseOf(socket);
    socket.end();
    expect((await answer).body).toBe('taken');
  });

  it('receives 429 while its sender’s bodies take too much memory', async () => {
    const bodyMemory = new BodyMemory({ uncounted: 4, perSender: 30, total: 100 });
    await using edge = await createTestEdge({ bodyTimeMs: 50, bodyMemory });
    edge.app.post('/short', { bodyLimit: 64 }, async ({ body }) => ({ body }));
    const url = await edge.app.listen({ port: 0, host: '127.0.0.1' });
    const another = bodyMemory.open('127.0.0.1');
    another.add(24);
    const send = () => rawRequest(url, head(24), ' '.repeat(20));
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.body)).toMatchObject({ data: { error: 'request.too-many' } });
    another.release();
    expect((await send()).status, 'read, and incomplete').toBe(408);
    expect((await send()).status, 'released with the response').toBe(408);
  });

  it('an unread body may arrive late, or never', async () => {
    await using edge = await listening(50);
    const get = head(20)
      .replace('POST /short', 'GET /query')
      .replace('host: x', 'host: x\r\nconnection: close');
    // A body that is incomplete, and one that is too large to be read.
    expect((await rawRequest(edge.url, get, '{"a":')).body).toBe('{}');
    expect((await rawRequest(edge.url, head(2 ** 30), '{')).status).toBe(413);
    // The time limit of both has passed in the meantime, as this response shows. An unhandled error fails the run.
    expect((await rawRequest(edge.url, head(20), '{')).status).toBe(408);
  });

  it('reports no server error when the sender of a body disconnects', async () => {
    await using edge = await listening(20_000);
    const socket = await openSocket(edge.url);
    socket.write(head(20).replace('content-type', 'expect: 100-continue\r\ncontent-type'));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await edge.app.close();
    expect(edge.lines.filter((line) => Number(line.level) >= 50)).toEqual([]);
  });
});
