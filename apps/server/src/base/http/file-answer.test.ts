import { Readable } from 'node:stream';
import { endpoint } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from './app-error.ts';
import { attachment, type FileAnswer } from './file-answer.ts';
import { createMount, type MountOptions } from './mount.ts';
import { createTestEdge, type TestEdge } from './testing/test-edge.ts';

const table = endpoint({
  method: 'GET',
  path: '/api/table',
  audience: ['public'],
  summary: 'A table.',
  answer: z.never(),
  file: 'text/csv',
  audit: { none: 'A test.' },
});

const admission: MountOptions['admission'] = {
  admit: async () => ({ caller: { audience: 'public' }, tenantId: null }),
  admitSocket: async () => null,
  belongs: async () => true,
};

let edge: TestEdge;
let url: string;
let answer: () => Promise<FileAnswer>;
beforeAll(async () => {
  edge = await createTestEdge();
  const mount = createMount(edge.app, {
    demoMode: false,
    rateLimitFactor: 1_000,
    generalLimit: { max: 10, windowSeconds: 60, per: 'session' },
    crossOriginPrefixes: [],
    admission,
  });
  mount(table, () => answer());
  url = `${await edge.app.listen({ port: 0, host: '127.0.0.1' })}/api/table`;
});
afterAll(() => edge.app.close());

const file = (pieces: Iterable<string> | AsyncIterable<string>): FileAnswer => ({
  fileName: '记录.csv',
  body: Readable.from(pieces),
});

/** Returns an endless body, with a flag for whether it is still read. */
function endless() {
  const state = { ended: false };
  async function* pieces() {
    try {
      for (;;) yield 'x'.repeat(10_000);
    } finally {
      state.ended = true;
    }
  }
  return { state, pieces };
}

describe('a file as an answer', () => {
  it('has its media type and its name, and is not cached by proxies', async () => {
    answer = async () => file(['a,b\n', '1,2\n']);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename="_.csv"; filename*=UTF-8''%E8%AE%B0%E5%BD%95.csv`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await response.text()).toBe('a,b\n1,2\n');
  });

  it('answers an envelope when a file is refused', async () => {
    answer = () => Promise.reject(new AppError('resource.not-found'));
    const response = await fetch(url);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 404, data: { error: 'resource.not-found' } });
  });

  it('never passes off a file that fails midway as a complete one', async () => {
    answer = async () =>
      file(
        (async function* () {
          yield 'a,b\n';
          throw new Error('the database went away');
        })(),
      );
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  });

  it('destroys the body when the caller disconnects', async () => {
    const { state, pieces } = endless();
    answer = async () => file(pieces());
    const leaving = new AbortController();
    const response = await fetch(url, { signal: leaving.signal });
    await response.body?.getReader().read();
    expect(state.ended).toBe(false);
    leaving.abort();
    await vi.waitFor(() => expect(state.ended).toBe(true));
  });

  it('describes a file response as one', async () => {
    const { paths } = (await edge.app.inject('/api/openapi.json')).json();
    expect(paths['/api/table'].get.responses['200'].content).toEqual({
      'text/csv': { schema: { type: 'string', format: 'binary' } },
    });
  });
});

describe('the name in the header', () => {
  it.each([
    ['a.csv', `attachment; filename="a.csv"; filename*=UTF-8''a.csv`],
    ["it's (1)*!.csv", `attachment; filename="it's (1)*!.csv"; filename*=UTF-8''it%27s%20%281%29%2A%21.csv`],
    ['"\\\r\n/%.csv', `attachment; filename="_____.csv"; filename*=UTF-8''%22%5C%0D%0A%2F%25.csv`],
    ['\ud800.csv', `attachment; filename="_.csv"; filename*=UTF-8''%EF%BF%BD.csv`],
  ])('%j is encoded safely', (name, header) => {
    expect(attachment(name)).toBe(header);
  });
});
