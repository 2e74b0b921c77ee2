import './entry.css';
import { OfflineBanner } from '@parley/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandMark } from './BrandMark.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

type Properties = { title: string; children: ReactNode; below?: ReactNode };

/** Layout of the pages before the shell: login and registration. */
export function EntryLayout({ title, children, below }: Properties) {
  const { t } = useTranslation();
  return (
    <div className="entry">
      <header className="entry-bar">
        <BrandMark />
        <span className="grow" />
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <OfflineBanner />
      <main className="entry-main">
        <div className="entry-card panel">
          <h1>{title}</h1>
          <p className="quiet">{t('identity.tagline')}</p>
          {children}
          {below === undefined ? null : <p className="entry-below">{below}</p>}
        </div>
      </main>
    </div>
  );
}
