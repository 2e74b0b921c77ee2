import { expect, it } from 'vitest';
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
