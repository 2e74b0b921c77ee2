/** All texts of the console, which browsers fetch in parts. */
import { createLocale } from '@parley/ui';
import enScreens from '../../lib/locales/en-US.json' with { type: 'json' };
import zhScreens from '../../lib/locales/zh-CN.json' with { type: 'json' };
import enOperator from '../../pages/operator/locales/en-US.json' with { type: 'json' };
import zhOperator from '../../pages/operator/locales/zh-CN.json' with { type: 'json' };
import enEntry from '../locales/en-US.json' with { type: 'json' };
import zhEntry from '../locales/zh-CN.json' with { type: 'json' };

export const enUS = { ...enEntry, ...enScreens };
export const zhCN = { ...zhEntry, ...zhScreens };

/** The console in English, with every text at hand. */
export function englishLocale() {
  const i18n = createLocale({ 'zh-CN': zhEntry, 'en-US': enEntry }, 'en-US');
  i18n.addResourceBundle('zh-CN', 'screens', zhScreens);
  i18n.addResourceBundle('zh-CN', 'operator', zhOperator);
  i18n.addResourceBundle('en-US', 'operator', enOperator);
  i18n.addResourceBundle('en-US', 'screens', enScreens);
  return i18n;
}
