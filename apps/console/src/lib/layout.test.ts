import { memoryStorage } from '@parley/api-client';
import { expect, it, vi } from 'vitest';
import { createLayoutStore, defaultLayout } from './layout.ts';

function storageWith(stored: unknown) {
  const storage = memoryStorage();
  storage.setItem('layout', typeof stored === 'string' ? stored : JSON.stringify(stored));
  return storage;
}

it('begins with the defaults of the specification', () => {
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

it('keeps what is changed, and notifies listeners', () => {
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

it('takes nothing from the storage that isn’t possible', () => {
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

it('goes back to the defaults, but for what is no matter of taste', () => {
  const store = createLayoutStore(memoryStorage());
  const customer = { account: '@help', path: 'https://help.example' };
  store.change({ customer, globalSettings: true, guideState: true, footer: true, menuWidth: 300 });
  store.reset();
  expect(store.get()).toEqual({ ...defaultLayout, customer, globalSettings: true, guideState: true });
});

it('holds until the page is left where the browser stores nothing', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const store = createLayoutStore({ getItem: refuse, setItem: refuse });
  store.change({ footer: true });
  expect(store.get().footer).toBe(true);
});
