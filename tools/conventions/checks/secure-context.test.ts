import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { secureContext } from './secure-context.ts';

const run = (text: string, file = 'apps/desk/src/features/chat/outbox.ts') =>
  secureContext.run(treeOf({ [file]: text }));

describe('secure-context', () => {
  test.each([
    ['const id = crypto.randomUUID();', 'crypto.randomUUID'],
    ['const id = window.crypto.randomUUID();', 'crypto.randomUUID'],
    ['// Without TLS: no id.\nconst id = crypto.randomUUID();', 'crypto.randomUUID'],
    ['void crypto.subtle.digest("SHA-256", bytes);', 'crypto.subtle'],
    ['open({ webCrypto: crypto });', 'crypto as a whole'],
    ['open({ crypto });', 'crypto as a whole'],
    ['void navigator.clipboard.writeText(text);', 'navigator.clipboard'],
    ['void window.navigator.locks.request(name, work);', 'navigator.locks'],
    ['void navigator.storage.persist();', 'navigator.storage'],
    ['void navigator.serviceWorker.register("/worker.js");', 'navigator.serviceWorker'],
    ['new Notification(title);', 'Notification'],
    ['void Notification.requestPermission();', 'Notification'],
    ['const { clipboard } = navigator;', 'navigator.clipboard'],
    ['const { locks: pageLocks } = window.navigator;', 'navigator.locks'],
    ['void window.caches.open("v1");', 'caches'],
  ])('refuses %s', (text, found) => {
    expect(run(text)).toMatchObject([{ problem: `${found} is missing on a page that came by plain http` }]);
  });

  test.each([
    'crypto.getRandomValues(new Uint8Array(16));',
    '// Without TLS: by selection, below.\nawait navigator.clipboard.writeText(text);',
    'const locks = navigator.locks ?? null; // without TLS the server’s grace does',
    'type Box = { crypto: Crypto; caches: number };',
    'const at = event.clipboardData.getData("text");',
    'function shown({ id }: Notification) {}',
    'const onLine = navigator.onLine;',
    'const { language } = navigator;',
    'const { locks } = options;',
  ])('accepts %s', (text) => {
    expect(run(text)).toEqual([]);
  });

  test('accepts everything in tests and on the server', () => {
    for (const file of ['apps/desk/src/app/session.test.tsx', 'apps/server/src/base/ids.ts'])
      expect(run('crypto.randomUUID();', file)).toEqual([]);
  });
});
