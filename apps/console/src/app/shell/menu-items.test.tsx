import { expect, it } from 'vitest';
import { shellPages } from '../routes.ts';
import { englishLocale } from '../testing/texts.ts';
import { type MenuItem, ownMenu, suppliedMenu } from './menu-items.tsx';

const { t } = englishLocale();

/** Returns the keys of a menu; those of a section's pages in a nested list. */
const keysOf = (items: readonly MenuItem[]): unknown[] =>
  items.map((item) => {
    if (item === null) return null;
    return 'children' in item ? [item.key, keysOf(item.children ?? [])] : item.key;
  });

const entry = (path: string, more: object = {}) => ({
  path,
  name: path,
  meta: { locale: 'menu.server.unknown', requiresAuth: true },
  ...more,
});

it('shows each section’s pages, and a section with one page as that page', () => {
  const menu = keysOf(ownMenu(shellPages, '', t));
  expect(menu[0]).toBe('/workplace/home');
  expect(menu).toContainEqual([
    'subpage',
    ['/subpage/sonAccount', '/subpage/socialAccount', '/subpage/chatUse', '/subpage/agentConfig'],
  ]);
  expect(JSON.stringify(menu)).not.toMatch(/streamLinkReport|notification-detail|user\/(info|setting)/);
});

it('uses the server’s order, names and nesting, and leaves out unknown paths', () => {
  const entries = [
    entry('/material', { children: [entry('/material/quick'), entry('/material/gone')] }),
    entry('/gone', { children: [entry('/gone/too')] }),
    entry('/subpage/chatUse', {
      meta: { locale: 'menu.server.unknown', requiresAuth: true, hideInMenu: true },
    }),
    entry('/subpage/chatAllocation'),
    entry('/workplace', { meta: { locale: 'menu.server.workplace', requiresAuth: true, order: -1 } }),
    entry('/system/notification', {
      meta: { locale: 'page.notifications', requiresAuth: true, roles: ['PRIVILEGE:X'] },
    }),
  ];
  expect(keysOf(suppliedMenu(entries, shellPages, '', t))).toEqual([
    '/workplace/home',
    ['/material', ['/material/quick']],
  ]);
  expect(keysOf(suppliedMenu(entries, shellPages, 'PRIVILEGE:X PRIVILEGE:B0002:B0002', t))).toEqual([
    '/workplace/home',
    ['/material', ['/material/quick']],
    '/subpage/chatAllocation',
    '/system/notification',
  ]);
});
