import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ReloadButton } from './ReloadButton.tsx';
import { useRetryOnline } from './use-retry-online.ts';

type Properties = {
  /** True when the page's code couldn't be fetched, which is retried when the network returns; otherwise it failed while rendering. */
  codeMissing?: boolean;
  onRetry: () => void;
};

/** Replaces a page that failed. */
export function FailedPage({ codeMissing = false, onRetry }: Properties) {
  const { t } = useTranslation('ui');
  useRetryOnline(codeMissing, onRetry);
  // Plain on purpose: this is part of every initial load, and the failed code may be a component library.
  return (
    <div role="alert" style={{ padding: '64px 16px', textAlign: 'center' }}>
      <h1 style={{ margin: 0, fontSize: 20 }}>{t(codeMissing ? 'lazy.failed' : 'boundary.title')}</h1>
      <p>{t(codeMissing ? 'lazy.failedHint' : 'boundary.hint')}</p>
      <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8 }}>
        <Button type="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
        <ReloadButton />
      </div>
    </div>
  );
}
