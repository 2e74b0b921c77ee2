import { fileProblem, memoryStorage, sizeLimit, uploadFile } from '@parley/api-client';
import { putByRequest } from '@parley/ui';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession } from './session.ts';
import { createFakeFetch } from './testing/fake-fetch.ts';
import { type UploadRequest, uploadRequests } from './testing/upload-request.ts';
import { uploadRoutes } from './testing/uploads.ts';

let made: UploadRequest[] = [];
beforeEach(() => {
  const requests = uploadRequests();
  made = requests.made;
  vi.stubGlobal('XMLHttpRequest', requests.Request);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const picture = new File(['not much of a picture'], 'me.png', { type: 'image/png' });

function begin() {
  const server = createFakeFetch(uploadRoutes({ files: 0 }));
  const { client, logIn } = createSession({
    storage: memoryStorage(),
    language: () => 'en-US',
    fetch: server,
    locks: null,
  });
  logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
  const shares: number[] = [];
  const stop = new AbortController();
  const done = uploadFile(client, 'avatar', picture, {
    put: putByRequest,
    signal: stop.signal,
    onProgress: (share) => shares.push(share),
  });
  const settled = done.then(
    (uploaded) => uploaded.url,
    (problem: Error) => problem.message,
  );
  const sent = () => vi.waitFor(() => made[0] ?? Promise.reject(new Error('nothing was sent')));
  return { server, shares, stop, settled, sent };
}

it('requests an upload URL, puts the bytes there, and has them verified', async () => {
  const { server, shares, settled, sent } = begin();
  const request = await sent();
  expect(request).toMatchObject({ method: 'PUT', sent: picture });
  expect(request.headers).toEqual({ 'content-type': 'image/png' });
  request.progress(1, 4);
  request.progress(4, 4);
  request.answer(200);
  expect(await settled).toMatch(/^\/api\/files\//);
  expect(shares).toEqual([0.25, 1]);
  expect(server.asked.map((line) => line.replace(/\?.*/, ''))).toEqual([
    'GET /admin/api/infra/file/getR2Presign',
    'POST /api/files/complete',
  ]);
});

it.each([
  ['refused', (request: UploadRequest) => request.answer(403), 'the upload was answered with 403'],
  ['lost', (request: UploadRequest) => request.fail(), 'the upload did not arrive'],
])('has nothing looked at that was %s', async (_, end, outcome) => {
  const { server, settled, sent } = begin();
  end(await sent());
  expect(await settled).toBe(outcome);
  expect(server.asked).toHaveLength(1);
});

it('aborts the transfer when it is cancelled', async () => {
  const { server, stop, settled, sent } = begin();
  const request = await sent();
  stop.abort(new Error('changed my mind'));
  expect(await settled).toBe('changed my mind');
  expect(request.aborted).toBe(true);
  expect(server.asked).toHaveLength(1);
});

describe('before any request', () => {
  const file = (type: string, size: number) => ({ type, size });
  it.each([
    ['avatar', file('image/png', 2 * 1024 * 1024), null],
    ['avatar', file('image/png', 2 * 1024 * 1024 + 1), 'size'],
    ['avatar', file('image/svg+xml', 100), 'type'],
    ['avatar', file('application/pdf', 100), 'type'],
    ['avatar', file('image/jpeg', 0), 'empty'],
    ['certification', file('application/pdf', 10 * 1024 * 1024), null],
  ] as const)('%s %#', (purpose, given, problem) => {
    expect(fileProblem(purpose, given)).toBe(problem);
  });

  it('states the limit of the type, which differs within a purpose', () => {
    expect(sizeLimit('message', 'image/png')).toBe(20);
    expect(sizeLimit('message', 'video/mp4')).toBe(50);
    expect(sizeLimit('message')).toBe(50);
  });
});
