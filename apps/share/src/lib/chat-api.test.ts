import { expect, it, vi } from 'vitest';
import { createChatApi } from './chat-api.ts';

it('drops earlier messages that come after the link was cancelled', async () => {
  const slow = Promise.withResolvers<void>();
  const chat = (seq: number) => {
    const head = { title: 'Order 1042', name: null, expiresAt: null };
    return Response.json({ data: { ...head, messages: [{ seq }], gone: [], more: true, lastSeq: 9 } });
  };
  const api = createChatApi('token', async (path) => {
    if (String(path).includes('since'))
      return Response.json({ data: { error: 'chat-share.cancelled' } }, { status: 410 });
    if (!String(path).includes('before')) return chat(5);
    await slow.promise;
    return chat(1);
  });
  await api.read(null);
  const earlier = api.earlier(null);
  expect(await api.read(null)).toEqual({ ok: false, refusal: { kind: 'gone', why: 'cancelled' } });
  slow.resolve();
  expect(await earlier).toMatchObject({ ok: false });
});

it('reads one of the conversations of a link to work orders, and opens that link only with a password', async () => {
  vi.stubGlobal('document', { cookie: '' });
  const asked: string[] = [];
  const api = createChatApi(
    'token',
    async (path, init) => {
      asked.push(`${init?.method ?? 'GET'} ${path}`);
      if (String(path).endsWith('/open')) return Response.json({ data: { pass: 'p', expiresAt: null } });
      return Response.json({ data: { url: '/f', previewUrl: null } });
    },
    'a name.of it',
  );
  expect(await api.open()).toEqual({ ok: true, data: { pass: null } });
  expect(await api.open('kite42')).toEqual({ ok: true, data: { pass: 'p', expiresAt: null } });
  expect(await api.fileLink('p', 7)).toEqual({ url: '/f', previewUrl: null });
  expect(asked).toEqual([
    'POST /api/share/workOrder/open',
    'GET /api/share/workOrder/chat/file?chat=a+name.of+it&seq=7',
  ]);
  vi.unstubAllGlobals();
});
