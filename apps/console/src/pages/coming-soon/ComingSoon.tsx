import { EmptyState } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { ScreenTexts } from '../../ui/ScreenTexts.tsx';

// i18n-keys: page.* later.*

type Properties = {
  /** i18n keys of the page's name and of the sentence that announces it. */
  title: string;
  will: string;
};

/** Placeholder for a feature that is coming soon: its name and what it will do. */
export function ComingSoon(properties: Properties) {
  // Some of these pages need no login, so the texts may not have been loaded by a surrounding component.
  return (
    <ScreenTexts part="coming-soon">
      <Feature {...properties} />
    </ScreenTexts>
  );
}

function Feature({ title, will }: Properties) {
  const { t } = useTranslation();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t(title)}</h1>
      </div>
      <section className="panel empty-page">
        <EmptyState title={t('comingSoon.title')} hint={t(will)} />
      </section>
    </div>
  );
}
