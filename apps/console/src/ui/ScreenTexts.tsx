import { addTexts, interfaceLanguageOf } from '@parley/ui';
import type { i18n as I18n } from 'i18next';
import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';

/** Fetches the texts of the screens behind the login, which the login page does without. */
export const loadScreenTexts = (i18n: I18n): Promise<void> =>
  addTexts(i18n, 'screens', {
    'zh-CN': async () => ({ default: (await import('../lib/screen-texts/chinese.ts')).screenTexts }),
    'en-US': async () => ({ default: (await import('../lib/screen-texts/english.ts')).screenTexts }),
  });

/** Suspends until the texts of the screens inside are there. */
export function ScreenTexts({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  if (!i18n.hasResourceBundle(interfaceLanguageOf(i18n.language), 'screens')) use(loadScreenTexts(i18n));
  return children;
}
