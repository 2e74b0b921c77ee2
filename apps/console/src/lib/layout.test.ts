import { memoryStorage } from '@parley/api-client';
import { expect, it, vi } from 'vitest';
import { createLayoutStore, defaultLayout } from './layout.ts';

function storageWith(stored: unknown) {
  const storage = memoryStorage();
  storage.setItem('layout', typeof stored === 'string' ? stored : JSON.stringify(stored));
  return storage;
}

it('starts with the specification’s defaults', () => {
  expect(createLayoutStore(memoryStorage()).get()).toEqual({
    theme: 'light',
    colorWeak: false,
    navbar: true,
    menu: true,
    topMenu: false,
    hideMenu: false,
    menuCollapse: false,
    footer: false,
    themeColor: '#165DFF',
    menuWidth: 260,
    globalSettings: false,
    device: 'desktop',
    tabBar: true,
    menuFromServer: false,
    guideState: false,
    guideType: 'none',
    maskTourState: false,
    serverMenu: [
      {
        path: '/workplace',
        name: 'Workplace',
        meta: { locale: 'menu.server.workplace', requiresAuth: true },
      },
    ],
    customer: { account: '', path: '' },
    channel: { account: '', path: '' },
  });
});

it('stores changes, and notifies listeners', () => {
  const storage = memoryStorage();
  const store = createLayoutStore(storage);
  const listener = vi.fn();
  const forget = store.subscribe(listener);
  store.change({ menuCollapse: true, themeColor: '#722ED1', globalSettings: true });
  forget();
  store.change({ footer: true });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(createLayoutStore(storage).get()).toEqual({
    ...defaultLayout,
    menuCollapse: true,
    themeColor: '#722ED1',
    footer: true,
  });
});

it('ignores invalid stored values', () => {
  const stored = {
    theme: 'pink',
    colorWeak: 'yes',
    navbar: null,
    footer: true,
    menuWidth: 20_000,
    strange: 1,
    themeColor: 'url(https://evil.example)',
    guideType: 3,
    customer: { account: 'x' },
    serverMenu: [{ path: '/workplace' }],
  };
  expect(createLayoutStore(storageWith(stored)).get()).toEqual({ ...defaultLayout, footer: true });
  expect(createLayoutStore(storageWith('{broken')).get()).toEqual(defaultLayout);
  expect(createLayoutStore(storageWith([1])).get()).toEqual(defaultLayout);
});

it('resets preferences only to their defaults', () => {
  const store = createLayoutStore(memoryStorage());
  const customer = { account: '@help', path: 'https://help.example' };
  store.change({ customer, globalSettings: true, guideState: true, footer: true, menuWidth: 300 });
  store.reset();
  expect(store.get()).toEqual({ ...defaultLayout, customer, globalSettings: true, guideState: true });
});

it('keeps changes until the page is unloaded when the storage is unusable', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const store = createLayoutStore({ getItem: refuse, setItem: refuse });
  store.change({ footer: true });
  expect(store.get().footer).toBe(true);
});
