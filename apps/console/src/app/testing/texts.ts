/** All texts of the console, which browsers load in parts. */
import { createLocale } from '@parley/ui';
import { screenTexts as zhAccounts } from '../../lib/screen-texts/account-chinese.ts';
import { screenTexts as enAccounts } from '../../lib/screen-texts/account-english.ts';
import { screenTexts as zhScreens } from '../../lib/screen-texts/chinese.ts';
import { screenTexts as enScreens } from '../../lib/screen-texts/english.ts';
import { screenTexts as zhFans } from '../../lib/screen-texts/fan-chinese.ts';
import { screenTexts as enFans } from '../../lib/screen-texts/fan-english.ts';
import { screenTexts as zhHistory } from '../../lib/screen-texts/history-chinese.ts';
import { screenTexts as enHistory } from '../../lib/screen-texts/history-english.ts';
import { screenTexts as zhOperator } from '../../lib/screen-texts/operator-chinese.ts';
import { screenTexts as enOperator } from '../../lib/screen-texts/operator-english.ts';
import enUS from '../locales/en-US.json' with { type: 'json' };
import zhCN from '../locales/zh-CN.json' with { type: 'json' };

/** The texts common to all pages; those of a noun are in its `locales/`. */
export { enUS, zhCN };

/** The English locale with all texts loaded. */
export function englishLocale() {
  const i18n = createLocale({ 'zh-CN': zhCN, 'en-US': enUS }, 'en-US');
  i18n.addResourceBundle('zh-CN', 'screens', zhScreens);
  i18n.addResourceBundle('en-US', 'screens', enScreens);
  i18n.addResourceBundle('zh-CN', 'fans', zhFans);
  i18n.addResourceBundle('en-US', 'fans', enFans);
  i18n.addResourceBundle('zh-CN', 'history', zhHistory);
  i18n.addResourceBundle('en-US', 'history', enHistory);
  i18n.addResourceBundle('zh-CN', 'accounts', zhAccounts);
  i18n.addResourceBundle('en-US', 'accounts', enAccounts);
  i18n.addResourceBundle('zh-CN', 'operator', zhOperator);
  i18n.addResourceBundle('en-US', 'operator', enOperator);
  return i18n;
}
