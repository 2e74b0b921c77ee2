import 'fake-indexeddb/auto';
import { memoryStorage } from '@parley/api-client';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { databaseKeyStore } from './login-key.ts';
import { createLoginVault, type LoginVault } from './saved-login.ts';

const day = 24 * 60 * 60 * 1000;
const login = { username: 'owner@example.com', password: 'Sécret 1🔑' };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

function begin() {
  const storage = memoryStorage();
  const clock = { now: 1_000_000 };
  const open = (): LoginVault =>
    createLoginVault({ storage, keys: databaseKeyStore, webCrypto: globalThis.crypto, now: () => clock.now });
  const raw = () => storage.getItem('loginForm') ?? '';
  return { storage, clock, open, raw };
}

it('returns what was saved, also to the next page', async () => {
  const { open } = begin();
  await open().save(login);
  expect(await open().read()).toEqual(login);
});

it('stores no part of the password in plain text, and a key that can’t be exported', async () => {
  const { open, raw } = begin();
  await open().save(login);
  expect(raw()).toContain('owner@example.com');
  expect(raw()).not.toContain('cret');
  expect(raw()).not.toContain(btoa('Secret').slice(0, 6));
  const key = await databaseKeyStore.get();
  expect(key?.extractable).toBe(false);
  if (key === undefined) throw new Error('no key');
  await expect(globalThis.crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

it('encrypts the same password differently each time', async () => {
  const { open, raw } = begin();
  await open().save(login);
  const first = raw();
  await open().save(login);
  expect(raw()).not.toBe(first);
});

it('keeps a login for 30 days, and deletes an expired one when it is read', async () => {
  const { open, clock, raw } = begin();
  await open().save(login);
  clock.now += 30 * day - 1;
  expect(await open().read()).toEqual(login);
  clock.now += 1;
  expect(await open().read()).toBeNull();
  expect(raw()).toBe('');
  expect(await databaseKeyStore.get()).toBeUndefined();
});

it.each([
  ['is no JSON', () => 'nonsense'],
  ['is of another shape', () => '{"username":"owner@example.com"}'],
  ['names another user', (text: string) => text.replace('owner@', 'other@')],
])('removes an entry that %s', async (_, spoil) => {
  const { open, storage, raw } = begin();
  await open().save(login);
  storage.setItem('loginForm', spoil(raw()));
  expect(await open().read()).toBeNull();
  expect(raw()).toBe('');
});

it('removes an entry whose key is missing', async () => {
  const { open, raw } = begin();
  await open().save(login);
  await databaseKeyStore.remove();
  expect(await open().read()).toBeNull();
  expect(raw()).toBe('');
});

it('forgets entry and key', async () => {
  const { open, raw } = begin();
  await open().save(login);
  await open().forget();
  expect([raw(), await databaseKeyStore.get()]).toEqual(['', undefined]);
});

it('follows a changed password, and saves nothing that was not saved before', async () => {
  const { open, raw } = begin();
  await open().change('Owner@example.com ', { password: 'Other123' });
  expect(raw()).toBe('');
  await open().save(login);
  await open().change('Owner@example.com ', { password: 'Other123' });
  expect(await open().read()).toEqual({ ...login, password: 'Other123' });
  await open().change('somebody@example.com', { password: 'Theirs12' });
  expect(await open().read()).toEqual({ ...login, password: 'Other123' });
});
