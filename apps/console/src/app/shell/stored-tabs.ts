/** Keeps the tab bar over a reload, in the session storage of the browser tab. */
import type { PreferenceStorage } from '@parley/ui';
import { initialTabs, reduceTabs, type Tab } from './tabs.ts';

const storageKey = 'tabs';

/**
 * Returns the tabs that were open, without pages that no longer exist and invalid entries.
 *
 * @param exists whether there is such a page
 */
export function readTabs(
  storage: Pick<PreferenceStorage, 'getItem'>,
  home: string,
  exists: (path: string) => boolean,
): readonly Tab[] {
  return stored(storage)
    .filter(({ path }) => exists(path))
    .reduce((tabs, { path, search }) => reduceTabs(tabs, { type: 'visit', path, search }), initialTabs(home));
}

function stored(storage: Pick<PreferenceStorage, 'getItem'>): Pick<Tab, 'path' | 'search'>[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Pick<Tab, 'path' | 'search'> {
  if (typeof value !== 'object' || value === null) return false;
  if (!('path' in value && 'search' in value)) return false;
  return typeof value.path === 'string' && typeof value.search === 'string' && /^(\?|$)/.test(value.search);
}

export function writeTabs(storage: PreferenceStorage, tabs: readonly Tab[]): void {
  try {
    storage.setItem(storageKey, JSON.stringify(tabs.map(({ path, search }) => ({ path, search }))));
  } catch {
    // The storage is full or blocked: a reload starts with home and the visible page.
  }
}

/** Forgets the tabs at the end of a session, as the next user of this browser has other pages. */
export function forgetTabs(storage: Pick<Storage, 'removeItem'>): void {
  try {
    storage.removeItem(storageKey);
  } catch {
    // The storage is blocked, so nothing was stored.
  }
}
