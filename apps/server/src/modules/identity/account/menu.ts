import type { MenuEntry } from '@parley/contract/identity';

/** The server's part of the menu: the one entry that the specification names. */
export const serverMenu: MenuEntry[] = [
  {
    path: '/workplace',
    name: 'Workplace',
    meta: { locale: 'menu.server.workplace', requiresAuth: true, icon: 'dashboard', order: 0 },
  },
];
