import { EmptyState } from '@parley/ui';
import { useTranslation } from 'react-i18next';

// i18n-keys: page.* later.*

type Properties = {
  /** Keys of the page's name and of the sentence that says what it will do. */
  title: string;
  will: string;
};

/** Stands at an address whose feature is still being made: what will be there, and nothing that looks like it. */
export function NotThereYet({ title, will }: Properties) {
  const { t } = useTranslation();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t(title)}</h1>
      </div>
      <section className="panel not-there-yet">
        <EmptyState title={t('notThereYet.title')} hint={t(will)} />
      </section>
    </div>
  );
}
