import type { InterfaceLanguage } from '@parley/contract';
import { createInstance, type i18n as I18n, type InitOptions, type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { interfaceLanguageOf } from './interface-language.ts';

/** Fetches a locale file: `() => import('./locales/en-US.json')`. */
export type LoadTexts = () => Promise<{ default: ResourceLanguage }>;

const shared: Readonly<Record<InterfaceLanguage, LoadTexts>> = {
  'zh-CN': () => import('../locales/zh-CN.json', { with: { type: 'json' } }),
  'en-US': () => import('../locales/en-US.json', { with: { type: 'json' } }),
};

/** Namespace `app`, the default, holds the app's texts, `ui` those of the shared components. */
export const localeOptions: InitOptions = {
  supportedLngs: ['zh-CN', 'en-US'],
  fallbackLng: false,
  ns: ['app', 'ui'],
  defaultNS: 'app',
  // Namespaces that an app loads later, with the screens that show them.
  fallbackNS: ['screens', 'fans', 'material', 'history', 'sensitive', 'accounts', 'operator', 'coming-soon'],
  initAsync: false,
  // React escapes what it renders; escaping twice would show entities.
  interpolation: { escapeValue: false },
};

/** Keyed by the store of texts, because react-i18next wraps the instance itself once per language. */
const fetchers = new WeakMap<I18n['store'], (language: InterfaceLanguage) => Promise<void>>();

/**
 * Same as `createLocale`, but fetches only the language in use; `switchLanguage` fetches the other. Rejects when the
 * texts can't be fetched.
 *
 * @param app how to fetch the app's texts
 * @param language the initial language, from `readLanguage`
 */
export async function loadLocale(
  app: Readonly<Record<InterfaceLanguage, LoadTexts>>,
  language: InterfaceLanguage,
): Promise<I18n> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...localeOptions, lng: language, resources: {} });
  const fetchTexts = async (wanted: InterfaceLanguage) => {
    if (i18n.hasResourceBundle(wanted, 'app')) return;
    const [appTexts, uiTexts] = await Promise.all([app[wanted](), shared[wanted]()]);
    i18n.addResourceBundle(wanted, 'ui', uiTexts.default);
    i18n.addResourceBundle(wanted, 'app', appTexts.default);
  };
  await fetchTexts(language);
  fetchers.set(i18n.store, fetchTexts);
  return i18n;
}

/** Switches the interface language; rejects and keeps the current one if the texts can't be fetched. */
export async function switchLanguage(i18n: I18n, language: InterfaceLanguage): Promise<void> {
  await fetchers.get(i18n.store)?.(language);
  await i18n.changeLanguage(language);
}

type TextsByLanguage = Readonly<Record<InterfaceLanguage, LoadTexts>>;

/** By namespace and language. */
type Fetched = Map<string, Map<InterfaceLanguage, Promise<void>>>;

const fetched = new WeakMap<I18n['store'], Fetched>();

/**
 * Adds a namespace that only some screens need, in the current language and in each one chosen later.
 *
 * @returns the same promise for the same namespace and language, unless it failed
 */
export function addTexts(i18n: I18n, namespace: string, texts: TextsByLanguage): Promise<void> {
  const namespaces: Fetched = fetched.get(i18n.store) ?? new Map();
  fetched.set(i18n.store, namespaces);
  const fetchTexts = async (wanted: InterfaceLanguage) => {
    if (i18n.hasResourceBundle(wanted, namespace)) return;
    i18n.addResourceBundle(wanted, namespace, (await texts[wanted]()).default);
  };
  const known = namespaces.get(namespace) ?? new Map<InterfaceLanguage, Promise<void>>();
  if (!namespaces.has(namespace)) {
    namespaces.set(namespace, known);
    const before = fetchers.get(i18n.store);
    fetchers.set(i18n.store, async (wanted) => {
      await Promise.all([before?.(wanted), fetchTexts(wanted)]);
    });
  }
  const language = interfaceLanguageOf(i18n.language);
  const begun = known.get(language);
  if (begun !== undefined) return begun;
  const fetching = fetchTexts(language);
  known.set(language, fetching);
  fetching.catch(() => known.delete(language));
  return fetching;
}
