import '../../../features/sensitive-words/sensitive-words.css';
import { lazyPart } from '@parley/ui';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';

const Rules = lazyPart(async () => (await import('./Rules.tsx')).Rules);
const Records = lazyPart(async () => (await import('./Records.tsx')).Records);

const readView = (query: URLSearchParams) => ({
  view: query.get('view') === 'records' ? ('records' as const) : ('rules' as const),
});

/** Internal control: the rules for sensitive words, and their matches. */
export function SensitiveWords() {
  return (
    <ScreenTexts part="sensitive">
      <SensitiveWordsPage />
    </ScreenTexts>
  );
}

function SensitiveWordsPage() {
  const { t } = useTranslation();
  const [{ view }, setView] = useUrlFilters(readView);
  return (
    <>
      <Segmented
        className="sensitive-views"
        aria-label={t('sensitiveWords.view')}
        value={view}
        onChange={(next) => setView({ view: next === 'records' ? next : undefined })}
        options={[
          { value: 'rules', label: t('sensitiveWords.rules') },
          { value: 'records', label: t('sensitiveWords.records') },
        ]}
      />
      {view === 'records' ? <Records /> : <Rules />}
    </>
  );
}
