import { fileRules } from '@parley/contract/files';
import { describe, expect, test } from 'vitest';
import { createCall } from '../chat/api.ts';
import { lines as firstLines } from '../lib/words.ts';
import { fileTypes, problemOf } from './accepted.ts';
import { createFilesApi } from './api.ts';
import { fileWords, lines } from './words.ts';

test('accepts the same files as the server', () => {
  const { maxBytes } = fileRules.message;
  expect(fileTypes.toSorted()).toEqual([...maxBytes.keys()].toSorted());
  for (const [type, most] of maxBytes) {
    expect(problemOf({ type, size: most }), type).toBeNull();
    expect(problemOf({ type, size: most + 1 }), type).toBe('tooLarge');
    expect(problemOf({ type, size: 0 }), type).toBe('unsendable');
  }
  expect(problemOf({ type: 'text/html', size: 1 })).toBe('unsendable');
});

test('every language of the first script has the second one’s words', () => {
  expect(Object.keys(lines).toSorted()).toEqual(Object.keys(firstLines).toSorted());
  expect(Object.values(lines).flat()).not.toContain('');
  expect(fileWords('pt-BR')).toEqual({
    file: 'Arquivo',
    unsendable: 'Arquivo não aceito',
    tooLarge: 'Arquivo muito grande',
  });
});

describe('an upload', () => {
  const file = new File(['xyz'], 'a.pdf', { type: 'application/pdf' });
  async function upload(arrives: boolean) {
    const requests: string[] = [];
    const call = createCall('https://chat.example', async (url, init) => {
      requests.push(`${String(url)} ${String(init?.body)}`);
      return Response.json({
        code: 200,
        msg: '',
        data: { fileId: 'f', uploadUrl: '/put/here', headers: { 'content-type': 'application/pdf' } },
      });
    });
    const api = createFilesApi('https://chat.example', call, async (url, headers, body) => {
      requests.push(`${url} ${JSON.stringify(headers)} ${await body.text()}`);
      return arrives;
    });
    return { result: await api.upload('token', file, () => {}), requests };
  }

  test('announces the file, puts it, and reports it as complete', async () => {
    const { result, requests } = await upload(true);
    expect(result).toMatchObject({ ok: true, data: { fileId: 'f' } });
    expect(requests).toEqual([
      'https://chat.example/api/visitor/uploads {"fileName":"a.pdf","contentType":"application/pdf","size":3}',
      'https://chat.example/put/here {"content-type":"application/pdf"} xyz',
      'https://chat.example/api/visitor/uploads/complete {"fileId":"f"}',
    ]);
  });

  test('counts as offline, to be tried again from the start, when the bytes don’t arrive', async () => {
    const { result, requests } = await upload(false);
    expect(result).toEqual({ ok: false, why: 'offline' });
    expect(requests).toHaveLength(2);
  });
});
