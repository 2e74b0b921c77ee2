import { addTexts, FailedPage, interfaceLanguageOf } from '@parley/ui';
import type { i18n as I18n } from 'i18next';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from './PageSkeleton.tsx';

/** Texts that are loaded together: `screens` by all pages behind the login, the others by the pages of one section. */
const files = {
  screens: {
    'zh-CN': async () => ({ default: (await import('../lib/screen-texts/chinese.ts')).screenTexts }),
    'en-US': async () => ({ default: (await import('../lib/screen-texts/english.ts')).screenTexts }),
  },
  fans: {
    'zh-CN': async () => ({ default: (await import('../lib/screen-texts/fan-chinese.ts')).screenTexts }),
    'en-US': async () => ({ default: (await import('../lib/screen-texts/fan-english.ts')).screenTexts }),
  },
  material: {
    'zh-CN': async () => ({ default: (await import('../lib/screen-texts/material-chinese.ts')).screenTexts }),
    'en-US': async () => ({ default: (await import('../lib/screen-texts/material-english.ts')).screenTexts }),
  },
  history: {
    'zh-CN': async () => ({ default: (await import('../lib/screen-texts/history-chinese.ts')).screenTexts }),
    'en-US': async () => ({ default: (await import('../lib/screen-texts/history-english.ts')).screenTexts }),
  },
  sensitive: {
    'zh-CN': async () => ({
      default: (await import('../lib/screen-texts/sensitive-chinese.ts')).screenTexts,
    }),
    'en-US': async () => ({
      default: (await import('../lib/screen-texts/sensitive-english.ts')).screenTexts,
    }),
  },
  accounts: {
    'zh-CN': async () => ({ default: (await import('../lib/screen-texts/account-chinese.ts')).screenTexts }),
    'en-US': async () => ({ default: (await import('../lib/screen-texts/account-english.ts')).screenTexts }),
  },
  'coming-soon': {
    'zh-CN': async () => ({
      default: (await import('../lib/screen-texts/coming-soon-chinese.ts')).screenTexts,
    }),
    'en-US': async () => ({
      default: (await import('../lib/screen-texts/coming-soon-english.ts')).screenTexts,
    }),
  },
  operator: {
    'zh-CN': async () => ({ default: (await import('../lib/screen-texts/operator-chinese.ts')).screenTexts }),
    'en-US': async () => ({ default: (await import('../lib/screen-texts/operator-english.ts')).screenTexts }),
  },
};
type Part = keyof typeof files;

const load = (i18n: I18n, part: Part): Promise<void> => addTexts(i18n, part, files[part]);

/** Loads the texts of the screens behind the login, which the login page does without. */
export const loadScreenTexts = (i18n: I18n): Promise<void> => load(i18n, 'screens');

/** Loads the texts of alerts, which any page can show. */
export const loadSensitiveWordTexts = (i18n: I18n): Promise<void> => load(i18n, 'sensitive');

/** Renders the children once their texts are loaded; offers a retry when that fails. */
export function ScreenTexts({ part = 'screens', children }: { part?: Part; children: ReactNode }) {
  const { i18n } = useTranslation();
  const [failed, setFailed] = useState(false);
  const [, showLoaded] = useReducer((count: number) => count + 1, 0);
  const there = i18n.hasResourceBundle(interfaceLanguageOf(i18n.language), part);
  useEffect(() => {
    if (!there && !failed) load(i18n, part).then(showLoaded, () => setFailed(true));
  }, [there, failed, i18n, part]);
  if (there) return children;
  return failed ? <FailedPage codeMissing onRetry={() => setFailed(false)} /> : <PageSkeleton />;
}

/** Renders a page of fans or work orders with its texts. */
export const FanTexts = ({ children }: { children: ReactNode }) => (
  <ScreenTexts part="fans">{children}</ScreenTexts>
);
