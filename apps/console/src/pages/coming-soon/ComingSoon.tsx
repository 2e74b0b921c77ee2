import { EmptyState } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { ScreenTexts } from '../../ui/ScreenTexts.tsx';

// i18n-keys: page.* later.*

type Properties = {
  /** Keys of the page's name and of the sentence that says what it will do. */
  title: string;
  will: string;
};

/** Is shown at the address of a feature that is coming soon: its name and what it will do. */
export function ComingSoon(properties: Properties) {
  // Some of these addresses need no login, so that nothing around the page has loaded the texts.
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
