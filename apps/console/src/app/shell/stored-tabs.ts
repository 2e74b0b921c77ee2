/** The tab bar over a reload: in the browser tab's own storage, which ends with it. */
import type { PreferenceStorage } from '@parley/ui';
import { initialTabs, reduceTabs, type Tab } from './tabs.ts';

const storageKey = 'tabs';

/**
 * Returns the tabs that were open, without pages that are gone and entries that aren't tabs.
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
    // The browser keeps nothing: a reload begins with home and the page that is seen.
  }
}

/** At the end of a session: the next person at this browser has other pages. */
export function forgetTabs(storage: Pick<Storage, 'removeItem'>): void {
  try {
    storage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
