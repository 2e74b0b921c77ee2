import type { ThemeName } from './tokens.ts';

/** The subset of `localStorage` used here; a browser may refuse every call (private mode, full disk). */
export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Returns the stored theme, by default light; `isDark` was written by earlier clients. */
export function readTheme(storage: PreferenceStorage): ThemeName {
  const stored = readKey(storage, 'theme');
  if (stored === 'dark' || stored === 'light') return stored;
  return readKey(storage, 'isDark') === 'true' ? 'dark' : 'light';
}

export function writeTheme(storage: PreferenceStorage, theme: ThemeName): void {
  writeKey(storage, 'theme', theme);
  writeKey(storage, 'isDark', String(theme === 'dark'));
}

/** Sets the theme on the page itself, for its own stylesheet and the browser's scroll bars and form controls. */
export function applyTheme(page: Document, theme: ThemeName): void {
  if (theme === 'dark') page.body.setAttribute('arco-theme', 'dark');
  else page.body.removeAttribute('arco-theme');
  page.documentElement.style.colorScheme = theme;
}

/** Reads a key; null also when the browser refuses. */
export function readKey(storage: PreferenceStorage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a key. If the browser refuses, only the persistence of the choice is lost. */
export function writeKey(storage: PreferenceStorage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Nothing to do: the choice lasts until the page is left.
  }
}
