import type { ThemeName } from './tokens.ts';

/** The part of `localStorage` that is used here; a browser may refuse every call (private mode, full disk). */
export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Light unless the user has chosen; `isDark` is what earlier clients wrote. */
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

/** Null also when the browser refuses. */
export function readKey(storage: PreferenceStorage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/** A refusal costs the user no more than the memory of this choice. */
export function writeKey(storage: PreferenceStorage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Nothing to do: the choice holds until the page is left.
  }
}
