import type { InterfaceLanguage } from '@parley/contract';
import { createInstance, type i18n as I18n, type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import enUS from '../locales/en-US.json' with { type: 'json' };
import zhCN from '../locales/zh-CN.json' with { type: 'json' };
import { localeOptions } from './load-locale.ts';

/**
 * Returns the app's texts (namespace `app`, the default) together with the shared components' (namespace `ui`).
 *
 * @param texts the app's locale files
 * @param language the initial language, from `readLanguage`
 */
export function createLocale(
  texts: Readonly<Record<InterfaceLanguage, ResourceLanguage>>,
  language: InterfaceLanguage,
): I18n {
  const i18n = createInstance();
  // All texts are loaded, so this completes synchronously; awaiting would only delay the first paint.
  void i18n.use(initReactI18next).init({
    ...localeOptions,
    resources: {
      'zh-CN': { app: texts['zh-CN'], ui: zhCN },
      'en-US': { app: texts['en-US'], ui: enUS },
    },
    lng: language,
  });
  return i18n;
}
