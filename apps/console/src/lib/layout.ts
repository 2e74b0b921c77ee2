/** The application's settings, stored per person and browser. */
import type { MenuEntry } from '@parley/contract/identity';
import type { PreferenceStorage } from '@parley/ui';

/** A contact: an account on a messaging app and the URL that opens it. */
type Contact = { account: string; path: string };

export type LayoutSettings = {
  theme: 'light' | 'dark';
  /** Inverts the page's colors, for users with a color vision deficiency. */
  colorWeak: boolean;
  navbar: boolean;
  menu: boolean;
  /** Shows the menu in the navbar instead of at the side. */
  topMenu: boolean;
  /** Hides the menu behind a button, as on a phone. */
  hideMenu: boolean;
  menuCollapse: boolean;
  footer: boolean;
  /** `#rrggbb` */
  themeColor: string;
  /** In CSS pixels. */
  menuWidth: number;
  /** True while the settings drawer is open. */
  globalSettings: boolean;
  device: 'desktop' | 'mobile';
  tabBar: boolean;
  menuFromServer: boolean;
  /** The guided tour: whether it is running, its current step, and whether the page is masked. */
  guideState: boolean;
  guideType: string;
  maskTourState: boolean;
  serverMenu: readonly MenuEntry[];
  customer: Contact;
  channel: Contact;
};

export const menuWidthLimits = { min: 180, max: 400 } as const;

/** Maximum width of the collapsed menu, in CSS pixels: room for an icon. */
export const foldedMenuWidth = 56;

export const defaultLayout: LayoutSettings = {
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
};

const storageKey = 'layout';

export type LayoutStore = {
  get(): LayoutSettings;
  change(patch: Partial<LayoutSettings>): void;
  /** Restores the defaults of everything that is a preference; contacts, the tour and the open drawer stay. */
  reset(): void;
  subscribe(listener: () => void): () => void;
};

/** Stores changes; a stored value that is no longer valid is replaced by its default. */
export function createLayoutStore(storage: PreferenceStorage): LayoutStore {
  let current = read(storage);
  const listeners = new Set<() => void>();
  const change = (patch: Partial<LayoutSettings>) => {
    current = { ...current, ...patch };
    write(storage, current);
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => current,
    change,
    reset: () => {
      const { customer, channel, globalSettings, device, guideState, guideType, maskTourState } = current;
      const kept = { customer, channel, globalSettings, device, guideState, guideType, maskTourState };
      change({ ...defaultLayout, ...kept });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function read(storage: PreferenceStorage): LayoutSettings {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}');
    return { ...fitting(stored), globalSettings: false, device: 'desktop' };
  } catch {
    return defaultLayout;
  }
}

function write(storage: PreferenceStorage, settings: LayoutSettings): void {
  try {
    storage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // The storage is full or blocked: the change lasts until the page is unloaded.
  }
}

/** The storage can be edited by anyone: each invalid member is replaced by its default. */
function fitting(stored: unknown): LayoutSettings {
  if (!isRecord(stored)) return defaultLayout;
  const fits = Object.entries(stored).filter(([name, value]) => checks[name]?.(value) === true);
  return { ...defaultLayout, ...Object.fromEntries(fits) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 500;
const isSwitch = (value: unknown) => typeof value === 'boolean';
const isContact = (value: unknown) => isRecord(value) && isText(value.account) && isText(value.path);

const isHexColor = (value: unknown) => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

const isEntry = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value.path) &&
  isText(value.name) &&
  isRecord(value.meta) &&
  isText(value.meta.locale) &&
  isSwitch(value.meta.requiresAuth) &&
  (value.children === undefined || (Array.isArray(value.children) && value.children.every(isEntry)));

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(
    Object.entries(defaultLayout).flatMap(([name, value]) =>
      typeof value === 'boolean' ? [[name, isSwitch]] : [],
    ),
  ),
  theme: (value) => value === 'light' || value === 'dark',
  themeColor: isHexColor,
  menuWidth: (value) =>
    Number.isInteger(value) && Number(value) >= menuWidthLimits.min && Number(value) <= menuWidthLimits.max,
  guideType: isText,
  serverMenu: (value) => Array.isArray(value) && value.every(isEntry),
  customer: isContact,
  channel: isContact,
};
