import { addTexts, interfaceLanguageOf } from '@parley/ui';
import type { i18n as I18n } from 'i18next';
import { type ReactNode, Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from './PageSkeleton.tsx';

/** The texts that are fetched together: `screens` by all pages behind the login, the others by one section's pages. */
const files = {
  screens: {
    'zh-CN': async () => ({ default: (await import('../lib/screen-texts/chinese.ts')).screenTexts }),
    'en-US': async () => ({ default: (await import('../lib/screen-texts/english.ts')).screenTexts }),
  },
  fans: {
    'zh-CN': async () => ({ default: (await import('../lib/screen-texts/fan-chinese.ts')).screenTexts }),
    'en-US': async () => ({ default: (await import('../lib/screen-texts/fan-english.ts')).screenTexts }),
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

/** Fetches the texts of the screens behind the login, which the login page does without. */
export const loadScreenTexts = (i18n: I18n): Promise<void> => load(i18n, 'screens');

/** Suspends until the texts of the screens inside are there. */
export function ScreenTexts({ part = 'screens', children }: { part?: Part; children: ReactNode }) {
  const { i18n } = useTranslation();
  if (!i18n.hasResourceBundle(interfaceLanguageOf(i18n.language), part)) use(load(i18n, part));
  return children;
}

/** A page of fans or work orders, with their texts. */
export function FanTexts({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ScreenTexts part="fans">{children}</ScreenTexts>
    </Suspense>
  );
}
