/** The application's settings, as one person keeps them in one browser. */
import type { MenuEntry } from '@parley/contract/identity';
import type { PreferenceStorage } from '@parley/ui';

/** Whom to turn to: an account on a messaging app and the address that opens it. */
type Contact = { account: string; path: string };

export type LayoutSettings = {
  theme: 'light' | 'dark';
  /** Inverts the page's colors for those who tell some of them apart badly. */
  colorWeak: boolean;
  navbar: boolean;
  menu: boolean;
  /** The menu lies in the navbar instead of at the side. */
  topMenu: boolean;
  /** The menu waits behind a button, as on a phone. */
  hideMenu: boolean;
  menuCollapse: boolean;
  footer: boolean;
  /** `#rrggbb` */
  themeColor: string;
  /** In CSS pixels. */
  menuWidth: number;
  /** The settings are open. */
  globalSettings: boolean;
  device: 'desktop' | 'mobile';
  tabBar: boolean;
  menuFromServer: boolean;
  /** The guided tour: under way, at which step, with the page covered. */
  guideState: boolean;
  guideType: string;
  maskTourState: boolean;
  serverMenu: readonly MenuEntry[];
  customer: Contact;
  channel: Contact;
};

export const menuWidthLimits = { min: 180, max: 400 } as const;

/** The widest folded menu, in CSS pixels: room for an icon. */
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
  /** Back to the defaults, but for what isn't a matter of taste: contacts, the tour, the open drawer. */
  reset(): void;
  subscribe(listener: () => void): () => void;
};

/** Remembers what is changed; what was stored and isn't possible any more is the default. */
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
    // The browser keeps nothing: the choice holds until the page is left.
  }
}

/** Anybody may have written to the storage: each member that doesn't fit is its default. */
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
